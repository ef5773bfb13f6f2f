import type {
  AssistantMessage,
  CacheControl,
  SystemMessage,
  UserMessage,
} from '@tollgate/contract/chat';
import { extensionOf, isExtended } from '@tollgate/contract/extensions';
import type { AssistantItem, SystemItem, UserItem } from '@tollgate/contract/responses';

/** Text alone, as it is or in parts. */
export function systemContent(content: SystemItem['content']): SystemMessage['content'] {
  return typeof content === 'string'
    ? content
    : content.map((part) => ({ type: 'text', text: part.text, ...besideOf(part) }));
}

/** What goes with a part, whatever is made of it: its mark, and what is attached to it. */
function besideOf(part: Marked): Marked {
  return { ...markOf(part), ...extensionOf(part) };
}

/** The mark of a part, of an item or of a tool. */
export function markOf({ cache_control: mark }: Marked): Marked {
  return mark === undefined || mark === null ? {} : { cache_control: mark };
}

/** Something that may be marked. */
interface Marked {
  cache_control?: CacheControl;
}

/** Texts, images and files of a user. */
export function userContent(content: UserItem['content']): UserMessage['content'] {
  if (typeof content === 'string') return content;
  return content.map((part) => {
    const extension = besideOf(part);
    if (part.type === 'input_text') return { type: 'text', text: part.text, ...extension };
    if (part.type === 'input_file') {
      const { file_data, filename } = part;
      const file = filename == null ? { file_data } : { file_data, filename };
      return { type: 'file', file, ...extension };
    }
    const { image_url: url, detail } = part;
    const image_url = detail === null || detail === undefined ? { url } : { url, detail };
    return { type: 'image_url', image_url, ...extension };
  });
}

/**
 * What the assistant said: one text stays one text, so that an answer handed back is what it was.
 */
export function textContent(content: AssistantItem['content']): {
  text: Exclude<AssistantMessage['content'], undefined>;
  refusal: string | null;
} {
  if (typeof content === 'string') return { text: content, refusal: null };
  const texts = content.flatMap((part) =>
    part.type === 'output_text'
      ? [{ type: 'text' as const, text: part.text, ...besideOf(part) }]
      : [],
  );
  const refusals = content.flatMap((part) => (part.type === 'refusal' ? [part.refusal] : []));
  const areParts =
    texts.length > 1 ||
    content.some((part) => isExtended(part) || ('cache_control' in part && part.cache_control));
  return {
    text: areParts ? texts : (texts[0]?.text ?? null),
    refusal: refusals.length === 0 ? null : refusals.join(''),
  };
}
