import type { Batch } from '@tollgate/contract/batches';
import type { FileObject } from '@tollgate/contract/files';
import { formatCredits } from '@tollgate/money/credits';
import { encodeId } from '@tollgate/runtime/ids';
import type { BatchRow, BatchState } from './batch.queries.ts';
import type { FileRow } from './file.queries.ts';

const MS_PER_SECOND = 1_000;

/** A file as its owner sees it. */
export function fileOut(row: FileRow): FileObject {
  return {
    id: encodeId('file', row.id),
    object: 'file',
    bytes: row.bytes,
    created_at: secondsOf(row.createdAt),
    expires_at: secondsOrNull(row.expiresAt),
    filename: row.filename,
    purpose: row.purpose,
    status: 'processed',
  };
}

/** A batch as its owner sees it. */
export function batchOut(row: BatchRow): Batch {
  const endedAs = (state: BatchState): number | null =>
    row.state === state ? secondsOrNull(row.finishedAt) : null;
  return {
    id: encodeId('batch', row.id),
    object: 'batch',
    endpoint: row.endpoint,
    model: row.model,
    errors: row.errors === null ? null : { object: 'list', data: row.errors },
    input_file_id: encodeId('file', row.inputFileId),
    completion_window: '24h',
    status: row.state,
    output_file_id: fileIdOrNull(row.outputFileId),
    error_file_id: fileIdOrNull(row.errorFileId),
    created_at: secondsOf(row.createdAt),
    in_progress_at: secondsOrNull(row.inProgressAt),
    expires_at: secondsOf(row.expiresAt),
    finalizing_at: secondsOrNull(row.finalizingAt),
    completed_at: endedAs('completed'),
    failed_at: endedAs('failed'),
    expired_at: endedAs('expired'),
    cancelling_at: secondsOrNull(row.cancellingAt),
    cancelled_at: endedAs('cancelled'),
    lines_at_batch_price: row.atBatchPrice,
    request_counts: { total: row.lines, completed: row.done, failed: row.failed },
    usage: usageOf(row),
    cost: formatCredits(row.chargedNano),
    metadata: row.metadata,
  };
}

function usageOf({ usage }: BatchRow): Batch['usage'] {
  const { input = 0, cached = 0, output = 0, reasoning = 0 } = usage;
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: cached },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: reasoning },
    total_tokens: input + output,
  };
}

function fileIdOrNull(id: string | null): string | null {
  return id === null ? null : encodeId('file', id);
}

function secondsOf(moment: Date): number {
  return Math.floor(moment.getTime() / MS_PER_SECOND);
}

function secondsOrNull(moment: Date | null): number | null {
  return moment === null ? null : secondsOf(moment);
}
