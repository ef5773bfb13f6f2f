import { randomBytes } from 'node:crypto';
import { asks, type Inside, type Line, listed, pollsOf, type Ran, run } from '../batch-lines.ts';
import { fileText, putFiles } from '../object-store.ts';
import { isJson } from '../openai/chat-request.ts';
import { jsonReply, type Reply } from '../reply.ts';
import { type Shape, unknownIn } from '../shape.ts';
import { type Call, type Operation, Refusal } from '../wire.ts';
import { refuse } from './refuse.ts';

type Json = Record<string, unknown>;
type Verb = 'converse' | 'invoke';

/** A job of many records. */
interface Job {
  arn: string;
  id: string;
  /** The request as it came: a token stands for one request alone. */
  asked: string;
  request: Json;
  model: string;
  verb: Verb;
  input: string;
  output: string;
  submitted: Date;
  lines: Line[];
  polls: number;
  status: string;
  message: string | null;
  counts: { processed: number; success: number; error: number };
}

const ACCOUNT = '123456789012';
const ID_BYTES = 6;
const RECORDS_MIN = 100;
const RECORDS_MAX = 50_000;
const HOURS = { min: 24, max: 168, usual: 168 };
const LISTED_MAX = 1_000;
const NAME_MAX = 63;
const TOKEN_MAX = 256;
const OVER = ['Completed', 'PartiallyCompleted', 'Stopped', 'Expired', 'Failed'];
const NAME = /^[a-zA-Z0-9]{1,63}(?:-*[a-zA-Z0-9+\-.]){0,63}$/u;
const TOKEN = /^[a-zA-Z0-9](?:-*[a-zA-Z0-9])*$/u;
const ROLE = /^arn:aws(?:-[^:]+)?:iam::[0-9]{12}:role\/.+$/u;
const LOCATION = /^s3:\/\/[a-z0-9][-.a-z0-9]{1,61}(?:\/[-!_*'().a-z0-9A-Z]+)*\/?$/u;
const OWNER = /^[0-9]{12}$/u;
const IDENTIFIER =
  /^(?:arn:aws(?:-[^:]+)?:bedrock:[a-z0-9-]{1,20}:[0-9]{12}:model-invocation-job\/)?(?<id>[a-z0-9]{12})$/u;

const BODY: Shape = {
  jobName: null,
  roleArn: null,
  clientRequestToken: null,
  modelId: null,
  modelInvocationType: null,
  inputDataConfig: { s3InputDataConfig: { s3InputFormat: null, s3Uri: null, s3BucketOwner: null } },
  outputDataConfig: {
    s3OutputDataConfig: { s3Uri: null, s3EncryptionKeyId: null, s3BucketOwner: null },
  },
  timeoutDurationInHours: null,
  vpcConfig: { subnetIds: null, securityGroupIds: null },
  tags: { key: null, value: null },
};

/** Jobs by their ids, oldest first; they live as long as the process. */
const jobs = new Map<string, Job>();
/** Files of records by their locations, as they were when a job was begun. */
const inputs = new Map<string, string | null>();
/** Files whose job was refused once, because too many wait. */
const fullOnce = new Set<string>();

const jsonAt = (value: unknown): Json => (isJson(value) ? value : {});
const inputOf = (body: unknown): Json =>
  jsonAt(jsonAt(jsonAt(body)['inputDataConfig'])['s3InputDataConfig']);
const outputOf = (body: unknown): Json =>
  jsonAt(jsonAt(jsonAt(body)['outputDataConfig'])['s3OutputDataConfig']);

function invalid(member: string, value: unknown): never {
  const at = `Value '${String(value)}' at '${member}' failed to satisfy constraint`;
  return refuse(`1 validation error detected: ${at}`);
}

function assertForm(member: string, value: unknown, form: RegExp, most: number): string {
  const isGood = typeof value === 'string' && value.length <= most && form.test(value);
  return isGood ? value : invalid(member, value);
}

function assertRequest(body: unknown): Json {
  if (!isJson(body)) refuse('The request is no JSON object.');
  const unknown = unknownIn(body, BODY);
  if (unknown !== null) refuse(`Unexpected field: ${unknown.name}`);
  assertForm('jobName', body['jobName'], NAME, NAME_MAX);
  assertForm('roleArn', body['roleArn'], ROLE, 2_048);
  assertForm('modelId', body['modelId'], /^[a-z0-9][a-zA-Z0-9.:/-]{0,2047}$/u, 2_048);
  const { clientRequestToken: token, timeoutDurationInHours: hours = HOURS.usual } = body;
  if (token !== undefined) assertForm('clientRequestToken', token, TOKEN, TOKEN_MAX);
  const isWithin = Number.isInteger(hours) && Number(hours) >= HOURS.min;
  if (!isWithin || Number(hours) > HOURS.max) invalid('timeoutDurationInHours', hours);
  const type = body['modelInvocationType'] ?? 'InvokeModel';
  if (type !== 'InvokeModel' && type !== 'Converse') invalid('modelInvocationType', type);
  for (const [name, { s3Uri, s3BucketOwner: owner }] of [
    ['inputDataConfig', inputOf(body)],
    ['outputDataConfig', outputOf(body)],
  ] as const) {
    assertForm(`${name}.s3Uri`, s3Uri, LOCATION, 1_024);
    if (owner !== undefined) assertForm(`${name}.s3BucketOwner`, owner, OWNER, 12);
  }
  const format = inputOf(body)['s3InputFormat'] ?? 'JSONL';
  if (format !== 'JSONL') invalid('inputDataConfig.s3InputFormat', format);
  return body;
}

function begin({ body }: Call): Reply {
  const request = assertRequest(body);
  const asked = JSON.stringify(request);
  const known = [...jobs.values()].find(
    ({ request: one }) =>
      one['clientRequestToken'] !== undefined &&
      one['clientRequestToken'] === request['clientRequestToken'],
  );
  if (known !== undefined && known.asked !== asked) conflict('The token was used by another job.');
  if (known !== undefined) return jsonReply(200, { jobArn: known.arn });
  const input = String(inputOf(request)['s3Uri']);
  if (isFull(input)) {
    const message = 'You have reached the limit of batch inference jobs in progress.';
    throw new Refusal({ status: 400, message, code: 'ServiceQuotaExceededException' });
  }
  const id = randomBytes(ID_BYTES).toString('hex');
  const job: Job = {
    arn: `arn:aws:bedrock:us-east-1:${ACCOUNT}:model-invocation-job/${id}`,
    id,
    asked,
    request,
    model: String(request['modelId']),
    verb: request['modelInvocationType'] === 'Converse' ? 'converse' : 'invoke',
    input,
    output: String(outputOf(request)['s3Uri']).replace(/\/$/u, ''),
    submitted: new Date(),
    lines: [],
    polls: 0,
    status: 'Submitted',
    message: null,
    counts: { processed: 0, success: 0, error: 0 },
  };
  jobs.set(id, job);
  return jsonReply(200, { jobArn: job.arn });
}

function isFull(input: string): boolean {
  const isFirst = inputs.get(input)?.includes('[batch: full]') === true && !fullOnce.has(input);
  if (isFirst) fullOnce.add(input);
  return isFirst;
}

function conflict(message: string): never {
  throw new Refusal({ status: 400, message, code: 'ConflictException' });
}

/** Reads the records as the provider does while a job is validated. */
function validate(job: Job): void {
  const text = inputs.get(job.input) ?? null;
  if (text === null) return fail(job, `The file ${job.input} cannot be read with the role.`);
  if (!job.input.endsWith('.jsonl')) return fail(job, 'The input has no .jsonl file.');
  const path = `/model/${encodeURIComponent(job.model)}/${job.verb}`;
  const records = text.trimEnd().split('\n');
  const { length } = records;
  const [few, many] = [length < RECORDS_MIN, length > RECORDS_MAX];
  const than = few ? `less records (${length}) than the required minimum of: ${RECORDS_MIN}` : '';
  if (few) return fail(job, `Batch job ${job.arn} contains ${than}.`);
  if (many) return fail(job, `Batch job ${job.arn} contains too many records.`);
  for (const record of records) {
    const { recordId: id, modelInput: body, ...others } = JSON.parse(record) as Json;
    const isRecord = typeof id === 'string' && isJson(body) && Object.keys(others).length === 0;
    if (!isRecord) return fail(job, 'A record has not the form of a record.');
    job.lines.push({ id, path, body });
  }
  if (job.lines.some((line) => asks(line, 'failed'))) return fail(job, 'The job has failed.');
  job.status = 'InProgress';
}

function fail(job: Job, message: string): void {
  job.status = 'Failed';
  job.message = message;
}

function jobOut(job: Job): Json {
  const { arn, request, status, message, submitted, counts, lines } = job;
  const { processed, success, error } = counts;
  return {
    ...request,
    jobArn: arn,
    status,
    ...(message === null ? {} : { message }),
    submitTime: submitted.toISOString(),
    ...(OVER.includes(status)
      ? {
          totalRecordCount: lines.length,
          processedRecordCount: processed,
          successRecordCount: success,
          errorRecordCount: error,
        }
      : {}),
  };
}

const STATE = /\/model-invocation-job\/(?<id>[^/]+)$/u;
const STOP = /\/model-invocation-job\/(?<id>[^/]+)\/stop$/u;

function jobIn({ path }: Call, pattern: RegExp): Job {
  const named = decodeURIComponent(pattern.exec(path)?.groups?.['id'] ?? '');
  const id = IDENTIFIER.exec(named)?.groups?.['id'] ?? invalid('jobIdentifier', named);
  const job = jobs.get(id);
  if (job !== undefined) return job;
  const message = 'Could not find the requested job.';
  throw new Refusal({ status: 404, message, code: 'ResourceNotFoundException' });
}

function look(call: Call, inside: Inside): Reply {
  const job = jobIn(call, STATE);
  const reply = OVER.includes(job.status) ? {} : step(job, call, inside);
  return { ...jsonReply(200, jobOut(job)), ...reply };
}

function step(job: Job, call: Call, inside: Inside): Pick<Reply, 'before' | 'billed'> {
  if (job.status === 'Submitted') validate(job);
  else if (job.status === 'Stopping') return finish(job, call, inside);
  else if (job.polls >= pollsOf(job.lines)) return finish(job, call, inside);
  job.polls += 1;
  return {};
}

/** Runs the records, but of a stopped job the second half, and writes the files of results. */
function finish(job: Job, call: Call, inside: Inside): Pick<Reply, 'before' | 'billed'> {
  const { lines, status } = job;
  const isStopped = status === 'Stopping';
  const count = isStopped ? Math.floor(lines.length / 2) : lines.length;
  const run = lines.slice(0, count).filter((line) => !asks(line, 'expired'));
  job.status = isStopped ? 'Stopped' : run.length < count ? 'PartiallyCompleted' : 'Completed';
  // A job that is stopped before it has begun leaves no files.
  if (run.length === 0) return {};
  const made = run.map((line) => ({ line, ...ranOf(job, line, { call, inside }) }));
  const errors = made.filter(({ ran }) => ran.status >= 400).length;
  job.counts = { processed: made.length, success: made.length - errors, error: errors };
  const out = listed(made).map(({ result }) => JSON.stringify(result));
  const [first] = out;
  const isStrange = first !== undefined && lines.some((line) => asks(line, 'stranger'));
  const stranger = isStrange
    ? [JSON.stringify({ ...(JSON.parse(first) as Json), recordId: 'of-no-request' })]
    : [];
  const folder = `${job.output}/${job.id}`;
  const name = job.input.slice(job.input.lastIndexOf('/') + 1);
  const manifest = {
    totalRecordCount: lines.length,
    processedRecordCount: made.length,
    successRecordCount: made.length - errors,
    errorRecordCount: errors,
  };
  const files = new Map([
    [`${folder}/${name}.out`, `${[...stranger, ...out].join('\n')}\n`],
    [`${folder}/manifest.json.out`, JSON.stringify(manifest)],
  ]);
  return { before: () => putFiles(files), billed: made.map(({ ran }) => ran) };
}

/** The answer to a record, with the line of results that the provider writes of it. */
function ranOf(
  job: Job,
  line: Line,
  { call, inside }: { call: Call; inside: Inside },
): { ran: Ran; result: Json } {
  const { id: recordId, body: modelInput } = line;
  const ran = { ...answered(job, line, { call, inside }), model: job.model };
  const { status, body } = ran;
  if (status < 400) return { ran, result: { recordId, modelInput, modelOutput: body } };
  const error = { errorCode: status, errorMessage: (body as { message: string }).message };
  return { ran, result: { recordId, modelInput, error } };
}

function answered(
  { verb }: Job,
  line: Line,
  { call, inside }: { call: Call; inside: Inside },
): Ran {
  if (verb === 'invoke' || !('toolConfig' in jsonAt(line.body))) return run(line, call, inside);
  const message = 'Tool calling is not supported for batch inference with Converse.';
  return { path: line.path, model: null, status: 400, served: null, body: { message } };
}

function stop(call: Call): Reply {
  const job = jobIn(call, STOP);
  if (OVER.includes(job.status)) conflict(`The job is ${job.status} and cannot be stopped.`);
  job.status = job.status === 'Submitted' ? 'Stopped' : 'Stopping';
  return jsonReply(200, {});
}

function list({ query }: Call): Reply {
  const after = Date.parse(query.get('submitTimeAfter') ?? '1970-01-01T00:00:00Z');
  const most = Number(query.get('maxResults') ?? 100);
  const from = Number(query.get('nextToken') ?? 0);
  const isGood = Number.isInteger(most) && most >= 1 && most <= LISTED_MAX;
  if (!isGood || Number.isNaN(after)) invalid('maxResults', most);
  const [sortBy, order] = [query.get('sortBy') ?? 'CreationTime', query.get('sortOrder')];
  if (sortBy !== 'CreationTime') invalid('sortBy', sortBy);
  if (order !== null && order !== 'Ascending' && order !== 'Descending')
    invalid('sortOrder', order);
  const named = query.get('nameContains') ?? '';
  const all = [...jobs.values()].filter(
    ({ submitted, request }) =>
      submitted.getTime() > after && String(request['jobName']).includes(named),
  );
  const ordered = order === 'Ascending' ? all : all.toReversed();
  const next = from + most < ordered.length ? { nextToken: String(from + most) } : {};
  const page = ordered.slice(from, from + most).map(jobOut);
  return jsonReply(200, { invocationJobSummaries: page, ...next });
}

/** Fetches the records of a job, which the role may read. */
async function prepare({ body }: Call): Promise<void> {
  const { s3Uri } = inputOf(body);
  if (typeof s3Uri === 'string' && LOCATION.test(s3Uri)) inputs.set(s3Uri, await fileText(s3Uri));
}

const peek = (): ReturnType<Operation['peek']> => ({ model: null, text: '', stream: false });

/** Batch inference: jobs over files of records. */
export const BATCH_ROUTES: readonly [method: string, path: RegExp, operation: Operation][] = [
  ['POST', /\/model-invocation-job$/u, { name: 'batch', peek, prepare, answer: begin }],
  ['GET', /\/model-invocation-jobs$/u, { name: 'batches', peek, answer: list }],
  ['GET', STATE, { name: 'batch_state', peek, answer: look }],
  ['POST', STOP, { name: 'batch_stop', peek, answer: stop }],
];
