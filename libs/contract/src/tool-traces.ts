import { isMcpTrace } from './mcp-connector.ts';

/**
 * What tools that a provider runs have left in an earlier answer of `/v1/messages`. It costs the
 * tokens of a prompt only; the provider that made the answer reads it again, and its texts say
 * enough to all others.
 */

type Fields = Readonly<Record<string, unknown>>;

/** The names of such tools in blocks of answers; code is one of three. */
const CALLED: ReadonlySet<unknown> = new Set([
  'web_search',
  'web_fetch',
  'code_execution',
  'bash_code_execution',
  'text_editor_code_execution',
]);
const CODE_RESULT = /^(?:bash_|text_editor_)?code_execution_tool_result$/u;
const CITATION = /^(?:web_search_result|char|page|content_block)_location$/u;
const CODE_CALLER = /^code_execution_\d{8}$/u;
/** Sources of a fetched document that are its content: others would be read anew. */
const CONTENT_SOURCES: ReadonlySet<unknown> = new Set(['base64', 'text']);

/**
 * How ids of blocks begin that stand for tools of other providers than Anthropic, which would
 * refuse them.
 */
export const GATEWAY_TOOL_ID = 'srvtoolu_tg';

/** Whether a block, or citations of one, stand for a tool of another provider than Anthropic. */
export function isOfOtherProvider(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isCitedElsewhere);
  if (!isFields(value)) return false;
  const id = value['type'] === 'server_tool_use' ? value['id'] : value['tool_use_id'];
  return typeof id === 'string' && id.startsWith(GATEWAY_TOOL_ID);
}

/** Citations of Anthropic's searches have an index that Anthropic reads. */
function isCitedElsewhere(value: unknown): boolean {
  return isFields(value) && value['encrypted_index'] === '';
}

/** Whether a block, or the citations of one, are what such a tool has left. */
export function isToolTrace(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every(isCitation);
  if (!isFields(value) || !isCalledInRequest(value)) return false;
  if (isMcpTrace(value)) return true;
  const { type, name, content } = value;
  if (type === 'server_tool_use') return CALLED.has(name);
  if (type === 'web_search_tool_result') return true;
  if (type === 'web_fetch_tool_result') return isFetched(content);
  return typeof type === 'string' && CODE_RESULT.test(type) && isOutput(content);
}

/** The document that a fetch has left; null for any other block. */
export function fetchedDocument(value: unknown): Fields | null {
  if (!isFields(value) || value['type'] !== 'web_fetch_tool_result') return null;
  const { content } = value;
  const document = isFields(content) ? content['content'] : null;
  return isFields(document) ? document : null;
}

/**
 * A result of code without the ids of files that it has written: these lie at the provider, in the
 * one account that all callers share. The same object where it has none.
 */
export function withoutFileIds(block: Fields): Fields {
  const { type, content } = block;
  if (typeof type !== 'string' || !CODE_RESULT.test(type) || !isFields(content)) return block;
  const { content: files } = content;
  if (!Array.isArray(files) || files.length === 0) return block;
  return { ...block, content: { ...content, content: [] } };
}

function isCitation(value: unknown): boolean {
  if (!isFields(value) || (value['file_id'] ?? null) !== null) return false;
  return CITATION.test(String(value['type']));
}

/** The model calls a tool, or code of the provider's that it runs. */
function isCalledInRequest({ caller }: Fields): boolean {
  if (caller === undefined || caller === null) return true;
  if (!isFields(caller)) return false;
  return caller['type'] === 'direct' || CODE_CALLER.test(String(caller['type']));
}

/** An error, or a document that is given by its content. */
function isFetched(content: unknown): boolean {
  if (!isFields(content)) return false;
  if (content['type'] === 'web_fetch_tool_result_error') return true;
  const { content: document } = content;
  if (content['type'] !== 'web_fetch_result' || !isFields(document)) return false;
  const { type, source } = document;
  return type === 'document' && isFields(source) && CONTENT_SOURCES.has(source['type']);
}

/** What code prints, and the files that it writes, which are named only. */
function isOutput(content: unknown): boolean {
  if (!isFields(content)) return false;
  return Object.entries(content).every(([name, member]) => {
    if (name === 'content' && Array.isArray(member)) return member.every(isFile);
    if (name === 'lines' && Array.isArray(member)) return true;
    return typeof member !== 'object' || member === null;
  });
}

function isFile(value: unknown): boolean {
  return isFields(value) && Object.values(value).every((member) => typeof member === 'string');
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
