import type { ChatRequest } from '@tollgate/contract/chat';
import { mayBeExtra } from '@tollgate/contract/extra-parameters';
import { PRICED_TOOLS } from '@tollgate/contract/priced-dimensions';
import { CHAT_PARAMETERS } from '@tollgate/contract/request-contract';
import { HINT_PARAMETERS } from '@tollgate/contract/unknown-fields';
import { createAnswerAccumulator } from '../adapter/accumulate.ts';
import { ProviderError } from '../adapter/adapter.ts';
import type { MappedAnswer, MappedEvent } from '../adapter/adapter.ts';
import { finishContract } from '../contract/contract.ts';
import { FAMILIES } from '../families.ts';
import { sandbox } from './index.ts';

const waits: number[] = [];

beforeEach(() => {
  waits.length = 0;
});

async function eventsOf(request: Partial<ChatRequest>, model = 'echo'): Promise<MappedEvent[]> {
  const endpoint = { family: 'sandbox', provider: 'sandbox', upstreamModel: model, baseUrl: '' };
  const full = { model: `sandbox/${model}`, messages: [], ...request };
  const context = {
    signal: new AbortController().signal,
    sleep: (ms: number) => Promise.resolve(void waits.push(ms)),
  };
  const events: MappedEvent[] = [];
  for await (const event of sandbox.local?.chat.answer(full, endpoint, context) ?? []) {
    events.push(event);
  }
  return events;
}

async function answerTo(request: Partial<ChatRequest>, model?: string): Promise<MappedAnswer> {
  const accumulator = createAnswerAccumulator();
  accumulator.push(await eventsOf(request, model));
  return accumulator.answer();
}

function says(text: string, more: Partial<ChatRequest> = {}): Partial<ChatRequest> {
  return { messages: [{ role: 'user', content: text }], ...more };
}

function tool(name: string) {
  const parameters = {
    type: 'object',
    properties: { city: { type: 'string' }, days: { type: 'integer', minimum: 2 } },
    required: ['city', 'days'],
  };
  return { type: 'function' as const, function: { name, parameters } };
}

describe('the sandbox', () => {
  it('echoes, always the same, and counts', async () => {
    const first = await answerTo(says('hello there'));
    expect(first.choices[0]?.message.content).toBe('Echo: hello there');
    expect(first.choices[0]?.finish_reason).toBe('stop');
    expect(first.usage).toMatchObject({ output: 5, reasoning: 0 });
    expect(await answerTo(says('hello there'))).toEqual(first);
  });

  it('thinks by effort', async () => {
    const { choices, usage } = await answerTo(says('x', { reasoning_effort: 'high' }), 'reasoner');
    expect(choices[0]?.message.reasoning_content).not.toBe('');
    expect(usage?.reasoning).toBe(32);
  });

  it('calls what is named, at once or one after another', async () => {
    const tools = [tool('weather'), tool('news')];
    const asked = says('weather and news please', { tools });
    const together = (await answerTo(asked)).choices[0];
    expect(together?.finish_reason).toBe('tool_calls');
    expect(together?.message.tool_calls?.map((call) => call.function.name)).toEqual([
      'weather',
      'news',
    ]);
    expect(JSON.parse(together?.message.tool_calls?.[0]?.function.arguments ?? '')).toEqual({
      city: 'sandbox',
      days: 2,
    });
    const single = (await answerTo({ ...asked, parallel_tool_calls: false })).choices[0];
    expect(single?.message.tool_calls).toHaveLength(1);
  });

  it('walks a loop of two steps to its end', async () => {
    const tools = [tool('weather'), tool('news')];
    const messages: ChatRequest['messages'] = [{ role: 'user', content: 'weather, then news' }];
    const ids = new Set<string>();
    for (let step = 0; step < 2; step += 1) {
      const answer = await answerTo({ messages, tools, parallel_tool_calls: false });
      const message = answer.choices[0]?.message;
      const [call] = message?.tool_calls ?? [];
      if (message === undefined || call === undefined) throw new Error('no call');
      ids.add(call.id);
      messages.push(message, { role: 'tool', tool_call_id: call.id, content: `result ${step}` });
    }
    const last = (await answerTo({ messages, tools, parallel_tool_calls: false })).choices[0];
    expect(ids.size).toBe(2);
    expect(last?.message.content).toBe('The tools returned: result 0; result 1');
  });

  it('honours tool_choice', async () => {
    const tools = [tool('a_tool'), tool('b_tool')];
    const choice = async (tool_choice: NonNullable<ChatRequest['tool_choice']>, text: string) =>
      (await answerTo(says(text, { tools, tool_choice }))).choices[0]?.message.tool_calls?.map(
        (call) => call.function.name,
      );
    expect(await choice('none', 'a_tool')).toBeUndefined();
    expect(await choice('auto', 'nothing')).toBeUndefined();
    expect(await choice('required', 'nothing')).toEqual(['a_tool']);
    expect(await choice({ type: 'function', function: { name: 'b_tool' } }, 'x')).toEqual([
      'b_tool',
    ]);
  });

  it.each<[string, NonNullable<ChatRequest['tool_choice']>, string[]]>([
    ['nothing', 'required', ['a_tool', 'result']],
    ['b_tool', 'required', ['b_tool', 'result']],
    ['x', { type: 'function', function: { name: 'b_tool' } }, ['b_tool']],
  ])('ends a forced loop about %s under %j', async (text, tool_choice, expected) => {
    const tools = [tool('a_tool'), tool('b_tool'), tool('result')];
    const messages: ChatRequest['messages'] = [{ role: 'user', content: text }];
    const called: string[] = [];
    for (let turn = 0; turn <= expected.length; turn += 1) {
      const message = (await answerTo({ messages, tools, tool_choice })).choices[0]?.message;
      const calls = message?.tool_calls ?? [];
      if (message === undefined || calls.length === 0) break;
      called.push(...calls.map((call) => call.function.name));
      const results = calls.map(({ id }) => ({
        role: 'tool' as const,
        tool_call_id: id,
        content: 'r',
      }));
      messages.push(message, ...results);
    }
    expect(called).toEqual(expected);
  });

  it.each([undefined, {}, { type: 'object' }, { type: 'object', properties: {} }])(
    'calls a tool with the parameters %j with an empty object',
    async (parameters) => {
      const plain = { name: 'now', ...(parameters === undefined ? {} : { parameters }) };
      const tools = [{ type: 'function' as const, function: plain }];
      const answer = await answerTo(says('now', { tools }));
      expect(answer.choices[0]?.message.tool_calls?.[0]?.function.arguments).toBe('{}');
    },
  );

  it.each(['dance', 'delay=soon', 'tokens=-1', 'usage=some', 'refuse=5', 'error=odd', 'toString'])(
    'refuses the wish %s and names it',
    async (wish) => {
      const [refused] = await eventsOf(says(`hello [[sandbox: ${wish}]]`));
      expect(refused).toMatchObject({
        failure: { kind: 'rejected', message: expect.stringContaining(`"${wish}"`) },
      });
    },
  );

  it('refuses wishes that have no end', async () => {
    const [refused] = await eventsOf(says('hello [[sandbox: delay=5'));
    expect(refused).toMatchObject({ failure: { kind: 'rejected' } });
  });

  it('answers in JSON', async () => {
    const object = await answerTo(says('hi', { response_format: { type: 'json_object' } }));
    expect(JSON.parse(object.choices[0]?.message.content ?? '')).toMatchObject({ echo: 'hi' });
    const schema = { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] };
    const format = { type: 'json_schema' as const, json_schema: { name: 's', schema } };
    const fitted = await answerTo(says('hi', { response_format: format }));
    expect(fitted.choices[0]?.message.content).toBe('{"ok":true}');
  });

  it('stops, is cut, and gives several answers', async () => {
    expect(
      (await answerTo(says('one STOP two', { stop: 'STOP' }))).choices[0]?.message.content,
    ).toBe('Echo: one ');
    const cut = (await answerTo(says('a long text to be cut', { max_tokens: 2 }))).choices[0];
    expect(cut?.finish_reason).toBe('length');
    expect(cut?.message.content).toBe('Echo: a ');
    const { choices, usage } = await answerTo(says('x', { n: 3 }));
    expect(choices.map(({ index }) => index)).toEqual([0, 1, 2]);
    expect(usage?.output).toBeGreaterThan(3);
  });

  it('does as it is told between brackets', async () => {
    const [limited] = await eventsOf(says('[[sandbox: error=rate_limited]]'));
    expect(limited).toMatchObject({ failure: { kind: 'rate_limited', retryAfterSeconds: 1 } });
    const [unknown] = await eventsOf(says('[[sandbox: dance]]'));
    expect(unknown).toMatchObject({ failure: { kind: 'rejected' } });
    const broken = await eventsOf(says('hello [[sandbox: break=1]]'));
    expect(broken.map(({ kind }) => kind)).toEqual(['choices', 'failure']);
    const refused = await answerTo(says('[[sandbox: refuse]]'));
    expect(refused.choices[0]?.message.refusal).toContain('sandbox');
    expect((await answerTo(says('[[sandbox: usage=none]]'))).usage).toBeNull();
    expect((await answerTo(says('[[sandbox: cached=2]]'))).usage?.cache_read).toBe(2);
    expect((await answerTo(says('[[sandbox: filter]]'))).choices[0]?.finish_reason).toBe(
      'content_filter',
    );
    expect((await answerTo(says('[[sandbox: tokens=50]]'))).usage?.output).toBe(50);
  });

  it('takes its time', async () => {
    await eventsOf(says('hi [[sandbox: delay=2000, pace=50]]'));
    expect(waits[0]).toBe(2_000);
    expect(new Set(waits.slice(1))).toEqual(new Set([50]));
    waits.length = 0;
    await eventsOf(says('hi'), 'slow');
    expect(waits.length).toBeGreaterThan(1);
  });

  it('embeds', async () => {
    const endpoint = {
      family: 'sandbox',
      provider: 'sandbox',
      upstreamModel: 'embedding',
      baseUrl: '',
    };
    const context = { signal: new AbortController().signal, sleep: () => Promise.resolve() };
    const embed = (inputs: string[], dimensions?: number) =>
      sandbox.local?.embeddings.embed(
        dimensions === undefined ? { inputs } : { inputs, dimensions },
        endpoint,
        context,
      );
    const made = await embed(['a', 'b'], 8);
    expect(made?.vectors.map((vector) => vector.length)).toEqual([8, 8]);
    expect(Math.hypot(...(made?.vectors[0] ?? []))).toBeCloseTo(1);
    expect((await embed(['a']))?.vectors[0]).toHaveLength(256);
    await expect(embed(['[[sandbox: error=overloaded]]'])).rejects.toThrow(ProviderError);
  });
});

describe('every family', () => {
  it('has complete contracts for the models that it answers by itself', () => {
    for (const family of FAMILIES) {
      for (const model of family.local?.models ?? []) {
        const draft = family.contract(model);
        expect([model, draft && finishContract(draft)]).not.toContain(null);
      }
    }
  });

  it('speaks about every parameter', () => {
    const drafts = [
      ...FAMILIES.map((family) => family.contract('gpt-4o')),
      sandbox.contract('echo'),
      sandbox.contract('reasoner'),
    ];
    for (const draft of drafts) {
      if (draft === null) continue;
      const hints: ReadonlySet<string> = new Set(HINT_PARAMETERS);
      const spoken = Object.keys(draft.parameters).filter((name) => !hints.has(name));
      expect(CHAT_PARAMETERS.filter((name) => !spoken.includes(name))).toEqual([]);
      const others = spoken.filter((name) => !CHAT_PARAMETERS.some((known) => known === name));
      const isTool = (name: string): boolean => PRICED_TOOLS.some((known) => known === name);
      expect(others.filter((name) => !mayBeExtra(name) && !isTool(name))).toEqual([]);
    }
  });
});
