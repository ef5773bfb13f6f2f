import type { Message, UserContentPart } from '@tollgate/contract/chat';
import type { RequestContract } from '@tollgate/contract/request-contract';

/**
 * The text instead of something that a model cannot look at, and the parameter of its contract that
 * says so.
 */
const UNSEEN = {
  image_url: {
    parameter: 'image_input',
    text: 'The tool returned a picture here. This model takes no pictures, so it was left out.',
  },
  file: {
    parameter: 'document_input',
    text: 'The tool returned a PDF here. This model takes no documents, so it was left out.',
  },
} as const;

/** A conversation without what a model cannot look at. */
export interface SeenMessages {
  messages: Message[];
  /** The paths of what was replaced, such as `messages[3].content[1]`. */
  replaced: string[];
}

/**
 * The conversation with a text instead of each picture and document that a tool has returned, for a
 * model that takes none. A client cannot take back what one of its tools has returned, and sends it
 * with every further turn: a refusal would end its session permanently. What a user shows is judged
 * by the contract.
 */
export function withoutUnseenResults(
  messages: Message[],
  { parameters }: Pick<RequestContract, 'parameters'>,
): SeenMessages {
  const isSeen = (part: UserContentPart): boolean =>
    part.type === 'text' || parameters[UNSEEN[part.type].parameter]?.supported === true;
  const replaced: string[] = [];
  const seen = messages.map((message, at) => {
    if (message.role !== 'tool' || typeof message.content === 'string') return message;
    const unseen = message.content.flatMap((part, index) => (isSeen(part) ? [] : [index]));
    if (unseen.length === 0) return message;
    replaced.push(...unseen.map((index) => `messages[${at}].content[${index}]`));
    const content = message.content.map((part) => (isSeen(part) ? part : inWords(part)));
    return { ...message, content };
  });
  return replaced.length === 0 ? { messages, replaced } : { messages: seen, replaced };
}

function inWords(part: UserContentPart): UserContentPart {
  return part.type === 'text' ? part : { type: 'text', text: UNSEEN[part.type].text };
}
