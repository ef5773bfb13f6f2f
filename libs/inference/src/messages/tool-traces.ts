import type { Message } from '@tollgate/contract/chat';
import { fetchedDocument, isOfOtherProvider, withoutFileIds } from '@tollgate/contract/tool-traces';
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

/**
 * The paths of what tools have left that is not handed on: files in results of code, and blocks and
 * citations that stand for tools of another provider.
 */
export function tracesLeftOut(unknown: readonly UnknownField[]): string[] {
  return unknown.flatMap(({ param, value }) => {
    if (!isLeftByTool(param, value)) return [];
    if (isOfOtherProvider(value)) return [param];
    return hasFiles(value) ? [param.replace(/\.type$/u, '.content.content')] : [];
  });
}

/**
 * The body without the ids of files that code has written, and without what stands for tools of
 * another provider.
 */
export function withoutTraces<Body extends Fields>(body: Body): Body {
  const { messages } = body;
  if (!Array.isArray(messages)) return body;
  const turns = messages as readonly Fields[];
  const kept = turns.map((turn) => {
    const { content } = turn;
    if (!Array.isArray(content)) return turn;
    const blocks = content as readonly Fields[];
    if (!blocks.some((block) => hasFiles(block) || isElsewhere(block))) return turn;
    const own = blocks.filter((block) => !isOfOtherProvider(block));
    return { ...turn, content: own.map(withoutFileIds).map(withoutCitations) };
  });
  if (!kept.some((turn, at) => turn !== turns[at])) return body;
  // The provider takes no turn without content.
  return { ...body, messages: kept.filter((turn) => !isBlank(turn)) };
}

function isElsewhere(block: unknown): boolean {
  return isFields(block) && (isOfOtherProvider(block) || isOfOtherProvider(block['citations']));
}

function withoutCitations(block: Fields): Fields {
  if (!isOfOtherProvider(block['citations'])) return block;
  const { citations: _elsewhere, ...own } = block;
  return own;
}

function isBlank({ content }: Fields): boolean {
  return Array.isArray(content) && content.length === 0;
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
