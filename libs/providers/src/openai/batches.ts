import { MalformedReply } from '../adapter/adapter.ts';
import { pageBehindJob, readerOfNames } from '../adapter/batch-list.ts';
import type {
  BatchJobState,
  BatchMapper,
  BatchedResult,
  ListedJob,
} from '../adapter/batch-wire.ts';
import { asList, asObject, asText, isObject } from '../json.ts';

/** The form of names of files and jobs: they are parts of paths. */
const NAME = /^[A-Za-z0-9_-]{1,200}$/u;
const checked = readerOfNames(NAME);
/** The paths that lines may go to, and how a line names them. */
const PATHS: ReadonlySet<string> = new Set(['/chat/completions', '/responses', '/embeddings']);
const PREFIX = '/v1';
/** Under this key the metadata of a job has our token. */
const TOKEN = 'tollgate_job';
/** Files that a process leaves behind by dying go by themselves. */
const FILE_SECONDS = '259200';
/** The provider takes 50,000 lines and 200 MB; smaller jobs keep less of ours in memory. */
const LINES_MAX = 5_000;
const BYTES_MAX = 16_777_216;
const PAGE = '/batches?limit=100';
const MS_PER_SECOND = 1_000;
const FIRST_ERROR_STATUS = 400;
const STATUS_UNKNOWN = 500;
/** Codes with which a line of the file of errors says that it was not run. */
const UNRUN: ReadonlySet<unknown> = new Set(['batch_expired', 'batch_cancelled']);
const OVER: ReadonlySet<unknown> = new Set(['completed', 'expired', 'cancelled', 'failed']);
const WORKING: ReadonlySet<unknown> = new Set([
  'validating',
  'in_progress',
  'finalizing',
  'cancelling',
]);

/**
 * The Batch API of OpenAI: a file of lines, and a job that names the file (`resources/batches` and
 * `resources/files` of its SDK 7.59; guide "Batch API", read 2026-11-28). A job that would have
 * more tokens wait than the account may fails with `token_limit_exceeded`.
 */
export const openaiBatches: BatchMapper = {
  capabilities: ['chat', 'embeddings'],
  linesMax: LINES_MAX,
  bytesMax: BYTES_MAX,
  takes: (path) => PATHS.has(path),
  lineOf: ({ id, path, body }) =>
    JSON.stringify({ custom_id: id, method: 'POST', url: PREFIX + path, body: unstreamed(body) }),
  upload: {
    path: '/files',
    fields: {
      purpose: 'batch',
      'expires_after[anchor]': 'created_at',
      'expires_after[seconds]': FILE_SECONDS,
    },
    part: 'file',
    fileIn: (reply) => checked(asObject(reply)['id']),
  },
  begin: ({ token, path }, file) => ({
    path: '/batches',
    body: JSON.stringify({
      input_file_id: file,
      endpoint: PREFIX + path,
      completion_window: '24h',
      metadata: { [TOKEN]: token },
    }),
  }),
  jobIn: (reply) => checked(asObject(reply)['id']),
  statePath: pathOf,
  stateIn,
  cancelPath: (job) => `${pathOf(job)}/cancel`,
  leftovers: (reply, { file }) => {
    const { input_file_id, output_file_id, error_file_id } = asObject(reply);
    const files = [input_file_id ?? file, output_file_id, error_file_id];
    return files.flatMap((one) => (typeof one === 'string' ? [`/files/${checked(one)}`] : []));
  },
  resultIn,
  list: {
    path: PAGE,
    pageIn: (reply) => pageBehindJob(reply, { path: PAGE, behind: 'after' }, listed),
  },
};

function unstreamed(body: unknown): unknown {
  const { stream: _, ...rest } = asObject(body);
  return rest;
}

function pathOf(job: string): string {
  return `/batches/${checked(job)}`;
}

function stateIn(reply: unknown): BatchJobState {
  const { status, errors, output_file_id: output, error_file_id: failed } = asObject(reply);
  if (WORKING.has(status)) return { kind: 'working' };
  if (status === 'failed') {
    const [first] = asList(asObject(errors)['data']).map(asObject);
    const code = asText(first?.['code']) ?? '';
    const detail = `${code} ${asText(first?.['message']) ?? ''}`.trim();
    return { kind: 'refused', isFull: code === 'token_limit_exceeded', detail };
  }
  if (!OVER.has(status)) throw new MalformedReply('the batch is in a state that is not known');
  const files = [output, failed].flatMap((one) =>
    typeof one === 'string' ? [`/files/${checked(one)}/content`] : [],
  );
  return { kind: 'ended', files, results: [] };
}

function resultIn(line: unknown): BatchedResult | null {
  const { custom_id: id, response, error } = asObject(line);
  if (typeof id !== 'string') return null;
  if (isObject(response)) {
    const { status_code: status, body } = response;
    const isAnswer = typeof status === 'number' && status < FIRST_ERROR_STATUS;
    if (isAnswer) return { id, kind: 'answered', body };
    return { id, kind: 'failed', status: Number(status) || STATUS_UNKNOWN, body };
  }
  if (!isObject(error)) return null;
  if (UNRUN.has(error['code'])) return { id, kind: 'unrun' };
  return { id, kind: 'failed', status: STATUS_UNKNOWN, body: { error } };
}

function listed(entry: unknown): ListedJob {
  const { id, metadata, created_at: at, request_counts: counts, status } = asObject(entry);
  const { total } = asObject(counts);
  return {
    job: checked(id),
    token: asText(asObject(metadata)[TOKEN]) ?? null,
    lines: typeof total === 'number' && total > 0 ? total : null,
    createdAt: new Date(Number(at) * MS_PER_SECOND),
    isOver: OVER.has(status),
  };
}
