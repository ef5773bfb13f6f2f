import { createHash } from 'node:crypto';
import { jsonReply } from '../reply.ts';
import { Refusal } from '../wire.ts';
import type { Call, Operation } from '../wire.ts';
import { isJson, refuse } from './chat-request.ts';

type Json = Record<string, unknown>;

const HALF = 16;
const RESULTS_MAX = 50;
const COMPARISONS: ReadonlySet<unknown> = new Set('eq ne gt gte lt lte in nin'.split(' '));
const digestOf = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, HALF);
/** The name of a store that has expired; a deleted one is not there. */
const EXPIRED = digestOf('expired');
/** Ids of stores that were deleted since this provider runs. */
const deleted = new Set<string>();

/** The id of a vector store in the account of a key. Every name is a store until it is deleted. */
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
  const missing = ids.filter((id) => !isThere(id, keyIn(headers)));
  if (missing.length === 0) return true;
  throw notFound(`['${missing.join("', '")}']`);
}

function notFound(id: string): Refusal {
  const message = `Vector store with id ${id} not found.`;
  return new Refusal({
    status: 404,
    type: 'invalid_request_error',
    message,
    param: null,
    code: null,
  });
}

function keyIn({ authorization = '' }: Call['headers']): string {
  return authorization.replace(/^Bearer /u, '');
}

function isThere(id: unknown, key: string): boolean {
  return typeof id === 'string' && id.startsWith(`vs_${digestOf(key)}`) && !deleted.has(id);
}

/** The store of a path. Throws a refusal where the provider would. */
function storeIn({ path, headers }: Call): string {
  if (headers['openai-beta'] !== 'assistants=v2') {
    refuse("You must provide the 'OpenAI-Beta' header to access the Assistants API.", null);
  }
  const id = decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
  if (!/^vs_[\w-]+$/u.test(id)) {
    refuse(
      `Invalid 'vector_store_id': '${id}'. Expected an ID that begins with 'vs'.`,
      'vector_store_id',
    );
  }
  if (!isThere(id, keyIn(headers))) throw notFound(`'${id}'`);
  return id;
}

const store: Operation = {
  name: 'vector_store',
  peek: () => ({ model: null, text: '', stream: false }),
  answer(call) {
    const id = storeIn(call);
    const isExpired = id.endsWith(EXPIRED);
    return jsonReply(200, {
      id,
      object: 'vector_store',
      created_at: 1_760_000_000,
      name: null,
      usage_bytes: 0,
      file_counts: { in_progress: 0, completed: 0, failed: 0, cancelled: 0, total: 0 },
      status: isExpired ? 'expired' : 'completed',
      expires_after: null,
      expires_at: null,
      last_active_at: 1_760_000_000,
      metadata: {},
    });
  },
};
const removal: Operation = {
  ...store,
  answer(call) {
    const id = storeIn(call);
    deleted.add(id);
    return jsonReply(200, { id, object: 'vector_store.deleted', deleted: true });
  },
};

/** A vector store by its id, and its deletion. */
export const VECTOR_STORE_ROUTES: [method: string, path: RegExp, operation: Operation][] = [
  ['GET', /\/vector_stores\/[^/]+$/u, store],
  ['DELETE', /\/vector_stores\/[^/]+$/u, removal],
];

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
