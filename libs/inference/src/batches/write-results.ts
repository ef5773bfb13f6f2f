import { transaction } from '@tollgate/db/connect';
import type { BatchFault } from '@tollgate/requests/batches/batch.queries';
import { deleteLines, listResults } from '@tollgate/requests/batches/batch-line.queries';
import type { LineResult } from '@tollgate/requests/batches/batch-line.queries';
import { endBatch } from '@tollgate/requests/batches/batch-work.queries';
import type { ClaimedBatch } from '@tollgate/requests/batches/batch-work.queries';
import { insertWrittenFile } from '@tollgate/requests/batches/file.queries';
import type { MediaWriter, StoredMedia } from '@tollgate/media/media-store';
import { encodeId } from '@tollgate/runtime/ids';
import type { BatchDeps } from './batch-deps.ts';
import { unpack, unrunLine } from './line-result.ts';

/** Results that are read at once, and their packed bytes; one alone may have more. */
const PAGE = { limit: 200, bytes: 4_194_304 };
/** More than the results of a batch can come to, in bytes. */
const RESULT_FILE_BYTES_MAX = 17_179_869_184;

/** Errors of a folder without room. */
const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);
/** HTTP status of a bucket without room. */
const FULL_STATUS = 507;

/** The store of files did not take results. */
export class ResultsNotKept extends Error {
  override readonly name = 'ResultsNotKept';
  /** Whether the store has no room. */
  readonly isFull: boolean;

  constructor(cause: unknown) {
    super('the store of files takes no results', { cause });
    const { code, $metadata } = cause as {
      code?: unknown;
      $metadata?: { httpStatusCode?: number };
    };
    this.isFull = FULL.has(code) || $metadata?.httpStatusCode === FULL_STATUS;
  }
}

/** A file of results that lies in the store. */
interface WrittenFile extends StoredMedia {
  id: string;
  filename: string;
}

/**
 * Writes the files of results and ends the batch. The names of the files are known beforehand, so
 * that a worker that goes on after another has died writes over what was written.
 * @throws ResultsNotKept
 */
export async function writeResults(deps: BatchDeps, batch: ClaimedBatch): Promise<void> {
  const name = encodeId('batch', batch.id);
  const output = await writeFile(deps, batch, {
    id: batch.outputFileId,
    isDone: true,
    filename: `${name}_output.jsonl`,
  });
  const errors = await writeFile(deps, batch, {
    id: batch.errorFileId,
    isDone: false,
    filename: `${name}_error.jsonl`,
  });
  await transaction(deps.db, async (trx) => {
    const ids = { outputFileId: output?.id ?? null, errorFileId: errors?.id ?? null };
    const fence = { id: batch.id, claims: batch.claims };
    if (!(await endBatch(trx, { ...fence, ...ids, late: writtenLate() }))) return;
    const { userId, apiKeyId, mode, outputLifeSeconds: lifeSeconds } = batch;
    const owner = { userId, apiKeyId, mode, lifeSeconds, purpose: 'batch_output' as const };
    if (output !== null) await insertWrittenFile(trx, { ...owner, ...output });
    if (errors !== null) await insertWrittenFile(trx, { ...owner, ...errors });
    await deleteLines(trx, batch.id);
  });
}

/** @returns null where the file would have no line */
async function writeFile(
  deps: BatchDeps,
  batch: ClaimedBatch,
  file: { id: string | null; isDone: boolean; filename: string },
): Promise<WrittenFile | null> {
  const { id, isDone, filename } = file;
  if (id === null) throw new TypeError('the files of results have no names');
  const page = (after: number): Promise<LineResult[]> =>
    listResults(deps.db, { batchId: batch.id, isDone, after, ...PAGE });
  let found = await page(0);
  if (found.length === 0) return null;
  const name = { userId: batch.userId, id };
  const writer = await kept(deps.media.write(name, RESULT_FILE_BYTES_MAX));
  try {
    for (; found.length > 0; found = await page(found.at(-1)?.line ?? 0)) {
      for (const one of found) {
        const text = await textOf(batch, one);
        await kept(writer.write(Buffer.from(`${text}\n`)));
      }
    }
    return { id, filename, ...(await kept(writer.finish())) };
  } finally {
    await giveUp(deps, writer);
  }
}

/** Distinguishes troubles of the store from those of the database. @throws ResultsNotKept */
async function kept<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    throw new ResultsNotKept(error);
  }
}

/** A sweep removes what a store in trouble does not. */
async function giveUp({ logger }: BatchDeps, writer: MediaWriter): Promise<void> {
  try {
    await writer.abort();
  } catch (error) {
    logger.warn({ error }, 'a part of a file of results stays for a while');
  }
}

function writtenLate(): BatchFault {
  return {
    code: 'results_late',
    message: `The batch ended before its results could be written; their files were written at ${new Date().toISOString()}.`,
    line: null,
    param: null,
  };
}

function textOf(
  batch: ClaimedBatch,
  { line, customId, result }: LineResult,
): Promise<string> | string {
  return result === null ? unrunLine({ batchId: batch.id, line, customId }, batch) : unpack(result);
}
