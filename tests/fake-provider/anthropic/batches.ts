import {
  asks,
  assertMembers,
  type Inside,
  type Line,
  linesReply,
  listed,
  pollsOf,
  type Ran,
  run,
} from '../batch-lines.ts';
import { jsonReply, type Reply } from '../reply.ts';
import { type Call, type Operation, Refusal } from '../wire.ts';

interface Batch {
  id: string;
  createdAt: string;
  lines: Line[];
  polls: number;
  status: 'in_progress' | 'canceling' | 'ended';
  results: unknown[];
  counts: Record<'processing' | 'succeeded' | 'errored' | 'canceled' | 'expired', number>;
}

const ID = /^[a-zA-Z0-9_-]{1,64}$/u;
const LIMIT_MAX = 1_000;
const STATE = /\/v1\/messages\/batches\/(?<id>[^/]+)$/u;
const CANCEL = /\/v1\/messages\/batches\/(?<id>[^/]+)\/cancel$/u;
const RESULTS = /\/v1\/messages\/batches\/(?<id>[^/]+)\/results$/u;
const NOTHING = { processing: 0, succeeded: 0, errored: 0, canceled: 0, expired: 0 };

/** Batches by their ids, oldest first; they live as long as the process. */
const batches = new Map<string, Batch>();
let made = 0;

function refuse(message: string): never {
  throw new Refusal({ status: 400, message, code: null });
}

function begin(call: Call): Reply {
  const { body, path } = call;
  const { requests } = assertMembers(body, ['requests']);
  if (!Array.isArray(requests) || requests.length === 0) refuse('requests: Field required');
  const names = new Set<string>();
  const lines = requests.map((one: unknown, at): Line => {
    const { custom_id: id, params } = assertMembers(
      one,
      ['custom_id', 'params'],
      `requests.${at}.`,
    );
    if (typeof id !== 'string' || !ID.test(id)) refuse(`requests.${at}.custom_id: bad pattern`);
    if (names.has(id)) refuse(`requests.${at}.custom_id: ${id} is duplicated`);
    names.add(id);
    const asked = params as { stream?: unknown } | null;
    if (typeof asked !== 'object' || asked === null)
      refuse(`requests.${at}.params: Field required`);
    if (asked.stream === true) refuse(`requests.${at}.params.stream: must be false`);
    return { id, path: path.slice(0, -'/batches'.length), body: asked };
  });
  made += 1;
  const batch: Batch = {
    id: `msgbatch_${made.toString(16).padStart(24, '0')}`,
    createdAt: new Date().toISOString(),
    lines,
    polls: 0,
    status: 'in_progress',
    results: [],
    counts: { ...NOTHING, processing: lines.length },
  };
  batches.set(batch.id, batch);
  return jsonReply(200, batchOut(batch, call));
}

function batchOut({ id, createdAt, status, counts }: Batch, { origin }: Call): unknown {
  const isOver = status === 'ended';
  return {
    id,
    type: 'message_batch',
    processing_status: status,
    request_counts: counts,
    created_at: createdAt,
    expires_at: createdAt,
    ended_at: isOver ? createdAt : null,
    archived_at: null,
    cancel_initiated_at: null,
    results_url: isOver ? `${origin}/v1/messages/batches/${id}/results` : null,
  };
}

function batchIn({ path }: Call, pattern: RegExp): Batch {
  const id = pattern.exec(path)?.groups?.['id'] ?? '';
  const batch = batches.get(id);
  if (batch !== undefined) return batch;
  throw new Refusal({ status: 404, message: `Batch ${id} not found.`, code: null });
}

function look(call: Call, inside: Inside): Reply {
  const batch = batchIn(call, STATE);
  const billed = step(batch, call, inside);
  return { ...jsonReply(200, batchOut(batch, call)), billed };
}

function step(batch: Batch, call: Call, inside: Inside): Ran[] {
  const isDue = batch.status === 'canceling' || batch.polls >= pollsOf(batch.lines);
  const billed = batch.status !== 'ended' && isDue ? finish(batch, call, inside) : [];
  batch.polls += 1;
  return billed;
}

/** Runs the lines, but of a cancelled batch the second half. */
function finish(batch: Batch, call: Call, inside: Inside): Ran[] {
  const { lines } = batch;
  const count = batch.status === 'canceling' ? Math.floor(lines.length / 2) : lines.length;
  const counts = { ...NOTHING };
  const billed: Ran[] = [];
  const results = lines.map((line, at): { line: Line; result: unknown } => {
    if (at >= count) {
      counts.canceled += 1;
      return { line, result: { type: 'canceled' } };
    }
    if (asks(line, 'expired')) {
      counts.expired += 1;
      return { line, result: { type: 'expired' } };
    }
    const ran = run(line, call, inside);
    billed.push(ran);
    if (ran.status >= 400) {
      counts.errored += 1;
      return { line, result: { type: 'errored', error: ran.body } };
    }
    counts.succeeded += 1;
    return { line, result: { type: 'succeeded', message: asBatch(ran.body) } };
  });
  batch.results = listed(results).map(({ line, result }) => ({ custom_id: line.id, result }));
  batch.counts = counts;
  batch.status = 'ended';
  return billed;
}

/** Answers of batches name their tier. */
function asBatch(body: unknown): unknown {
  const { usage, ...rest } = body as { usage: object };
  return { ...rest, usage: { ...usage, service_tier: 'batch' } };
}

function results(call: Call): Reply {
  const batch = batchIn(call, RESULTS);
  if (batch.status !== 'ended') refuse('The batch has not ended.');
  return linesReply(batch.results);
}

function cancel(call: Call): Reply {
  const batch = batchIn(call, CANCEL);
  if (batch.status === 'ended') refuse('The batch has ended.');
  batch.status = 'canceling';
  return jsonReply(200, batchOut(batch, call));
}

function remove(call: Call): Reply {
  const { id, status } = batchIn(call, STATE);
  if (status !== 'ended') refuse('The batch has not ended. Cancel it first.');
  batches.delete(id);
  return jsonReply(200, { id, type: 'message_batch_deleted' });
}

/** Batches go on by themselves, whether or not somebody asks for each. */
function list(call: Call, inside: Inside): Reply {
  const { query } = call;
  const billed = [...batches.values()].flatMap((batch) => step(batch, call, inside));
  const limit = Number(query.get('limit') ?? 20);
  if (!(limit >= 1 && limit <= LIMIT_MAX)) refuse('limit: out of range');
  const all = [...batches.values()].toReversed();
  const after = query.get('after_id');
  const from = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1;
  const page = all.slice(from, from + limit);
  const reply = jsonReply(200, {
    data: page.map((batch) => batchOut(batch, call)),
    has_more: from + page.length < all.length,
    first_id: page[0]?.id ?? null,
    last_id: page.at(-1)?.id ?? null,
  });
  return { ...reply, billed };
}

const peek = (): ReturnType<Operation['peek']> => ({ model: null, text: '', stream: false });

/** Message Batches. */
export const BATCH_ROUTES: readonly [method: string, path: RegExp, operation: Operation][] = [
  ['POST', /\/v1\/messages\/batches$/u, { name: 'batch', peek, answer: begin }],
  ['GET', /\/v1\/messages\/batches$/u, { name: 'batches', peek, answer: list }],
  ['GET', RESULTS, { name: 'batch_results', peek, answer: results }],
  ['GET', STATE, { name: 'batch_state', peek, answer: look }],
  ['POST', CANCEL, { name: 'batch_cancel', peek, answer: cancel }],
  ['DELETE', STATE, { name: 'batch_gone', peek, answer: remove }],
];
