import { ProviderError } from '../adapter/adapter.ts';
import type {
  BatchJob,
  BatchJobState,
  BatchMapper,
  BatchNames,
  ListedJob,
} from '../adapter/batch-wire.ts';
import { toFailure } from '../wire/failures.ts';
import { failureOfReply, toProviderError } from './call-failures.ts';
import { fetchJson, mapped, newTiming, open } from './one-off-request.ts';
import type { Io, JsonReply, OneOffRequest, ProviderCall } from './one-off-request.ts';

/** The most pages of a list of jobs that are read for one job. */
const PAGES_MAX = 20;
/** The most decoded bytes of the state of a job, which may hold all of its answers. */
const STATE_BYTES_MAX = 134_217_728;
const LINES_TYPE = 'application/jsonl';

/** A job with what is left of it at its provider. */
export interface BatchLook {
  state: BatchJobState;
  /** Paths that are to be deleted once the results are read. */
  leftovers: string[];
}

/** The verbs of batch interfaces. All of them throw ProviderError and nothing else. */
export interface BatchVerbs {
  /** Sends the requests of a job as a file. @returns the provider's name of the file */
  uploadBatch(call: ProviderCall, job: BatchJob): Promise<string>;
  /** Has a job of many requests begun. @returns the provider's name of the job */
  beginBatch(call: ProviderCall, given: { job: BatchJob; file: string | null }): Promise<string>;
  lookAtBatch(call: ProviderCall, names: BatchNames): Promise<BatchLook>;
  cancelBatch(call: ProviderCall, job: string): Promise<void>;
  /** Deletes what lies behind a path of {@link BatchLook}. */
  deleteBatchPart(call: ProviderCall, path: string): Promise<void>;
  /** The bytes of a file of results as they come. */
  readBatchFile(call: ProviderCall, path: string): AsyncGenerator<Uint8Array, void, void>;
  /** The jobs that were made since a moment. */
  listBatches(call: ProviderCall, since: Date): Promise<ListedJob[]>;
}

/** The verbs of batch interfaces over one client. */
export function batchVerbs(io: Io): BatchVerbs {
  return {
    uploadBatch: (call, job) => uploadBatch(io, call, job),
    beginBatch: (call, given) => beginBatch(io, call, given),
    lookAtBatch: (call, names) => lookAtBatch(io, call, names),
    cancelBatch: (call, job) => cancelBatch(io, call, job),
    deleteBatchPart: (call, path) => deleteBatchPart(io, call, path),
    readBatchFile: (call, path) => readBatchFile(io, call, path),
    listBatches: (call, since) => listBatches(io, call, since),
  };
}

async function uploadBatch(io: Io, call: ProviderCall, job: BatchJob): Promise<string> {
  const { upload, store } = mapperOf(call);
  const lines = `${job.lines.join('\n')}\n`;
  if (store !== undefined) {
    const name = store.fileOf(job.token, call.credential);
    const body = Buffer.from(lines);
    const file = { path: name, method: 'PUT', body, contentType: LINES_TYPE } as const;
    await sent(io, call, { ...file, mayBeEmpty: true, timing: newTiming() });
    return name;
  }
  if (upload === undefined) throw new TypeError('the provider takes no files of requests');
  const form = new FormData();
  for (const [name, value] of Object.entries(upload.fields)) form.append(name, value);
  const file = new Blob([lines], { type: LINES_TYPE });
  form.append(upload.part, file, `${job.token}.jsonl`);
  const encoded = new Response(form);
  const body = Buffer.from(await encoded.arrayBuffer());
  const contentType = encoded.headers.get('content-type') ?? '';
  const request = { path: upload.path, body, contentType, timing: newTiming() };
  const reply = await sent(io, call, request);
  return mapped(call, () => upload.fileIn(reply.body));
}

async function beginBatch(
  io: Io,
  call: ProviderCall,
  { job, file }: { job: BatchJob; file: string | null },
): Promise<string> {
  const mapper = mapperOf(call);
  const request = mapped(call, () => mapper.begin(job, file, call));
  const reply = await sent(io, call, { ...request, timing: newTiming() });
  return mapped(call, () => mapper.jobIn(reply.body));
}

async function lookAtBatch(io: Io, call: ProviderCall, names: BatchNames): Promise<BatchLook> {
  const mapper = mapperOf(call);
  const path = mapped(call, () => mapper.statePath(names.job));
  const asked = { path, timing: newTiming(), bytesMax: STATE_BYTES_MAX };
  const reply = await sent(io, call, asked);
  return mapped(call, () => ({
    state: mapper.stateIn(reply.body, names),
    leftovers: mapper.leftovers(reply.body, names),
  }));
}

async function cancelBatch(io: Io, call: ProviderCall, job: string): Promise<void> {
  const path = mapped(call, () => mapperOf(call).cancelPath(job));
  await drained(io, call, { path, method: 'POST', timing: newTiming() });
}

function deleteBatchPart(io: Io, call: ProviderCall, path: string): Promise<void> {
  return drained(io, call, { path, method: 'DELETE', timing: newTiming() });
}

async function drained(io: Io, call: ProviderCall, request: OneOffRequest): Promise<void> {
  await sent(io, call, { ...request, mayBeEmpty: true });
}

function sent(io: Io, call: ProviderCall, request: OneOffRequest): Promise<JsonReply> {
  const { to, path } = sentTo(call, request.path);
  return fetchJson(io, to, { ...request, path });
}

/** The call with the address and the signature that a path of the interface wants. */
function sentTo(call: ProviderCall, path: string): { to: ProviderCall; path: string } {
  const { store, baseUrl } = mapperOf(call);
  const { endpoint, family, credential } = call;
  const file = store?.addressOf(path, credential) ?? null;
  if (store !== undefined && file !== null) {
    const to = { ...call, family: { ...family, sign: store.sign } };
    return { to: { ...to, endpoint: { ...endpoint, baseUrl: file.baseUrl } }, path: file.path };
  }
  if (baseUrl === undefined) return { to: call, path };
  return { to: { ...call, endpoint: { ...endpoint, baseUrl: baseUrl(endpoint.baseUrl) } }, path };
}

async function* readBatchFile(
  io: Io,
  call: ProviderCall,
  path: string,
): AsyncGenerator<Uint8Array, void, void> {
  const timing = newTiming();
  const at = sentTo(call, path);
  const incoming = await open(io, at.to, { path: at.path, timing, accept: '*/*' });
  try {
    for (;;) {
      incoming.deadline.wait(call.limits.idleMs, 'idle');
      const piece = await incoming.read();
      incoming.deadline.rest();
      if (piece === null) return;
      yield piece;
    }
  } catch (error) {
    throw toProviderError(error, timing);
  } finally {
    incoming.close();
  }
}

/**
 * The jobs of a provider's list that were made since a moment.
 * @throws ProviderError also for a list that does not end
 */
async function listBatches(io: Io, call: ProviderCall, since: Date): Promise<ListedJob[]> {
  const { list } = mapperOf(call);
  const found: ListedJob[] = [];
  let path: string | null = list.path;
  for (let pages = 0; path !== null; pages += 1) {
    if (pages === PAGES_MAX) throw endless();
    const reply: JsonReply = await sent(io, call, { path, timing: newTiming() });
    const page = mapped(call, () => list.pageIn(reply.body));
    found.push(...page.jobs.filter(({ createdAt }) => !(createdAt < since)));
    path = page.jobs.some(({ createdAt }) => createdAt < since) ? null : page.next;
  }
  return found;
}

function endless(): ProviderError {
  const text = 'The list of batches does not end.';
  return new ProviderError(toFailure('malformed', { status: 200, text }));
}

/** The failure in a result of a job, as if its reply had come to a call. */
export function failureOfResult(
  call: Pick<ProviderCall, 'family' | 'credential'>,
  { status, body }: { status: number; body: unknown },
): ProviderError {
  const text = body === undefined ? '' : JSON.stringify(body);
  return new ProviderError(failureOfReply(call, { status, headers: {} }, text));
}

/** A family with a batch interface has the mapper; another one is refused earlier. */
function mapperOf({ family }: ProviderCall): BatchMapper {
  if (family.batches === undefined) throw new TypeError('the family has no batch interface');
  return family.batches;
}
