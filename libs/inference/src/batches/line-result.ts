import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { GatewayError } from '@tollgate/contract/error-codes';
import { errorDocument } from '@tollgate/contract/error-codes';
import type { BatchFault, BatchState } from '@tollgate/requests/batches/batch.queries';
import type { LineEnd, WaitingLine } from '@tollgate/requests/batches/batch-line.queries';
import { encodeId } from '@tollgate/runtime/ids';
import { NO_USAGE, usageOf } from './answer-usage.ts';
import { operationIdOf } from './line-operation.ts';

const compress = promisify(gzip);
const expand = promisify(gunzip);
const FIRST_ERROR_STATUS = 400;

/** The answer of a call as a line of results has it. */
export interface LineAnswer {
  status: number;
  requestId: string;
  chargedNano: bigint;
  /** JSON without a line break. */
  body: string;
}

/** The request id of a run: it names the batch, the line and, from the second on, the run. */
export function requestIdOfLine({ batchId, line, run }: WaitingLine): string {
  const id = `${encodeId('batch', batchId)}-${line}`;
  return run === 1 ? id : `${id}-${run}`;
}

/** Unpacks a kept answer or a kept result. */
export async function unpack(packed: Buffer): Promise<string> {
  return (await expand(packed)).toString('utf8');
}

/** The end of a line that was answered, in the shape of OpenAI's files of results. */
export async function endOfLine(line: WaitingLine, answer: LineAnswer): Promise<LineEnd> {
  const isDone = answer.status < FIRST_ERROR_STATUS;
  const head = JSON.stringify({ id: nameOf(line), custom_id: line.customId }).slice(0, -1);
  const response = `{"status_code":${answer.status},"request_id":${JSON.stringify(answer.requestId)},"body":${answer.body}}`;
  const price = line.price ?? 'standard';
  const text = `${head},"response":${response},"error":null,"price":"${price}"}`;
  return {
    batchId: line.batchId,
    line: line.line,
    isDone,
    result: await compress(text),
    resultBytes: Buffer.byteLength(text),
    usage: isDone ? usageOf(answer.body) : NO_USAGE,
    chargedNano: answer.chargedNano,
    price,
  };
}

/** The answer of a line that was refused before anything was sent. */
export function refusalOf(line: WaitingLine, error: GatewayError, route: string): LineAnswer {
  const requestId = requestIdOfLine(line);
  const body = JSON.stringify(errorDocument(error, requestId, route));
  return { status: error.status, requestId, chargedNano: 0n, body };
}

/** The line of the file of errors of a line that was not run. */
export function unrunLine(
  { batchId, line, customId }: Pick<WaitingLine, 'batchId' | 'line' | 'customId'>,
  batch: { endsAs: BatchState | null; errors: readonly BatchFault[] | null },
): string {
  const id = nameOf({ batchId, line, run: 1 });
  return JSON.stringify({ id, custom_id: customId, response: null, error: whyUnrun(batch) });
}

function whyUnrun({
  endsAs,
  errors,
}: {
  endsAs: BatchState | null;
  errors: readonly BatchFault[] | null;
}): { code: string; message: string } {
  if (endsAs === 'cancelled') {
    return { code: 'batch_cancelled', message: 'The batch was cancelled before this line ran.' };
  }
  const [fault] = errors ?? [];
  if (endsAs === 'failed' && fault !== undefined) {
    return { code: fault.code, message: fault.message };
  }
  return {
    code: 'batch_expired',
    message: 'The completion window of the batch ended before this line ran.',
  };
}

function nameOf(run: Pick<WaitingLine, 'batchId' | 'line' | 'run'>): string {
  return encodeId('batch_req', operationIdOf(run));
}
