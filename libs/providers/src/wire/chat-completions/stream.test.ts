import type { MappedEvent, Endpoint } from '../../adapter/adapter.ts';
import { createAnswerAccumulator } from '../../adapter/accumulate.ts';
import { PLAIN_DIALECT } from './dialect.ts';
import { fromWireReply } from './response.ts';
import { createChatStream } from './stream.ts';

const TARGET: Endpoint = {
  family: 'openai-compatible',
  provider: 'test',
  upstreamModel: 'm',
  baseUrl: 'https://api.example.com/v1',
};
const FINISH = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] };

function run(...chunks: (object | string)[]): MappedEvent[] {
  const mapper = createChatStream(TARGET, PLAIN_DIALECT);
  const events = chunks.flatMap((chunk) =>
    mapper.push({ type: null, data: typeof chunk === 'string' ? chunk : JSON.stringify(chunk) }),
  );
  return [...events, ...mapper.end()];
}

function delta(fields: object, index = 0): object {
  return { id: 'r', choices: [{ index, delta: fields, finish_reason: null }] };
}

function call(fields: object): object {
  return delta({ tool_calls: [fields] });
}

function answerOf(events: MappedEvent[]) {
  const accumulator = createAnswerAccumulator();
  accumulator.push(events);
  return accumulator.answer();
}

function kindsOf(events: MappedEvent[]): string[] {
  return events.map((event) => (event.kind === 'failure' ? event.failure.kind : event.kind));
}

describe('calls in a stream', () => {
  it('accumulate by index, from whatever index the provider begins', () => {
    const events = run(
      call({ index: 1, id: 'a', function: { name: 'f', arguments: '{"x"' } }),
      call({ index: 2, id: 'b', function: { name: 'g', arguments: '' } }),
      call({ index: 1, function: { arguments: ':1}' } }),
      FINISH,
    );
    const [choice] = answerOf(events).choices;
    expect(choice?.finish_reason).toBe('tool_calls');
    expect(choice?.message.tool_calls).toEqual([
      { id: 'a', type: 'function', function: { name: 'f', arguments: '{"x":1}' } },
      { id: 'b', type: 'function', function: { name: 'g', arguments: '{}' } },
    ]);
  });

  it.each([
    ['no', {}],
    ['empty', { arguments: '' }],
    ['blank', { arguments: ' ' }],
    ['null', { arguments: null }],
  ])('with %s arguments have what clients can parse, as in a whole answer', (_name, given) => {
    const made = { index: '0', id: 'a', type: 'function', function: { name: 'f', ...given } };
    const [streamed] = answerOf(run(call(made), FINISH)).choices;
    const message = { role: 'assistant', content: null, tool_calls: [made] };
    const whole = { choices: [{ index: '0', message, finish_reason: 'tool_calls' }] };
    const text = streamed?.message.tool_calls?.[0]?.function.arguments ?? '';
    expect(JSON.parse(text)).toEqual({});
    const [choice] = fromWireReply(whole, TARGET, PLAIN_DIALECT).choices;
    expect(choice?.message.tool_calls?.[0]?.function.arguments).toBe('{}');
  });

  it.each([
    ['a function_call', { function_call: { name: 'f', arguments: '{"x":1}' } }],
    [
      'a message within a stream',
      { tool_calls: [{ function: { name: 'f', arguments: { x: 1 } } }] },
    ],
  ])('are read where a provider sends %s', (_name, fields) => {
    const message = { role: 'assistant', content: null, ...fields };
    const ended = { index: 0, message, finish_reason: null };
    const whole = fromWireReply({ id: 'r', choices: [ended] }, TARGET, PLAIN_DIALECT).choices[0];
    const [streamed] = answerOf(run({ id: 'r', choices: [ended] }, FINISH)).choices;
    expect(streamed?.message.tool_calls).toEqual(whole?.message.tool_calls);
    expect(whole).toMatchObject({
      finish_reason: 'tool_calls',
      message: { tool_calls: [{ function: { name: 'f', arguments: '{"x":1}' } }] },
    });
  });

  it('with one index for two ids are two', () => {
    const events = run(
      call({ index: 0, id: 'a', function: { name: 'f', arguments: '{}' } }),
      call({ index: 0, id: 'b', function: { name: 'g', arguments: '{}' } }),
      FINISH,
    );
    expect(answerOf(events).choices[0]?.message.tool_calls).toHaveLength(2);
  });

  it('without ids get some, always the same; without arguments get an empty object', () => {
    const chunks = [call({ function: { name: 'f' } }), FINISH];
    const [first] = answerOf(run(...chunks)).choices[0]?.message.tool_calls ?? [];
    expect(first?.id).toMatch(/^call_[0-9a-f]{24}$/u);
    expect(first?.function.arguments).toBe('{}');
    expect(answerOf(run(...chunks)).choices[0]?.message.tool_calls?.[0]?.id).toBe(first?.id);
  });

  it.each([
    ['a huge index', [call({ index: 1e9, id: 'a', function: { name: 'f' } })]],
    ['a negative index', [call({ index: -1, id: 'a', function: { name: 'f' } })]],
    ['an index of text', [call({ index: '0', id: 'a', function: { name: 'f' } })]],
    ['no name', [call({ index: 0, id: 'a', function: { arguments: '{}' } }), FINISH]],
    [
      'too many calls',
      Array.from({ length: 200 }, (_, index) =>
        call({ index, id: `c${index}`, function: { name: 'f' } }),
      ),
    ],
    [
      'arguments of 5 MB',
      Array.from({ length: 6 }, () =>
        call({ index: 0, function: { name: 'f', arguments: 'x'.repeat(900_000) } }),
      ),
    ],
  ])('W04: %s is a failure', (_name, chunks) => {
    expect(kindsOf(run(...chunks)).at(-1)).toBe('malformed');
  });
});

describe('the end of a stream', () => {
  it('comes once, although the provider says it twice', () => {
    const events = run(delta({ content: 'x' }), FINISH, { ...FINISH, usage: usage(1) }, '[DONE]');
    const finishes = events.filter(
      (event) =>
        event.kind === 'choices' && event.choices.some((one) => one.finish_reason !== null),
    );
    expect(finishes).toHaveLength(1);
  });

  it('takes the last usage and never adds', () => {
    const events = run(
      { ...delta({ content: 'x' }), usage: usage(1) },
      { ...FINISH, usage: usage(2) },
    );
    expect(answerOf(events).usage).toMatchObject({ input: 10, output: 2 });
  });

  it('an error after the finish reason wins', () => {
    const events = run(FINISH, { error: { message: 'no', code: 400 } }, '[DONE]');
    expect(kindsOf(events).at(-1)).toBe('rejected');
    expect(JSON.stringify(events)).not.toContain('"stop"');
  });

  it('content that is closed by [DONE] without a finish reason has stopped', () => {
    const events = run(delta({ content: 'x' }), '[DONE]');
    expect(JSON.stringify(events.at(-1))).toContain('"finish_reason":"stop"');
  });

  it('tells the words of the provider behind a failed end', () => {
    const end = { index: 0, delta: {}, finish_reason: 'error', native_finish_reason: 'MALFORMED' };
    const events = run(delta({ content: 'x' }), { choices: [end] }, '[DONE]');
    expect(JSON.stringify(events.at(-1))).toContain('error: MALFORMED');
  });

  it('reads reasoning of the name `thinking`', () => {
    expect(JSON.stringify(run(delta({ thinking: 'hm' }), FINISH, '[DONE]'))).toContain(
      '"reasoning_content":"hm"',
    );
  });

  it('waits for every choice', () => {
    const other = { choices: [{ index: 1, delta: { content: 'y' }, finish_reason: null }] };
    expect(kindsOf(run(delta({ content: 'x' }), other, FINISH)).at(-1)).toBe('malformed');
    const closed = run(delta({ content: 'x' }), other, FINISH, '[DONE]').at(-1);
    expect(JSON.stringify(closed).match(/"finish_reason":"stop"/gu)).toHaveLength(2);
  });

  it.each([
    ['nothing', []],
    ['no finish reason', [delta({ content: 'x' })]],
    [
      '[DONE] without a finish reason and without content',
      [delta({ role: 'assistant' }), '[DONE]'],
    ],
    ['no JSON', [delta({ content: 'x' }), '{"choices":[']],
    ['a number', ['7']],
    ['choices that are no list', [{ choices: 'x' }]],
    ['content that is an object', [delta({ content: { a: 1 } })]],
    ['a choice with a huge index', [delta({ content: 'x' }, 1e6)]],
  ])('%s is a failure', (_name, chunks) => {
    expect(kindsOf(run(...chunks)).at(-1)).toBe('malformed');
  });

  it('says how far it is', () => {
    const mapper = createChatStream(TARGET, PLAIN_DIALECT);
    const push = (chunk: object | string) =>
      mapper.push({ type: null, data: typeof chunk === 'string' ? chunk : JSON.stringify(chunk) });
    expect(mapper.state()).toBe('open');
    push(delta({ content: 'x' }));
    expect(mapper.state()).toBe('open');
    push(FINISH);
    expect(mapper.state()).toBe('answered');
    push('[DONE]');
    expect(mapper.state()).toBe('closed');
  });
});

describe('what we do not know', () => {
  it('is kept under the name of the provider, pieces of one thought put together', () => {
    const details = (text: string, more: object = {}) =>
      delta({ reasoning_details: [{ type: 'reasoning.text', index: 0, text, ...more }] });
    const events = run(details('a'), details('b', { signature: 's' }), FINISH);
    expect(answerOf(events).choices[0]?.message.extra_content).toEqual({
      test: {
        reasoning_details: [{ type: 'reasoning.text', index: 0, text: 'ab', signature: 's' }],
      },
    });
  });

  it('is bounded', () => {
    const events = run(delta({ blob: 'x'.repeat(3_000_000) }), FINISH);
    expect(kindsOf(events).at(-1)).toBe('malformed');
  });

  it('drops noise', () => {
    const chunk = {
      ...delta({ content: 'x', role: 'assistant', refusal: null }),
      obfuscation: 'abc',
    };
    expect(JSON.stringify(run(chunk, FINISH))).not.toContain('abc');
  });
});

function usage(completion: number): object {
  return { prompt_tokens: 10, completion_tokens: completion, total_tokens: 10 + completion };
}
