import type { AssistantMessage, SystemMessage, UserMessage } from '@tollgate/contract/chat';
import type { AssistantItem, SystemItem, UserItem } from '@tollgate/contract/responses';

/** Text alone, as it is or in parts. */
export function systemContent(content: SystemItem['content']): SystemMessage['content'] {
  return typeof content === 'string'
    ? content
    : content.map(({ text }) => ({ type: 'text', text }));
}

/** Texts, images and files of a user. */
export function userContent(content: UserItem['content']): UserMessage['content'] {
  if (typeof content === 'string') return content;
  return content.map((part) => {
    if (part.type === 'input_text') return { type: 'text', text: part.text };
    if (part.type === 'input_file') {
      const { file_data, filename } = part;
      return { type: 'file', file: filename == null ? { file_data } : { file_data, filename } };
    }
    const { image_url: url, detail } = part;
    const image_url = detail === null || detail === undefined ? { url } : { url, detail };
    return { type: 'image_url', image_url };
  });
}

/** What the assistant said: one text stays one text, so that an answer handed back is what it was. */
export function textContent(content: AssistantItem['content']): {
  text: Exclude<AssistantMessage['content'], undefined>;
  refusal: string | null;
} {
  if (typeof content === 'string') return { text: content, refusal: null };
  const texts = content.flatMap((part) => (part.type === 'output_text' ? [part.text] : []));
  const refusals = content.flatMap((part) => (part.type === 'refusal' ? [part.refusal] : []));
  const [first = null] = texts;
  return {
    text: texts.length > 1 ? texts.map((text) => ({ type: 'text', text })) : first,
    refusal: refusals.length === 0 ? null : refusals.join(''),
  };
}
