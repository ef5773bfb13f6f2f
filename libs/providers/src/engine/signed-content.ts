import type { AssistantMessage, ChatRequest, Message, ToolCall } from '@tollgate/contract/chat';
import type { Family, Endpoint } from '../adapter/adapter.ts';
import { asObject, asText } from '../json.ts';

/**
 * Which signed content of other models is left out: that of closed turns, or that of the open tool
 * loop too.
 */
export type LeftOut = 'closed' | 'all';

/** A conversation as one endpoint can take it. */
export interface FittedMessages {
  messages: Message[];
  /** The paths of what was left out, such as `messages[1].extra_content`. */
  leftOut: string[];
}

/**
 * The conversation without content that another exact model has signed or sealed: text and calls
 * stay. Signatures hold for the model that made them only, so its provider alone can do something
 * with them. A turn is closed once a user has said something after it; the tool loop behind the
 * user's last message is open, and providers want the reasoning of an open loop back.
 */
export function withoutForeignContent(
  { messages }: Pick<ChatRequest, 'messages'>,
  { family, endpoint }: { family: Pick<Family, 'signsAs'>; endpoint: Endpoint },
  which: LeftOut,
): FittedMessages {
  const opens = messages.findLastIndex(({ role }) => role === 'user');
  const end = which === 'all' ? messages.length : opens;
  const leftOut: string[] = [];
  const fitted = messages.map((message, at) => {
    if (at >= end || message.role !== 'assistant') return message;
    const names = foreignNames(message, family.signsAs?.(endpoint) ?? null, endpoint);
    if (names.size === 0) return message;
    leftOut.push(`messages[${at}].extra_content`);
    return withoutNames(message, names);
  });
  return { messages: fitted, leftOut };
}

/** The members of `extra_content` that name another model than the endpoint. */
function foreignNames(
  { extra_content: extra }: AssistantMessage,
  own: string | null,
  { upstreamModel }: Endpoint,
): Set<string> {
  const foreign = Object.entries(extra ?? {}).filter(([name, value]) => {
    const model = asText(asObject(value)['model']);
    return model !== undefined && !(name === own && model === upstreamModel);
  });
  return new Set(foreign.map(([name]) => name));
}

/** Signatures of single calls are of the model that the message names. */
function withoutNames(message: AssistantMessage, names: ReadonlySet<string>): AssistantMessage {
  const { extra_content: extra, tool_calls: calls, ...rest } = message;
  const kept = without(extra, names);
  return {
    ...rest,
    ...(kept === undefined ? {} : { extra_content: kept }),
    ...(calls ? { tool_calls: calls.map((call) => callWithout(call, names)) } : {}),
  };
}

function callWithout(call: ToolCall, names: ReadonlySet<string>): ToolCall {
  const { extra_content: extra, ...rest } = call;
  const kept = without(extra, names);
  return kept === undefined ? rest : { ...rest, extra_content: kept };
}

function without(
  extra: AssistantMessage['extra_content'],
  names: ReadonlySet<string>,
): Record<string, unknown> | undefined {
  const kept = Object.entries(extra ?? {}).filter(([name]) => !names.has(name));
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}
