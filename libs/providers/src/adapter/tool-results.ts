import type { ChatRequest, Message, ToolMessage, UserContentPart } from '@tollgate/contract/chat';

/** The text in front of a result of a tool that failed, on wires without a mark for failures. */
const FAILED = 'The tool failed.';
/**
 * The text of a result whose pictures and documents follow the results, on wires whose results are
 * text.
 */
const FOLLOWS = 'What the tool returned stands in the next message.';

/** A part of a message that is no text. */
type Media = Exclude<UserContentPart, { type: 'text' }>;

/**
 * For wires without a mark for results of tools that failed: the content, which says so in words.
 */
export function spokenResult({ content, is_error: failed }: ToolMessage): ToolMessage['content'] {
  if (failed !== true) return content;
  if (typeof content === 'string') return content === '' ? FAILED : `${FAILED}\n${content}`;
  return [{ type: 'text', text: FAILED }, ...content];
}

/** The texts of a result; its other parts have a field of their own, or follow the results. */
export function textsIn(
  content: ToolMessage['content'],
): string | { type: 'text'; text: string }[] {
  return typeof content === 'string' ? content : content.filter((part) => part.type === 'text');
}

/**
 * The conversation for wires whose results of tools are text: pictures and documents of results are
 * in a message of the user behind all results of their turn, each behind a text that names its
 * call. A message of the user that follows anyway gets them in front.
 */
export function withMediaBehindResults({
  messages,
}: Pick<ChatRequest, 'messages'>): readonly Message[] {
  if (!messages.some((message) => message.role === 'tool' && mediaOf(message).length > 0)) {
    return messages;
  }
  const made: Message[] = [];
  let moved: UserContentPart[] = [];
  for (const message of messages) {
    if (message.role === 'tool') {
      made.push(withoutMedia(message));
      moved.push(...named(message));
      continue;
    }
    const isNext = moved.length > 0 && message.role === 'user';
    if (!isNext && moved.length > 0) made.push({ role: 'user', content: moved });
    made.push(isNext ? { ...message, content: [...moved, ...partsOf(message.content)] } : message);
    moved = [];
  }
  return moved.length === 0 ? made : [...made, { role: 'user', content: moved }];
}

function mediaOf({ content }: ToolMessage): Media[] {
  return typeof content === 'string' ? [] : content.filter((part) => part.type !== 'text');
}

function withoutMedia(message: ToolMessage): ToolMessage {
  if (mediaOf(message).length === 0) return message;
  const texts = textsIn(message.content);
  return { ...message, content: texts.length === 0 ? FOLLOWS : texts };
}

/** The pictures and documents of a result, behind the text that names its call. */
function named(message: ToolMessage): UserContentPart[] {
  const media = mediaOf(message);
  if (media.length === 0) return [];
  return [{ type: 'text', text: resultWords(message.tool_call_id) }, ...media];
}

/** The text in front of what a tool returned beside text. */
function resultWords(callId: string): string {
  return `Returned by the tool call ${callId}:`;
}

/** The texts that moving may add to a prompt, for its bound. */
export function wordsOfMoved(message: ToolMessage): string {
  return mediaOf(message).length === 0 ? '' : `${FOLLOWS} ${resultWords(message.tool_call_id)}`;
}

function partsOf(content: string | readonly UserContentPart[]): readonly UserContentPart[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}
