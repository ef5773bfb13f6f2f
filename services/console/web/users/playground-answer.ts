/** One call of a function, as the model made it. */
export interface ToolCall {
  id: string;
  type: 'function';
  function: { name: string; arguments: string };
  /** Goes back to the provider as it came. */
  extra_content?: unknown;
}

/** What the model has said, in the shape in which a conversation hands it back. */
export interface Said {
  role: 'assistant';
  content: string | null;
  refusal?: string;
  reasoning_content?: string;
  extra_content?: unknown;
  tool_calls?: ToolCall[];
}

/** What one frame of a stream adds. */
export interface Delta {
  content?: unknown;
  refusal?: unknown;
  reasoning_content?: unknown;
  extra_content?: unknown;
  tool_calls?: readonly CallDelta[];
}

interface CallDelta {
  index: number;
  id?: string;
  function?: { name?: string; arguments?: string };
  extra_content?: unknown;
}

/** Before the first frame. */
export const NOTHING_SAID: Said = { role: 'assistant', content: null };

const TEXTS = ['content', 'refusal', 'reasoning_content'] as const;

/** Returns the response so far after one more frame. */
export function withDelta(said: Said, delta: Delta): Said {
  const texts = TEXTS.flatMap((name) => {
    const piece = delta[name];
    return typeof piece === 'string' ? [[name, (said[name] ?? '') + piece]] : [];
  });
  const { extra_content: extra, tool_calls: calls = [] } = delta;
  return {
    ...said,
    ...(Object.fromEntries(texts) as Partial<Said>),
    ...(extra === undefined ? {} : { extra_content: extra }),
    ...(calls.length === 0
      ? {}
      : { tool_calls: calls.reduce(withCallDelta, said.tool_calls ?? []) }),
  };
}

/** Fragments with one index make one call. */
function withCallDelta(calls: ToolCall[], { index, id, ...delta }: CallDelta): ToolCall[] {
  const before: ToolCall = calls[index] ?? {
    id: '',
    type: 'function',
    function: { name: '', arguments: '' },
  };
  const { extra_content: extra, function: asked = {} } = delta;
  const grown: ToolCall = {
    ...before,
    id: id ?? before.id,
    function: {
      name: before.function.name + (asked.name ?? ''),
      arguments: before.function.arguments + (asked.arguments ?? ''),
    },
    ...(extra === undefined ? {} : { extra_content: extra }),
  };
  return Object.assign([...calls], { [index]: grown });
}
