import { MalformedReply } from '../adapter/adapter.ts';
import { pageBehindJob, readerOfNames } from '../adapter/batch-list.ts';
import type {
  BatchJobState,
  BatchMapper,
  BatchNames,
  BatchedResult,
  ListedJob,
} from '../adapter/batch-wire.ts';
import { asObject, asText, isObject } from '../json.ts';

const PATH = '/v1/messages/batches';
const PAGE = `${PATH}?limit=100`;
/** The form of the name of a job: it is a part of a path. */
const NAME = /^[A-Za-z0-9_-]{1,200}$/u;
const checked = readerOfNames(NAME);
/** The provider takes 100,000 requests and 256 MB; smaller jobs keep less of ours in memory. */
const LINES_MAX = 5_000;
const BYTES_MAX = 16_777_216;
/** The status that an error of each type comes with (platform.claude.com, API errors). */
const STATUSES: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  timeout_error: 504,
  overloaded_error: 529,
};
const STATUS_UNKNOWN = 500;
const WORKING: ReadonlySet<unknown> = new Set(['in_progress', 'canceling']);

/**
 * Message Batches of Anthropic: all requests with the call that begins the job
 * (`resources/messages/batches` of its SDK 1.14; guide "Batch processing", read 2026-11-28). A job
 * has no metadata: it is known by the ids of its requests, which the results alone show.
 */
export const anthropicBatches: BatchMapper = {
  capabilities: ['chat'],
  linesMax: LINES_MAX,
  bytesMax: BYTES_MAX,
  takes: (path) => path === '/v1/messages',
  lineOf({ id, body }) {
    const { stream: _, ...params } = asObject(body);
    return JSON.stringify({ custom_id: id, params });
  },
  begin: ({ lines }) => ({ path: PATH, body: `{"requests":[${lines.join(',')}]}` }),
  jobIn: (reply) => checked(asObject(reply)['id']),
  statePath: pathOf,
  stateIn,
  cancelPath: (job) => `${pathOf(job)}/cancel`,
  leftovers: (_, { job }) => [pathOf(job)],
  resultIn,
  list: {
    path: PAGE,
    pageIn: (reply) => pageBehindJob(reply, { path: PAGE, behind: 'after_id' }, listed),
  },
};

function pathOf(job: string): string {
  return `${PATH}/${checked(job)}`;
}

function stateIn(reply: unknown, { job }: BatchNames): BatchJobState {
  const { processing_status: status, results_url: url } = asObject(reply);
  if (WORKING.has(status)) return { kind: 'working' };
  if (status !== 'ended') throw new MalformedReply('the batch is in a state that is not known');
  // The results lie behind the path of the job, whatever host the reply names.
  const files = typeof url === 'string' ? [`${pathOf(job)}/results`] : [];
  return { kind: 'ended', files, results: [] };
}

function resultIn(line: unknown): BatchedResult | null {
  const { custom_id: id, result } = asObject(line);
  if (typeof id !== 'string' || !isObject(result)) return null;
  switch (result['type']) {
    case 'succeeded':
      return { id, kind: 'answered', body: result['message'] };
    case 'errored':
      return failed(id, result['error']);
    case 'canceled':
    case 'expired':
      return { id, kind: 'unrun' };
    default:
      return null;
  }
}

/** An error as the reply to a call has it. */
function failed(id: string, body: unknown): BatchedResult {
  const type = asText(asObject(asObject(body)['error'])['type']) ?? '';
  const status = Object.hasOwn(STATUSES, type) ? STATUSES[type] : undefined;
  return { id, kind: 'failed', status: status ?? STATUS_UNKNOWN, body };
}

function listed(entry: unknown): ListedJob {
  const { id, created_at: at, request_counts: counts, processing_status: status } = asObject(entry);
  const lines = Object.values(asObject(counts)).reduce<number>(
    (sum, count) => sum + (typeof count === 'number' ? count : 0),
    0,
  );
  return {
    job: checked(id),
    token: null,
    lines,
    createdAt: new Date(asText(at) ?? Number.NaN),
    isOver: status === 'ended',
  };
}
