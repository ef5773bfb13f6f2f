import type {
  ChatChoice,
  ChatChunkChoice,
  ChatRequest,
  CustomToolCall,
  ToolCall,
  ToolCallDelta,
} from '@tollgate/contract/chat';
import { toInput } from '@tollgate/contract/custom-tool';

type Names = ReadonlySet<string>;

/** The names of the functions of a request that represent custom tools. */
function customNames({ tools }: Pick<ChatRequest, 'tools'>): Names {
  const marked = (tools ?? []).filter(({ custom }) => custom !== undefined);
  return new Set(marked.map(({ function: { name } }) => name));
}

/**
 * The choices of a whole answer with calls of custom tools instead of those of the functions that
 * represent them.
 */
export function withCustomCalls(choices: ChatChoice[], request: ChatRequest): ChatChoice[] {
  const names = customNames(request);
  if (names.size === 0) return choices;
  return choices.map((choice) => {
    const { tool_calls: calls } = choice.message;
    if (calls === undefined) return choice;
    const made = calls.map((call) => asCustom(call, names)) as ToolCall[];
    return { ...choice, message: { ...choice.message, tool_calls: made } };
  });
}

function asCustom(call: ToolCall, names: Names): ToolCall | CustomToolCall {
  const { function: called, ...rest } = call;
  if (!names.has(called.name)) return call;
  return {
    ...rest,
    type: 'custom',
    custom: { name: called.name, input: toInput(called.arguments) },
  };
}

/** A call of a custom tool while it is being streamed. */
interface OpenCall {
  index: number;
  given: string;
}

/**
 * Makes the same of the pieces of a stream. The text of a custom tool is within JSON, so it is sent
 * as one piece when the next call begins, or the answer ends.
 */
export function createCustomDeltas(
  request: ChatRequest,
): (choices: ChatChunkChoice[]) => ChatChunkChoice[] {
  const names = customNames(request);
  const open = new Map<number, OpenCall>();
  if (names.size === 0) return (choices) => choices;

  const ended = (choice: number): ToolCallDelta[] => {
    const call = open.get(choice);
    if (call === undefined) return [];
    open.delete(choice);
    return [{ index: call.index, custom: { input: toInput(call.given) } }];
  };
  const reported = (choice: number, delta: ToolCallDelta): ToolCallDelta[] => {
    const { function: called, ...rest } = delta;
    const current = open.get(choice);
    if (current?.index === delta.index) {
      current.given += called?.arguments ?? '';
      return rest.extra_content === undefined ? [] : [rest];
    }
    if (called?.name === undefined) return [delta];
    const before = ended(choice);
    if (!names.has(called.name)) return [...before, delta];
    open.set(choice, { index: delta.index, given: called.arguments ?? '' });
    return [...before, { ...rest, type: 'custom', custom: { name: called.name, input: '' } }];
  };
  return (choices) =>
    choices.flatMap((choice) => {
      const { index, delta, finish_reason: finish } = choice;
      const calls = (delta.tool_calls ?? []).flatMap((call) => reported(index, call));
      const last = finish === null ? [] : ended(index);
      const all = [...calls, ...last];
      const { tool_calls: _, ...said } = delta;
      const made = { ...said, ...(all.length === 0 ? {} : { tool_calls: all }) };
      const isSilent = Object.keys(made).length === 0 && finish === null && choice.logprobs == null;
      return isSilent ? [] : [{ ...choice, delta: made }];
    });
}
