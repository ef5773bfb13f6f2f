import {
  asks,
  assertMembers,
  type Billed,
  type Inside,
  type Line,
  linesReply,
  listed,
  pollsOf,
  run,
} from '../batch-lines.ts';
import { jsonReply, type Reply } from '../reply.ts';
import { type Call, type Operation, Refusal } from '../wire.ts';

interface StoredFile {
  id: string;
  text: string;
  filename: string;
  purpose: string;
}
interface Batch {
  id: string;
  input: string;
  endpoint: string;
  metadata: Record<string, string> | null;
  createdAt: number;
  polls: number;
  lines: Line[];
  status: string;
  errors: { code: string; message: string; line: number | null; param: string | null }[];
  output: string | null;
  failed: string | null;
}

const ENDPOINTS = ['/v1/chat/completions', '/v1/responses', '/v1/embeddings', '/v1/completions'];
const METADATA_PAIRS_MAX = 16;
const EXPIRY_SECONDS = { min: 3_600, max: 2_592_000 };

/** Files and batches by their ids, oldest first; they live as long as the process. */
const files = new Map<string, StoredFile>();
const batches = new Map<string, Batch>();
/** Batches that were refused once because too much waits. */
const fullOnce = new Set<string>();
let made = 0;

function idOf(kind: string): string {
  made += 1;
  return `${kind}_${made.toString(16).padStart(24, '0')}`;
}

function refuse(message: string, param: string | null, code: string | null = null): never {
  throw new Refusal({ status: 400, type: 'invalid_request_error', message, param, code });
}

function missing(what: string, id: string): never {
  const message = `No such ${what}: ${id}`;
  throw new Refusal({ status: 404, type: 'invalid_request_error', message, code: null });
}

function upload({ form }: Call): Reply {
  if (form === undefined) refuse('The body must be multipart/form-data.', null);
  const said = new Map(form.map(({ name, bytes }) => [name, bytes.toString('utf8')]));
  const known = ['purpose', 'file', 'expires_after[anchor]', 'expires_after[seconds]'];
  const unknown = [...said.keys()].find((name) => !known.includes(name));
  if (unknown !== undefined) refuse(`Unknown parameter: '${unknown}'.`, unknown);
  if (said.get('purpose') !== 'batch') refuse("Invalid value for 'purpose'.", 'purpose');
  const seconds = said.get('expires_after[seconds]');
  if (seconds !== undefined) {
    const isKnown = said.get('expires_after[anchor]') === 'created_at';
    const number = Number(seconds);
    const isWithin = number >= EXPIRY_SECONDS.min && number <= EXPIRY_SECONDS.max;
    if (!isKnown || !isWithin) refuse("Invalid value for 'expires_after'.", 'expires_after');
  }
  const file = form.find(({ name }) => name === 'file');
  if (file === undefined || file.fileName === null) refuse("Missing 'file'.", 'file');
  if (!file.fileName.endsWith('.jsonl')) refuse('Batch files end with .jsonl.', 'file');
  const id = idOf('file');
  const stored = { id, text: file.bytes.toString('utf8'), filename: file.fileName };
  files.set(id, { ...stored, purpose: 'batch' });
  return jsonReply(200, fileOut({ ...stored, purpose: 'batch' }));
}

function fileOut({ id, text, filename, purpose }: StoredFile): unknown {
  const bytes = Buffer.byteLength(text);
  return { id, object: 'file', bytes, created_at: 1, filename, purpose, status: 'processed' };
}

const FILE = /\/files\/(?<id>[^/]+)(?:\/content)?$/u;

function fileIn({ path }: Call): StoredFile {
  const id = FILE.exec(path)?.groups?.['id'] ?? '';
  return files.get(id) ?? missing('File object', id);
}

function content(call: Call): Reply {
  const { text } = fileIn(call);
  return linesReply(
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  );
}

function removeFile(call: Call): Reply {
  const { id } = fileIn(call);
  files.delete(id);
  return jsonReply(200, { id, object: 'file', deleted: true });
}

function begin({ body }: Call): Reply {
  const asked = assertMembers(body, [
    'input_file_id',
    'endpoint',
    'completion_window',
    'metadata',
    'output_expires_after',
  ]);
  const { input_file_id: input, endpoint, completion_window: window, metadata = null } = asked;
  if (window !== '24h') refuse("Invalid value for 'completion_window'.", 'completion_window');
  if (!ENDPOINTS.includes(String(endpoint))) refuse("Invalid 'endpoint'.", 'endpoint');
  const file = files.get(String(input));
  if (file === undefined) refuse(`Invalid 'input_file_id': ${String(input)}.`, 'input_file_id');
  const pairs = Object.values((metadata ?? {}) as object);
  if (pairs.length > METADATA_PAIRS_MAX || pairs.some((value) => typeof value !== 'string')) {
    refuse("Invalid value for 'metadata'.", 'metadata');
  }
  const { lines, errors } = linesOf(file.text, String(endpoint));
  const batch: Batch = {
    id: idOf('batch'),
    input: file.id,
    endpoint: String(endpoint),
    metadata: metadata as Batch['metadata'],
    createdAt: Math.floor(Date.now() / 1_000),
    polls: 0,
    lines,
    status: 'validating',
    errors,
    output: null,
    failed: null,
  };
  batches.set(batch.id, batch);
  return jsonReply(200, batchOut(batch));
}

/** The lines of a file with what a check finds: one model, one endpoint, each name once. */
function linesOf(text: string, endpoint: string): Pick<Batch, 'lines' | 'errors'> {
  const errors: Batch['errors'] = [];
  const names = new Set<string>();
  const models = new Set<unknown>();
  const rows = text.trimEnd().split('\n');
  const lines = rows.map((row, at): Line => {
    const fault = (code: string, param: string | null): void => {
      errors.push({ code, message: code, line: at + 1, param });
    };
    const {
      custom_id: id,
      method,
      url,
      body,
      ...others
    } = JSON.parse(row) as Line & {
      custom_id: string;
      method: string;
      url: string;
      body: { model?: string; stream?: unknown };
    };
    if (Object.keys(others).length > 0) fault('invalid_request', 'line');
    if (typeof id !== 'string' || id === '') fault('missing_custom_id', 'custom_id');
    if (names.has(id)) fault('duplicate_custom_id', 'custom_id');
    names.add(id);
    if (method !== 'POST') fault('invalid_method', 'method');
    if (url !== endpoint) fault('mismatched_url', 'url');
    if (body.stream !== undefined) fault('invalid_stream', 'body.stream');
    models.add(body.model);
    return { id, path: url, body };
  });
  if (models.size > 1) {
    errors.push({ code: 'mismatched_model', message: 'One model.', line: null, param: null });
  }
  return { lines, errors };
}

const STATE = /\/batches\/(?<id>[^/]+)$/u;
const CANCEL = /\/batches\/(?<id>[^/]+)\/cancel$/u;

function batchIn({ path }: Call, pattern: RegExp): Batch {
  const id = pattern.exec(path)?.groups?.['id'] ?? '';
  return batches.get(id) ?? missing('Batch', id);
}

function batchOut(batch: Batch): unknown {
  const { id, input, endpoint, metadata, createdAt, status, errors, lines } = batch;
  const total = status === 'validating' || status === 'failed' ? 0 : lines.length;
  return {
    id,
    object: 'batch',
    endpoint,
    errors: errors.length === 0 ? null : { object: 'list', data: errors },
    input_file_id: input,
    completion_window: '24h',
    status,
    output_file_id: batch.output,
    error_file_id: batch.failed,
    created_at: createdAt,
    expires_at: createdAt + 86_400,
    request_counts: { total, completed: 0, failed: 0 },
    metadata,
  };
}

const OVER = ['completed', 'failed', 'cancelled', 'expired'];

function look(call: Call, inside: Inside): Reply {
  const batch = batchIn(call, STATE);
  const billed = OVER.includes(batch.status) ? [] : step(batch, call, inside);
  return { ...jsonReply(200, batchOut(batch)), billed };
}

function step(batch: Batch, call: Call, inside: Inside): Billed[] {
  if (batch.errors.length > 0) batch.status = 'failed';
  else if (isFull(batch)) {
    batch.status = 'failed';
    const message = 'Enqueued token limit reached for this organization.';
    batch.errors.push({ code: 'token_limit_exceeded', message, line: null, param: null });
  } else if (batch.status === 'cancelling') {
    return finish(batch, 'cancelled', { call, inside });
  } else if (batch.polls >= pollsOf(batch.lines)) {
    return finish(batch, 'completed', { call, inside });
  } else batch.status = 'in_progress';
  batch.polls += 1;
  return [];
}

function isFull({ lines }: Batch): boolean {
  const full = lines.find((line) => asks(line, 'full'));
  if (full === undefined) return false;
  const text = JSON.stringify(full.body);
  const isFirst = !fullOnce.has(text);
  fullOnce.add(text);
  return isFirst;
}

/** Runs the lines, but of a cancelled batch the second half, and writes the files of results. */
function finish(
  batch: Batch,
  status: 'cancelled' | 'completed',
  { call, inside }: { call: Call; inside: Inside },
): Billed[] {
  const { lines } = batch;
  const count = status === 'completed' ? lines.length : Math.floor(lines.length / 2);
  const isRun = (line: Line): boolean => !asks(line, 'expired');
  const prefix = call.path.slice(0, call.path.indexOf('/v1/'));
  const ran = lines
    .slice(0, count)
    .filter(isRun)
    .map((line) => ({ line, ...run({ ...line, path: prefix + line.path }, call, inside) }));
  const out = listed(ran).map(({ line, status: code, body }) => ({
    id: `batch_req_${line.id}`,
    custom_id: line.id,
    response: { status_code: code, request_id: `req_${line.id}`, body },
    error: null,
  }));
  const unrun = lines
    .filter((line) => !isRun(line))
    .map(({ id }) => ({
      id: `batch_req_${id}`,
      custom_id: id,
      response: null,
      error: { code: 'batch_expired', message: 'This request could not be executed in time.' },
    }));
  const stranger = lines.some((line) => asks(line, 'stranger'))
    ? out.slice(0, 1).map((one) => ({ ...one, custom_id: 'nobody-knows-it' }))
    : [];
  const good = [...stranger, ...out.filter(({ response }) => response.status_code < 400)];
  const bad = [...out.filter(({ response }) => response.status_code >= 400), ...unrun];
  batch.output = keep(good);
  batch.failed = keep(bad);
  batch.status = status;
  return ran;
}

function keep(lines: readonly unknown[]): string | null {
  if (lines.length === 0) return null;
  const id = idOf('file');
  const text = lines.map((line) => JSON.stringify(line)).join('\n');
  files.set(id, { id, text, filename: 'output.jsonl', purpose: 'batch_output' });
  return id;
}

function cancel(call: Call): Reply {
  const batch = batchIn(call, CANCEL);
  if (OVER.includes(batch.status)) {
    throw new Refusal({ status: 409, message: 'Cannot cancel a batch that is over.', code: null });
  }
  batch.status = 'cancelling';
  return jsonReply(200, batchOut(batch));
}

function list({ query }: Call): Reply {
  const all = [...batches.values()].toReversed();
  const from =
    query.get('after') === null ? 0 : all.findIndex(({ id }) => id === query.get('after')) + 1;
  const page = all.slice(from, from + Number(query.get('limit') ?? 20));
  return jsonReply(200, {
    object: 'list',
    data: page.map(batchOut),
    first_id: page[0]?.id ?? null,
    last_id: page.at(-1)?.id ?? null,
    has_more: from + page.length < all.length,
  });
}

function listFiles(): Reply {
  return jsonReply(200, {
    object: 'list',
    data: [...files.values()].map(fileOut),
    has_more: false,
  });
}

const peek = (): ReturnType<Operation['peek']> => ({ model: null, text: '', stream: false });

/** Files of requests and of results, and batches over them. */
export const BATCH_ROUTES: readonly [method: string, path: RegExp, operation: Operation][] = [
  ['POST', /\/files$/u, { name: 'file', peek, answer: upload }],
  ['GET', /\/files$/u, { name: 'files', peek, answer: listFiles }],
  ['GET', /\/files\/[^/]+\/content$/u, { name: 'file_content', peek, answer: content }],
  ['DELETE', /\/files\/[^/]+$/u, { name: 'file_gone', peek, answer: removeFile }],
  ['POST', /\/batches$/u, { name: 'batch', peek, answer: begin }],
  ['GET', /\/batches$/u, { name: 'batches', peek, answer: list }],
  ['GET', STATE, { name: 'batch_state', peek, answer: look }],
  ['POST', CANCEL, { name: 'batch_cancel', peek, answer: cancel }],
];
