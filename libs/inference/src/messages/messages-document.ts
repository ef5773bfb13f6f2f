import type { ChatMessageOut, FinishReason, ToolCall } from '@tollgate/contract/chat';
import { parseExactJson } from '@tollgate/contract/exact-json';
import type { MessagesDocument, MessagesUsage } from '@tollgate/contract/messages';
import { tokensOf } from '@tollgate/money/rating';
import type { UsageCounts } from '@tollgate/money/rating';
import type { MappedAnswer, Searched } from '@tollgate/providers/adapter/adapter';
import { packReplayData } from '@tollgate/structure/replay-data';
import type { Plan } from '../plan.ts';
import { citationOf, createRunBlocks } from './run-blocks.ts';

/** Why an answer ended, in the words of this route. No other wire names the stop sequence. */
export const STOP_REASONS: Readonly<Record<FinishReason, MessagesDocument['stop_reason']>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  tool_calls: 'tool_use',
  content_filter: 'refusal',
};
/** The member for arguments that are no JSON object, so that nothing is lost. */
const UNREADABLE = 'unreadable_arguments';

/** The counts of an answer before its end, when nobody knows them yet. */
export const UNCOUNTED: MessagesUsage = {
  input_tokens: 0,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  output_tokens: 0,
};

/** The document of a whole answer; what has to come back is not sealed yet. Ids are ours. */
export function toMessagesDocument(
  plan: Plan,
  answer: MappedAnswer,
  { usage }: { usage: UsageCounts },
): MessagesDocument {
  const [choice] = answer.choices;
  return {
    id: messageId(plan.opId),
    type: 'message',
    role: 'assistant',
    model: plan.target.publicId,
    content: choice === undefined ? [] : contentOf(choice.message, answer.searched, plan.opId),
    stop_reason: STOP_REASONS[choice?.finish_reason ?? 'stop'],
    stop_sequence: null,
    usage: toMessagesUsage(usage),
  };
}

/** The id of an answer, by the operation that made it. */
export function messageId(opId: string): string {
  return `msg_${opId.replaceAll('-', '')}`;
}

/** Counts in the words of this route, where tokens of thinking are part of the output. */
export function toMessagesUsage(usage: UsageCounts): MessagesUsage {
  const { input, cache_read, cache_write, output, reasoning } = tokensOf(usage);
  const { web_search: searches = 0, web_fetch: fetches = 0 } = usage;
  return {
    input_tokens: input,
    cache_creation_input_tokens: cache_write,
    cache_read_input_tokens: cache_read,
    output_tokens: output + reasoning,
    ...(searches + fetches === 0
      ? {}
      : { server_tool_use: { web_search_requests: searches, web_fetch_requests: fetches } }),
  };
}

const NOTHING_SEARCHED: Searched = { calls: [], annotations: [] };

function contentOf(
  message: ChatMessageOut,
  { calls: runs, annotations }: Searched = NOTHING_SEARCHED,
  opId: string,
): MessagesDocument['content'] {
  const { content, refusal, reasoning_content: thinking, tool_calls: calls = [] } = message;
  const kept = packReplayData(message);
  const blocks = createRunBlocks(opId);
  const texts = [content, refusal].filter((text) => text !== null && text !== '');
  return [
    ...(kept === null ? [] : [thinkingBlock(thinking ?? '', kept)]),
    ...runs.flatMap((call) => blocks.of(call)),
    ...texts.map((text, at) => ({
      type: 'text' as const,
      text: text ?? '',
      ...(at === 0 ? citedIn(annotations, text ?? '') : {}),
    })),
    ...calls.map(toUse),
  ];
}

/** The citations of a text; no member where there are none. */
function citedIn(annotations: Searched['annotations'], text: string): { citations?: object[] } {
  if (annotations.length === 0) return {};
  return { citations: annotations.map((annotation) => citationOf(annotation, text)) };
}

/** Thinking without words is shown as redacted. */
function thinkingBlock(thinking: string, kept: string): MessagesDocument['content'][number] {
  return thinking === ''
    ? { type: 'redacted_thinking', data: kept }
    : { type: 'thinking', thinking, signature: kept };
}

function toUse({ id, function: called }: ToolCall): MessagesDocument['content'][number] {
  return { type: 'tool_use', id, name: called.name, input: inputOf(called.arguments) };
}

/** The arguments of a call as the object that this route has. */
export function inputOf(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    const value = parseExactJson(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? value : { [UNREADABLE]: text };
  } catch {
    return { [UNREADABLE]: text };
  }
}
