import { MalformedReply, ProviderError } from '../adapter/adapter.ts';
import type { Credential, HttpCall } from '../adapter/adapter.ts';
import { jobsIn, readerOfNames } from '../adapter/batch-list.ts';
import type {
  BatchJob,
  BatchJobState,
  BatchMapper,
  BatchNames,
  BatchSite,
  BatchStore,
  BatchedResult,
  ListedJob,
} from '../adapter/batch-wire.ts';
import { asObject, asText, isObject } from '../json.ts';
import type { JsonObject } from '../json.ts';
import { toFailure } from '../wire/failures.ts';
import { signFile, storeOf } from './sign.ts';

const PATH = '/model-invocation-job';
const PAGE = '/model-invocation-jobs?maxResults=100&sortBy=CreationTime&sortOrder=Descending';
const JOB =
  /^arn:aws(?:-[^:]{1,20})?:bedrock:[a-z0-9-]{1,20}:\d{12}:model-invocation-job\/(?<id>[a-z0-9]{12})$/u;
const checked = readerOfNames(JOB);
const ASKED = /^\/model\/[^/]+\/(?<verb>converse|invoke)$/u;
const FILE = /^s3:\/\/(?<where>[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]\/[A-Za-z0-9_./-]{1,400})$/u;
/** What stands before our token in the name of a job. */
const NAME = 'tollgate-';
/** The file of requests, within a folder of the job. */
const INPUT = 'requests.jsonl';
/**
 * The least records of a job are a quota of each model, 100 unless AWS has set another ("Minimum
 * number of records per batch inference job", Service Quotas).
 */
const LINES_MIN = 100;
/** The provider takes 50,000 records and 1 GB a file; smaller jobs keep less of ours in memory. */
const LINES_MAX = 5_000;
const BYTES_MAX = 12_582_912;
/** The shortest time that a job can have. */
const HOURS = 24;
const BAD_REQUEST = 400;
const STATUS_UNKNOWN = 500;
const WORKING: ReadonlySet<unknown> = new Set([
  'Submitted',
  'Validating',
  'Scheduled',
  'InProgress',
  'Stopping',
]);
const OVER: ReadonlySet<unknown> = new Set([
  'Completed',
  'PartiallyCompleted',
  'Stopped',
  'Expired',
  'Failed',
]);

/** A bucket of the operator, in which each job has a folder by our token. */
const store: BatchStore = {
  isSetUp: ({ batch_s3_uri: folder, batch_role_arn: role }) =>
    folder !== undefined && role !== undefined,
  fileOf: (token, credential) => `${folderOf(credential)}/${token}/${INPUT}`,
  addressOf(name, credential) {
    const { where } = FILE.exec(name)?.groups ?? {};
    return where === undefined ? null : { baseUrl: storeOf(credential), path: `/${where}` };
  },
  async sign(call, credential, at) {
    const signed = await signFile(ownedBy(call, credential), credential, at);
    if (signed === null) throw new TypeError('a file of a batch is at another host');
    return signed;
  },
};

/**
 * Batch inference of Bedrock (`CreateModelInvocationJob` and its siblings in the types of
 * `@aws-sdk/client-bedrock` 3.1164; user guide "Process multiple prompts with batch inference",
 * read 2026-11-29): records in a file of S3, results in another one. No job was recorded for us.
 */
export const bedrockBatches: BatchMapper = {
  capabilities: ['chat'],
  linesMin: LINES_MIN,
  linesMax: LINES_MAX,
  bytesMax: BYTES_MAX,
  baseUrl: (baseUrl) => baseUrl.replace('bedrock-runtime', 'bedrock'),
  takes,
  lineOf: ({ id, body }) => JSON.stringify({ recordId: id, modelInput: body }),
  store,
  begin: (job, file, site) => ({ path: PATH, body: JSON.stringify(jobOf(job, file, site)) }),
  jobIn: (reply) => checked(asObject(reply)['jobArn']),
  statePath: pathOf,
  stateIn,
  cancelPath: (job) => `${pathOf(job)}/stop`,
  leftovers: (_, names) =>
    names.file === null
      ? []
      : [names.file, resultsOf(names), `${outputOf(names)}/manifest.json.out`],
  resultIn,
  list: {
    path: PAGE,
    pageIn(reply) {
      const jobs = jobsIn(reply, 'invocationJobSummaries', listed);
      const token = asText(asObject(reply)['nextToken']) ?? '';
      const next = token === '' ? null : `${PAGE}&nextToken=${encodeURIComponent(token)}`;
      return { jobs, next };
    },
  },
};

/**
 * Records of Converse that declare tools fail ("doesn't support tool calling for jobs that use the
 * Converse invocation type"); bodies of Claude's own may have them.
 */
function takes(path: string, body: unknown): boolean {
  const verb = ASKED.exec(path)?.groups?.['verb'];
  if (verb === undefined) return false;
  const asked = asObject(body);
  return verb === 'converse' ? asked['toolConfig'] === undefined : 'anthropic_version' in asked;
}

function jobOf(
  { token, path }: BatchJob,
  file: string | null,
  { endpoint, credential }: BatchSite,
): JsonObject {
  if (file === null) throw new TypeError('a job has no file of records');
  const { batch_role_arn: roleArn, batch_bucket_owner: owner } = credential;
  if (roleArn === undefined) throw notSetUp();
  const owned = owner === undefined ? {} : { s3BucketOwner: owner };
  const verb = ASKED.exec(path)?.groups?.['verb'];
  const s3Uri = file.slice(0, -INPUT.length);
  return {
    jobName: `${NAME}${token}`,
    clientRequestToken: token,
    roleArn,
    modelId: endpoint.upstreamModel,
    modelInvocationType: verb === 'converse' ? 'Converse' : 'InvokeModel',
    inputDataConfig: { s3InputDataConfig: { s3InputFormat: 'JSONL', s3Uri: file, ...owned } },
    outputDataConfig: { s3OutputDataConfig: { s3Uri, ...owned } },
    timeoutDurationInHours: HOURS,
  };
}

function folderOf({ batch_s3_uri: folder }: Credential): string {
  if (folder === undefined) throw notSetUp();
  return folder.replace(/\/$/u, '');
}

function notSetUp(): ProviderError {
  const text = 'The credential names no bucket and role for batches.';
  return new ProviderError(toFailure('rejected', { status: BAD_REQUEST, text }));
}

/** S3 refuses the call where the bucket belongs to another account. */
function ownedBy(call: HttpCall, { batch_bucket_owner: owner }: Credential): HttpCall {
  if (owner === undefined) return call;
  return { ...call, headers: { ...call.headers, 'x-amz-expected-bucket-owner': owner } };
}

function pathOf(job: string): string {
  return `${PATH}/${encodeURIComponent(checked(job))}`;
}

/** The provider writes into a folder by the id of the job, beside the requests. */
function outputOf({ job, file }: BatchNames): string {
  const id = JOB.exec(job)?.groups?.['id'];
  if (id === undefined || file === null) throw new MalformedReply('the results lie nowhere');
  return file.slice(0, -INPUT.length) + id;
}

function resultsOf(names: BatchNames): string {
  return `${outputOf(names)}/${INPUT}.out`;
}

function stateIn(reply: unknown, names: BatchNames): BatchJobState {
  const { status, message, processedRecordCount: processed } = asObject(reply);
  if (WORKING.has(status)) return { kind: 'working' };
  if (!OVER.has(status)) throw new MalformedReply('the batch is in a state that is not known');
  if (status === 'Failed' && !(Number(processed) > 0)) {
    return { kind: 'refused', isFull: false, detail: asText(message) ?? '' };
  }
  const ended = { kind: 'ended', files: [resultsOf(names)], results: [] } as const;
  return status === 'Completed' ? ended : { ...ended, mayLack: true };
}

function resultIn(line: unknown): BatchedResult | null {
  const { recordId: id, modelOutput: body, error } = asObject(line);
  if (typeof id !== 'string') return null;
  if (isObject(error)) {
    const { errorCode: code, errorMessage: message } = error;
    return { id, kind: 'failed', status: statusIn(code), body: { message } };
  }
  return isObject(body) ? { id, kind: 'answered', body } : null;
}

function statusIn(code: unknown): number {
  const status = Number(code);
  return Number.isInteger(status) && status >= BAD_REQUEST && status < 600
    ? status
    : STATUS_UNKNOWN;
}

function listed(entry: unknown): ListedJob {
  const { jobArn, jobName, clientRequestToken, submitTime, status } = asObject(entry);
  const { totalRecordCount: total } = asObject(entry);
  const name = asText(jobName) ?? '';
  const isOurs = name.startsWith(NAME);
  return {
    job: checked(jobArn),
    token: isOurs ? name.slice(NAME.length) : (asText(clientRequestToken) ?? ''),
    lines: typeof total === 'number' && total > 0 ? total : null,
    createdAt: new Date(asText(submitTime) ?? Number.NaN),
    isOver: OVER.has(status),
  };
}
