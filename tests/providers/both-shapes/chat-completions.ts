import { merged, without } from './shape.ts';
import type { Cut, Loose, Shapes, WireEvent } from './shape.ts';

const TEXTS = ['reasoning', 'reasoning_content', 'content', 'refusal'] as const;
const OF_MESSAGE = ['role', 'tool_calls', ...TEXTS];

/** Chunks of chat completions. */
export const chatCompletions: Shapes = {
  manners: [
    'in pieces',
    'at once',
    'usage with the finish',
    'usage in each chunk',
    'heads of calls again and again',
    'calls whole',
    'without a role',
  ],
  streamOf(reply, manner, cut) {
    const frame = without(reply, ['choices', 'usage']);
    const chunk = (choices: Loose[], more: Loose = {}): WireEvent => [
      null,
      { ...frame, object: 'chat.completion.chunk', choices, ...more },
    ];
    const usage = reply['usage'] === undefined ? {} : { usage: reply['usage'] };
    const deltas = (reply['choices'] as Loose[]).flatMap((choice) =>
      manner === 'at once'
        ? [{ index: choice['index'], delta: atOnce(choice['message']) }]
        : piecesOf(choice['message'], manner, cut).map((delta) => ({
            index: choice['index'],
            delta,
          })),
    );
    const ends = (reply['choices'] as Loose[]).map((choice) => ({
      ...without(choice, ['message']),
      delta: {},
    }));
    const each = manner === 'usage in each chunk' ? usage : {};
    const last =
      manner === 'usage with the finish' || manner === 'at once'
        ? [chunk(ends, usage)]
        : [chunk(ends, each), ...(reply['usage'] === undefined ? [] : [chunk([], usage)])];
    return [...deltas.map((delta) => chunk([delta], each)), ...last, [null, DONE]];
  },
  wholeOf(events) {
    const choices = new Map<number, Loose>();
    let top: Loose = {};
    let isDone = false;
    for (const [, chunk] of events) {
      if (chunk === DONE) {
        isDone = true;
        continue;
      }
      if (chunk['error']) return null;
      top = { ...top, ...without(chunk, ['choices', 'usage']) };
      const usage =
        chunk['usage'] ?? chunk['x_groq']?.usage ?? chunk['choices']?.[0]?.usage ?? undefined;
      if (usage) top['usage'] = usage;
      for (const choice of chunk['choices'] ?? []) {
        const known = choices.get(choice.index ?? 0) ?? { index: choice.index ?? 0, message: {} };
        const { tool_calls: calls, ...delta } = choice.delta ?? choice.message ?? {};
        known['message'] = merged(known['message'], without(delta, ['role']));
        const details = known['message'].reasoning_details;
        if (Array.isArray(details)) known['message'].reasoning_details = byIndex(details);
        for (const [at, call] of (calls ?? []).entries()) addCall(known, call, at);
        if (choice.finish_reason) known['finish_reason'] = choice.finish_reason;
        if (choice.logprobs) known['logprobs'] = merged(known['logprobs'] ?? {}, choice.logprobs);
        choices.set(known['index'], known);
      }
    }
    const whole = [...choices.values()];
    if (!isDone || whole.length === 0 || whole.some((one) => !one['finish_reason'])) return null;
    for (const one of whole) one['message'].role = 'assistant';
    return { ...top, object: 'chat.completion', choices: whole };
  },
};

/** Stands for the words that end a stream. */
export const DONE: Loose = { done: true };

function atOnce(message: Loose): Loose {
  const calls = message['tool_calls'] as Loose[] | null | undefined;
  return {
    ...message,
    ...(calls ? { tool_calls: calls.map((call, index) => ({ index, ...call })) } : {}),
  };
}

function piecesOf(message: Loose, manner: string, cut: Cut): Loose[] {
  const role = manner === 'without a role' ? [] : [{ role: 'assistant', content: '' }];
  const rest = without(message, OF_MESSAGE);
  const texts = TEXTS.flatMap((name): Loose[] => {
    const value: unknown = message[name];
    if (typeof value === 'string') return cut(value).map((text) => ({ [name]: text }));
    return Array.isArray(value) ? value.map((part: unknown) => ({ [name]: [part] })) : [];
  });
  const calls = ((message['tool_calls'] ?? []) as Loose[]).flatMap((call, index) =>
    callPieces(call, index, manner, cut),
  );
  const reasoning = texts.filter((delta) => 'reasoning' in delta || 'reasoning_content' in delta);
  const others = texts.filter((delta) => !reasoning.includes(delta));
  const more = Object.keys(rest).length === 0 ? [] : [rest];
  return [...role, ...reasoning, ...more, ...others, ...calls];
}

function callPieces(call: Loose, index: number, manner: string, cut: Cut): Loose[] {
  const { name, arguments: given = '' } = call['function'];
  const isText = typeof given === 'string';
  if (manner === 'calls whole' || !isText) return [{ tool_calls: [{ index, ...call }] }];
  const head = { ...call, function: { ...call['function'], arguments: '' } };
  const again =
    manner === 'heads of calls again and again' ? { id: call['id'], type: 'function' } : {};
  return [
    { tool_calls: [{ index, ...head, function: { name, arguments: '' } }] },
    ...cut(given).map((text) => ({
      tool_calls: [{ index, ...again, function: { arguments: text } }],
    })),
  ];
}

function addCall(choice: Loose, call: Loose, at: number): void {
  const calls = (choice['message'].tool_calls ??= []) as Loose[];
  const known = calls.find((one) =>
    call['index'] === undefined ? one['id'] === call['id'] : one['index'] === call['index'],
  );
  if (known === undefined) {
    calls.push({ index: at, ...call, function: { ...call['function'] } });
    return;
  }
  if (call['id'] && known['id'] && call['id'] !== known['id']) {
    calls.push({ ...call, index: calls.length + 1_000, function: { ...call['function'] } });
    return;
  }
  known['id'] ||= call['id'];
  const { name, arguments: more = '' } = call['function'] ?? {};
  known['function'].name ||= name;
  known['function'].arguments = (known['function'].arguments ?? '') + more;
}

/** Details of one index and type are pieces of one. */
function byIndex(details: Loose[]): Loose[] {
  const made: Loose[] = [];
  for (const detail of details) {
    const at = made.findIndex(
      (one) => one['index'] === detail['index'] && one['type'] === detail['type'],
    );
    const known = made[at];
    if (known === undefined) made.push(detail);
    else {
      const { text = '', ...more } = detail;
      made[at] = {
        ...known,
        ...more,
        ...(known['text'] === undefined && text === ''
          ? {}
          : { text: (known['text'] ?? '') + text }),
      };
    }
  }
  return made;
}
