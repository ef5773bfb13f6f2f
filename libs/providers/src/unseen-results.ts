import type { Message, ToolMessage, UserContentPart } from '@tollgate/contract/chat';
import type { RequestContract } from '@tollgate/contract/request-contract';

/** What stands in the place of a picture that a model cannot look at. */
const UNSEEN =
  'The tool returned a picture here. This model takes no pictures, so it was left out.';

/** A conversation without what a model cannot look at. */
export interface SeenMessages {
  messages: Message[];
  /** The paths of what was replaced, such as `messages[3].content[1]`. */
  replaced: string[];
}

/**
 * The conversation with a text in the place of each picture that a tool has returned, for a model that takes none. A client cannot take back what
 * one of its tools has returned, and sends it with every further turn: a refusal would end its session for good. What a user shows
 * is judged by the contract.
 */
export function withoutUnseenResults(
  messages: Message[],
  { parameters }: Pick<RequestContract, 'parameters'>,
): SeenMessages {
  if (parameters['image_input']?.supported === true) return { messages, replaced: [] };
  const replaced: string[] = [];
  const seen = messages.map((message, at) => {
    if (message.role !== 'tool' || typeof message.content === 'string') return message;
    const unseen = message.content.flatMap(({ type }, place) => (type === 'text' ? [] : [place]));
    if (unseen.length === 0) return message;
    replaced.push(...unseen.map((place) => `messages[${at}].content[${place}]`));
    return withWords(message, message.content);
  });
  return replaced.length === 0 ? { messages, replaced } : { messages: seen, replaced };
}

function withWords(message: ToolMessage, content: readonly UserContentPart[]): ToolMessage {
  return {
    ...message,
    content: content.map((part) => (part.type === 'text' ? part : { type: 'text', text: UNSEEN })),
  };
}
