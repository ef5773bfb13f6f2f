import type { Message } from '@tollgate/contract/chat';
import { fetchedDocument, withoutFileIds } from '@tollgate/contract/tool-traces';
import { isLeftByTool } from '@tollgate/contract/unknown-fields';
import { textOfUnknown } from '@tollgate/structure/unknown-fields';
import type { UnknownField } from '@tollgate/structure/unknown-fields';

type Fields = Readonly<Record<string, unknown>>;

/**
 * What only a provider of this shape gets of a request, as messages to be counted. A PDF that was
 * fetched counts by its pages, like any other, and not by the characters that carry it.
 */
export function messagesOfUnknown(unknown: readonly UnknownField[]): Message[] {
  const files = unknown.map((field) => pdfIn(field));
  const texts = textOfUnknown(unknown.filter((_, at) => files[at] === null));
  return [
    ...files.flatMap((file) => (file === null ? [] : [messageOf(file)])),
    ...(texts === '' ? [] : [{ role: 'user' as const, content: texts }]),
  ];
}

/** The paths of files in results of code, which are not handed on. */
export function filesLeftOut(unknown: readonly UnknownField[]): string[] {
  return unknown
    .filter(({ param, value }) => isLeftByTool(param, value) && hasFiles(value))
    .map(({ param }) => param.replace(/\.type$/u, '.content.content'));
}

/** The body without the ids of files that code has written. */
export function withoutFiles<Body extends Fields>(body: Body): Body {
  const { messages } = body;
  if (!Array.isArray(messages)) return body;
  const turns = messages as readonly Fields[];
  const kept = turns.map((turn) => {
    const { content } = turn;
    if (!Array.isArray(content)) return turn;
    const blocks = content as readonly Fields[];
    return blocks.some(hasFiles) ? { ...turn, content: blocks.map(withoutFileIds) } : turn;
  });
  return kept.some((turn, at) => turn !== turns[at]) ? { ...body, messages: kept } : body;
}

function hasFiles(block: unknown): boolean {
  return isFields(block) && withoutFileIds(block) !== block;
}

interface Pdf {
  data: string;
  mediaType: string;
  /** The rest of the block. */
  rest: Fields;
}

function pdfIn({ param, value }: UnknownField): Pdf | null {
  if (!isLeftByTool(param, value)) return null;
  const { source, ...rest } = fetchedDocument(value) ?? {};
  if (!isFields(source) || source['type'] !== 'base64') return null;
  const { data, media_type: mediaType } = source;
  return typeof data === 'string' ? { data, mediaType: String(mediaType), rest } : null;
}

function messageOf({ data, mediaType, rest }: Pdf): Message {
  return {
    role: 'user',
    content: [
      { type: 'text', text: JSON.stringify(rest) },
      { type: 'file', file: { file_data: `data:${mediaType};base64,${data}` } },
    ],
  };
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
