import {
  type Answer,
  type Choice,
  cycle,
  newToolCallId,
  type ToolCall,
  tokensOf,
} from '../answer.ts';
import type { Behaviour, BehaviourTable } from '../behaviour.ts';
import { piecesOf } from '../prompt.ts';

function changeChoices(answer: Answer, change: (choice: Choice) => Partial<Choice>): Answer {
  const choices = answer.choices.map((choice) => ({ ...choice, ...change(choice) }));
  const tokens = {
    ...tokensOf(choices, answer.tokens.input),
    cached: answer.tokens.cached,
    written: answer.tokens.written,
    hour: answer.tokens.hour,
  };
  return { ...answer, choices, tokens };
}

const CONTENTS: Record<string, string> = {
  nul: 'before\u0000after',
  surrogate: 'before\uD83Dafter',
  controls: 'bell\u0007 tab\t line\n separator\u2028 end',
  unicode: 'Grüße, 日本語, عربى, 😀🏳️‍🌈',
  sse: 'data: {"choices":[]}\n\ndata: [DONE]\n\n',
  markup: '<script>alert(1)</script>\u001b[31mred',
  blank: '',
};

function brokenCall(name: string, json: string, index = 0): ToolCall {
  return { index, id: newToolCallId(), name, arguments: piecesOf(json) };
}

const CALLS: Record<string, (name: string) => ToolCall[]> = {
  'broken-arguments': (name) => [brokenCall(name, '{"city": "Par')],
  'not-an-object': (name) => [brokenCall(name, '["Paris"]')],
  'empty-arguments': (name) => [brokenCall(name, '')],
  'prototype-arguments': (name) => [
    brokenCall(name, '{"__proto__":{"admin":true},"constructor":{"prototype":{"x":1}}}'),
  ],
  'deep-arguments': (name) => [brokenCall(name, `${'['.repeat(5_000)}${']'.repeat(5_000)}`)],
  'unknown-name': () => [brokenCall('drop_all_tables', '{}')],
  'empty-name': () => [brokenCall('', '{}')],
  'null-name': (name) => [{ ...brokenCall(name, '{}'), name: null }],
  'negative-index': (name) => [brokenCall(name, '{}', -1)],
  'huge-index': (name) => [brokenCall(name, '{}', 4_294_967_295)],
  'text-index': (name) => [{ ...brokenCall(name, '{}'), index: '__proto__' }],
  'no-index': (name) => [{ ...brokenCall(name, '{}'), index: undefined }],
  'same-index': (name) => [brokenCall(name, '{}'), brokenCall(name, '{"second":true}')],
  'same-id': (name) => {
    const first = brokenCall(name, '{}');
    return [first, { ...brokenCall(name, '{}', 1), id: first.id }];
  },
  'no-id': (name) => [{ ...brokenCall(name, '{}'), id: undefined }],
  many: (name) => Array.from({ length: 300 }, (_, index) => brokenCall(name, '{}', index)),
};

const tool: Behaviour = {
  about: `A call of a tool that is wrong in some way: ${Object.keys(CALLS).join(', ')}.`,
  parameters: ['value'],
  draft(answer, options, prompt) {
    const make = CALLS[options.text('value', 'broken-arguments')];
    const name = prompt.tools[0]?.name ?? 'ghost_tool';
    if (!make) return answer;
    return changeChoices(answer, () => ({ text: [], calls: make(name), finish: 'tool_calls' }));
  },
};

/** One turn of a script: calls with their arguments, or the text that ends it. */
export interface ScriptStep {
  calls?: { name: string; arguments: object }[];
  text?: string;
}

/** The steps of a script as the value of its directive. */
export function scriptValue(steps: readonly ScriptStep[]): string {
  return Buffer.from(JSON.stringify(steps)).toString('base64url');
}

/** Results that came since the last user spoke tell how far a script is. */
function stepOf(script: string, results: number): ScriptStep {
  const steps = JSON.parse(Buffer.from(script, 'base64url').toString('utf8')) as ScriptStep[];
  let left = results;
  for (const step of steps) {
    const { calls = [] } = step;
    if (calls.length === 0 || left < calls.length) return step;
    left -= calls.length;
  }
  return { text: 'The script is over.' };
}

const script: Behaviour = {
  about:
    'Several turns of one conversation, a step for each: base64url of `[{calls: [{name, arguments}]}, {text}]`.',
  parameters: ['value'],
  draft(answer, options, prompt) {
    const { calls = [], text = '' } = stepOf(
      options.text('value', 'W10'),
      prompt.toolResults.length,
    );
    const made = calls.map(({ name, arguments: given }, index) => ({
      index,
      id: newToolCallId(),
      name,
      arguments: piecesOf(JSON.stringify(given)),
    }));
    return changeChoices(answer, () => ({
      text: made.length === 0 ? piecesOf(text) : [],
      calls: made,
      finish: made.length === 0 ? 'stop' : 'tool_calls',
    }));
  },
};

/** What is said. */
export const ANSWERS: BehaviourTable = {
  chunks: {
    about: 'A text of exactly so many tokens, one per frame; `max_tokens` is not looked at.',
    parameters: ['value'],
    draft: (answer, options) =>
      changeChoices(answer, (choice) => ({
        text: cycle(choice.text.length > 0 ? choice.text : [' word'], options.number('value', 1)),
        calls: [],
        finish: 'stop',
      })),
  },
  say: {
    about: 'Exactly this text, in quotes.',
    parameters: ['value'],
    draft: (answer, options) =>
      changeChoices(answer, () => ({
        text: piecesOf(options.text('value', '')),
        calls: [],
        finish: 'stop',
      })),
  },
  content: {
    about: `Awkward text: ${Object.keys(CONTENTS).join(', ')}.`,
    parameters: ['value'],
    draft: (answer, options) =>
      changeChoices(answer, () => ({
        text: [CONTENTS[options.text('value', 'unicode')] ?? ''],
        calls: [],
        finish: 'stop',
      })),
  },
  reasoning: {
    about: 'So many tokens of reasoning before the answer, whatever the model.',
    parameters: ['value'],
    draft: (answer, options) =>
      changeChoices(answer, () => ({ reasoning: cycle([' hmm'], options.number('value', 16)) })),
  },
  refusal: {
    about: 'A refusal instead of content.',
    draft: (answer) =>
      changeChoices(answer, () => ({
        text: [],
        calls: [],
        refusal: piecesOf("I'm sorry, I can't help with that."),
        finish: 'stop',
      })),
  },
  finish: {
    about: 'This finish reason: stop, length, tool_calls, content_filter or any other word.',
    parameters: ['value'],
    draft: (answer, options) =>
      changeChoices(answer, () => ({
        finish: options.text('value', 'length') as Choice['finish'],
      })),
  },
  tool,
  script,
  'empty-choices': {
    about: 'The right shape with `choices: []` and no usage.',
    draft: (answer) => ({ ...answer, choices: [], usage: { position: 'none' } }),
    reply: (reply) => ({ ...reply, served: null }),
  },
};
