import {
  asks,
  assertMembers,
  type Inside,
  type Line,
  listed,
  pollsOf,
  type Ran,
  run,
} from '../batch-lines.ts';
import { jsonReply, type Reply } from '../reply.ts';
import { type Call, type Operation, Refusal } from '../wire.ts';

interface Batch {
  name: string;
  model: string;
  displayName: string;
  createTime: string;
  lines: Line[];
  polls: number;
  state: string;
  responses: unknown[];
}

const BEGIN = /\/models\/(?<model>[^/:]+):batchGenerateContent$/u;
const STATE = /\/(?<name>batches\/[^/:]+)$/u;
const CANCEL = /\/(?<name>batches\/[^/:]+):cancel$/u;
const WORKING = ['BATCH_STATE_PENDING', 'BATCH_STATE_RUNNING'];
const CANCELLED = { code: 1, message: 'The operation was cancelled.' };
const EXPIRED = { code: 4, message: 'The batch expired before the request was processed.' };

/** Batches by their names, oldest first; they live as long as the process. */
const batches = new Map<string, Batch>();
let made = 0;

function begin({ body, path }: Call): Reply {
  const { batch: asked } = assertMembers(body, ['batch']);
  const { displayName, inputConfig } = assertMembers(asked, [
    'displayName',
    'inputConfig',
    'priority',
  ]);
  if (typeof displayName !== 'string' || displayName === '') {
    throw new Refusal({ status: 400, message: 'batch.displayName is required.', code: null });
  }
  const { requests } = assertMembers(inputConfig, ['requests', 'fileName']);
  const { requests: inner } = assertMembers(requests, ['requests']);
  const model = BEGIN.exec(path)?.groups?.['model'] ?? '';
  const lines = (inner as unknown[]).map((one): Line => {
    const { request, metadata } = assertMembers(one, ['request', 'metadata']);
    const { key } = assertMembers(metadata, ['key']);
    const to = path.replace(':batchGenerateContent', ':generateContent');
    return { id: String(key), path: to, body: request };
  });
  made += 1;
  const batch: Batch = {
    name: `batches/${made.toString(36).padStart(12, 'q')}`,
    model: `models/${model}`,
    displayName,
    createTime: new Date().toISOString(),
    lines,
    polls: 0,
    state: 'BATCH_STATE_PENDING',
    responses: [],
  };
  batches.set(batch.name, batch);
  return jsonReply(200, operationOut(batch));
}

function operationOut(batch: Batch): unknown {
  const { name, model, displayName, createTime, state, responses, lines } = batch;
  const batchStats = { requestCount: String(lines.length) };
  const isOver = !WORKING.includes(state);
  const type = 'type.googleapis.com/google.ai.generativelanguage.v1main.GenerateContentBatch';
  const output = { inlinedResponses: { inlinedResponses: responses } };
  const known = { '@type': type, name, model, displayName, createTime, state, batchStats };
  if (!isOver) return { name, metadata: known };
  // The answers are in both, as the official client and the reference have it.
  const metadata = { ...known, output };
  return { name, metadata, done: true, response: { '@type': type, ...output } };
}

function batchIn({ path }: Call, pattern: RegExp): Batch {
  const batch = batches.get(pattern.exec(path)?.groups?.['name'] ?? '');
  if (batch !== undefined) return batch;
  throw new Refusal({ status: 404, message: 'Requested entity was not found.', code: null });
}

function look(call: Call, inside: Inside): Reply {
  const batch = batchIn(call, STATE);
  const isDue = batch.polls >= pollsOf(batch.lines);
  const isOver = !WORKING.includes(batch.state);
  const billed = !isOver && isDue ? finish(batch, { call, inside }) : [];
  if (!isOver && !isDue) batch.state = 'BATCH_STATE_RUNNING';
  batch.polls += 1;
  return { ...jsonReply(200, operationOut(batch)), billed };
}

function finish(
  batch: Batch,
  { call, inside, count = batch.lines.length }: { call: Call; inside: Inside; count?: number },
): Ran[] {
  const billed: Ran[] = [];
  const results = batch.lines.map((line, at): { line: Line; result: object } => {
    if (at >= count) return { line, result: { error: CANCELLED } };
    if (asks(line, 'expired')) return { line, result: { error: EXPIRED } };
    const ran = { ...run(line, call, inside), model: batch.model.slice('models/'.length) };
    billed.push(ran);
    if (ran.status < 400) return { line, result: { response: ran.body } };
    const { message } = (ran.body as { error: { message: string } }).error;
    return { line, result: { error: { code: 3, message } } };
  });
  batch.responses = listed(results).map(({ line, result }) => ({
    ...result,
    metadata: { key: line.id },
  }));
  batch.state = count < batch.lines.length ? 'BATCH_STATE_CANCELLED' : 'BATCH_STATE_SUCCEEDED';
  return billed;
}

function cancel(call: Call, inside: Inside): Reply {
  const batch = batchIn(call, CANCEL);
  const isOver = !WORKING.includes(batch.state);
  const half = Math.floor(batch.lines.length / 2);
  const billed = isOver ? [] : finish(batch, { call, inside, count: half });
  return { ...jsonReply(200, {}), billed };
}

function remove(call: Call): Reply {
  batches.delete(batchIn(call, STATE).name);
  return jsonReply(200, {});
}

function list(): Reply {
  return jsonReply(200, { operations: [...batches.values()].toReversed().map(operationOut) });
}

const peek = (): ReturnType<Operation['peek']> => ({ model: null, text: '', stream: false });

/** Batches whose requests and answers are in the calls. */
export const BATCH_ROUTES: readonly [method: string, path: RegExp, operation: Operation][] = [
  ['POST', BEGIN, { name: 'batch', peek, answer: begin }],
  ['GET', /\/v1beta\/batches$/u, { name: 'batches', peek, answer: list }],
  ['GET', STATE, { name: 'batch_state', peek, answer: look }],
  ['POST', CANCEL, { name: 'batch_cancel', peek, answer: cancel }],
  ['DELETE', STATE, { name: 'batch_gone', peek, answer: remove }],
];
