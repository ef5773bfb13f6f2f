import type { ChatChoice, ChatChunkChoice } from '@tollgate/contract/chat';
import { withArguments } from '@tollgate/structure/replay-data';

/**
 * The choices of a whole answer of chat, whose signed calls carry the arguments that their model
 * has written: clients change those that they hand back, and a signature holds for these alone.
 */
export function withKeptArguments(choices: ChatChoice[]): ChatChoice[] {
  return choices.map((choice) => {
    const { message } = choice;
    if (message.tool_calls?.some((call) => call.extra_content !== undefined) !== true)
      return choice;
    const calls = message.tool_calls.map((call) => {
      if (call.type !== 'function' || !call.extra_content) return call;
      return {
        ...call,
        extra_content: withArguments(call.extra_content, call.function.arguments),
      };
    });
    return { ...choice, message: { ...message, tool_calls: calls } };
  });
}

/**
 * Does so for the choices of one piece of a stream. Providers that sign single calls send each call
 * as one piece; where a host sends the arguments later or in parts, nothing is noted, because a
 * part would come back instead of the whole.
 */
export function keptArgumentsInPieces(choices: ChatChunkChoice[]): ChatChunkChoice[] {
  return choices.map((choice) => {
    const { tool_calls: calls } = choice.delta;
    if (calls?.some((call) => call.extra_content !== undefined) !== true) return choice;
    const made = calls.map((call) => {
      const { function: called, extra_content: extra } = call;
      if (extra === undefined || called?.name === undefined) return call;
      const given = called.arguments ?? '';
      return isWhole(given) ? { ...call, extra_content: withArguments(extra, given) } : call;
    });
    return { ...choice, delta: { ...choice.delta, tool_calls: made } };
  });
}

function isWhole(given: string): boolean {
  try {
    JSON.parse(given);
    return true;
  } catch {
    return false;
  }
}
