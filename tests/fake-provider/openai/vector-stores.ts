import { createHash } from 'node:crypto';
import { Refusal, type Call } from '../wire.ts';
import { isJson, refuse } from './chat-request.ts';

type Json = Record<string, unknown>;

const HALF = 16;
const RESULTS_MAX = 50;
const COMPARISONS: ReadonlySet<unknown> = new Set('eq ne gt gte lt lte in nin'.split(' '));
const digestOf = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, HALF);
/** Names of stores that were deleted. */
const GONE = digestOf('gone');

/**
 * The id of a vector store in the account of a key. Every name is a store, except `gone`, which was
 * deleted.
 */
export function storeIdOf(key: string, name: string): string {
  return `vs_${digestOf(key)}${digestOf(name)}`;
}

/** Whether files may be searched, in stores of the account that asks. */
export function readFileSearch({ headers }: Call, tools: readonly Json[]): boolean {
  const found = tools.filter(({ type }) => type === 'file_search');
  if (found.length > 1) refuse('Duplicate tools are not allowed.', 'tools');
  const [tool] = found;
  if (tool === undefined) return false;
  const param = `tools[${tools.indexOf(tool)}]`;
  const { vector_store_ids: ids, max_num_results: most = 1, filters } = tool;
  if (!Array.isArray(ids) || ids.length === 0) {
    refuse(`Missing required parameter: '${param}.vector_store_ids'.`, param);
  }
  if (!Number.isInteger(most) || Number(most) < 1 || Number(most) > RESULTS_MAX) {
    refuse('Invalid value.', `${param}.max_num_results`, 'invalid_value');
  }
  if (filters !== undefined) assertFilter(filters, `${param}.filters`);
  const key = (headers.authorization ?? '').replace(/^Bearer /u, '');
  const missing = ids.filter((id) => !isThere(id, key));
  if (missing.length === 0) return true;
  throw new Refusal({
    status: 404,
    type: 'invalid_request_error',
    message: `Vector store with id ['${missing.join("', '")}'] not found.`,
    param: null,
    code: null,
  });
}

function isThere(id: unknown, key: string): boolean {
  return typeof id === 'string' && id.startsWith(`vs_${digestOf(key)}`) && !id.endsWith(GONE);
}

function assertFilter(filter: unknown, param: string): void {
  const { type, key, value, filters } = isJson(filter) ? filter : {};
  if (type === 'and' || type === 'or') {
    if (!Array.isArray(filters)) refuse('Missing required parameter.', `${param}.filters`);
    filters.forEach((one, at) => assertFilter(one, `${param}.filters[${at}]`));
  } else if (!COMPARISONS.has(type) || typeof key !== 'string' || value === undefined) {
    refuse('Invalid value.', param, 'invalid_value');
  }
}

/** What a search has found. Documents of the provider name no store; one that does is tried too. */
export const FOUND = {
  file_id: 'file-2dtbBZdjtDKS8eqWxqbgDi',
  filename: 'handbook.pdf',
  score: 0.94,
  text: 'The office opens at nine.',
  attributes: { year: 2026 },
  vector_store_id: storeIdOf('nobody', 'x'),
};

/** The place of a text where a file is cited. */
export const FILE_CITATION = {
  type: 'file_citation',
  index: 4,
  file_id: FOUND.file_id,
  filename: FOUND.filename,
};
