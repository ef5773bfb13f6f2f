import { MalformedReply } from '../adapter/adapter.ts';
import { jobsIn, readerOfNames } from '../adapter/batch-list.ts';
import type {
  BatchJobState,
  BatchMapper,
  BatchedResult,
  ListedJob,
} from '../adapter/batch-wire.ts';
import { asList, asObject, asText, isObject } from '../json.ts';

/** The name of a job, which is a path. */
const JOB = /^batches\/[A-Za-z0-9_-]{1,200}$/u;
const checked = readerOfNames(JOB);
const ASKED = /^\/models\/[^/:]+:generateContent$/u;
const PAGE = '/batches?pageSize=100';
/** Requests with the call may have 20 MB, and all answers come in one reply. */
const LINES_MAX = 200;
const BYTES_MAX = 8_388_608;
/** The HTTP status of each code of Google's calls (google.rpc.Code). */
const STATUSES: Readonly<Record<number, number>> = {
  3: 400,
  4: 504,
  5: 404,
  7: 403,
  8: 429,
  9: 400,
  11: 400,
  14: 503,
  16: 401,
};
const STATUS_UNKNOWN = 500;
/** Codes of requests that were cancelled with their job. */
const CANCELLED = 1;
const WORKING: ReadonlySet<unknown> = new Set(['BATCH_STATE_PENDING', 'BATCH_STATE_RUNNING']);
const FULL = 8;

/**
 * The Batch API of Gemini with its requests in the call (`models.batchGenerateContent`,
 * ai.google.dev/api/batch-api, read 2026-11-28): a long-running operation, whose name says where it
 * is asked for, and whose `displayName` is our token.
 */
export const googleBatches: BatchMapper = {
  capabilities: ['chat'],
  linesMax: LINES_MAX,
  bytesMax: BYTES_MAX,
  takes: (path) => ASKED.test(path),
  lineOf: ({ id, body }) => JSON.stringify({ request: body, metadata: { key: id } }),
  begin: ({ token, path, lines }) => ({
    path: path.replace(/:generateContent$/u, ':batchGenerateContent'),
    body: `{"batch":{"displayName":${JSON.stringify(token)},"inputConfig":{"requests":{"requests":[${lines.join(',')}]}}}}`,
  }),
  jobIn: (reply) => checked(asObject(reply)['name']),
  statePath: pathOf,
  stateIn,
  cancelPath: (job) => `${pathOf(job)}:cancel`,
  leftovers: (_, { job }) => [pathOf(job)],
  resultIn,
  list: {
    path: PAGE,
    pageIn(reply) {
      const jobs = jobsIn(reply, 'operations', listed);
      const token = asText(asObject(reply)['nextPageToken']) ?? '';
      const next = token === '' ? null : `${PAGE}&pageToken=${encodeURIComponent(token)}`;
      return { jobs, next };
    },
  },
};

function pathOf(job: string): string {
  return `/${checked(job)}`;
}

function stateIn(reply: unknown): BatchJobState {
  if (!isObject(reply)) throw new MalformedReply('the reply is no JSON object');
  const { metadata, done, error, response } = reply;
  const { state } = asObject(metadata);
  if (done !== true && WORKING.has(state)) return { kind: 'working' };
  if (state === undefined) throw new MalformedReply('the batch is in a state that is not known');
  const output = asObject(response)['inlinedResponses'] ?? asObject(metadata)['output'];
  const inner = asObject(output)['inlinedResponses'];
  const results = asList(isObject(inner) ? inner['inlinedResponses'] : inner);
  if (state === 'BATCH_STATE_FAILED' && results.length === 0) {
    const { code, message } = asObject(error);
    return { kind: 'refused', isFull: code === FULL, detail: asText(message) ?? '' };
  }
  return { kind: 'ended', files: [], results };
}

function resultIn(line: unknown): BatchedResult | null {
  const { metadata, response, error } = asObject(line);
  const id = asText(asObject(metadata)['key']);
  if (id === undefined) return null;
  if (isObject(response)) return { id, kind: 'answered', body: response };
  if (!isObject(error)) return null;
  const code = Number(error['code']);
  if (code === CANCELLED) return { id, kind: 'unrun' };
  return { id, kind: 'failed', status: STATUSES[code] ?? STATUS_UNKNOWN, body: { error } };
}

function listed(entry: unknown): ListedJob {
  const { name, metadata, done } = asObject(entry);
  const { displayName, createTime, batchStats } = asObject(metadata);
  const count = Number(asObject(batchStats)['requestCount']);
  return {
    job: checked(name),
    token: asText(displayName) ?? null,
    lines: Number.isFinite(count) ? count : null,
    createdAt: new Date(asText(createTime) ?? Number.NaN),
    isOver: done === true,
  };
}
