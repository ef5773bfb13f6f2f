import type { UserBatch } from '@tollgate/contract/user-batches';
import { formatCredits } from '@tollgate/money/credits';
import type { BatchOfUser, FileOfBatch } from '@tollgate/requests/batches/batch-of-user.queries';
import { encodeId } from '@tollgate/runtime/ids';

/** A batch as its owner sees it in the console. */
export function userBatchOut(batch: BatchOfUser): UserBatch {
  return {
    id: encodeId('batch', batch.id),
    state: batch.state,
    mode: batch.mode,
    endpoint: batch.endpoint,
    model: batch.model,
    api_key_id: encodeId('key', batch.apiKeyId),
    request_id: batch.requestId,
    lines: batch.lines,
    done: batch.done,
    failed: batch.failed,
    lines_at_batch_price: batch.atBatchPrice,
    charged: formatCredits(batch.chargedNano),
    errors: (batch.errors ?? []).map(({ code, message, line }) => ({ code, message, line })),
    input_file: fileOut(batch.inputFile),
    output_file: fileOut(batch.outputFile),
    error_file: fileOut(batch.errorFile),
    created_at: batch.createdAt.toISOString(),
    expires_at: batch.expiresAt.toISOString(),
    finished_at: batch.finishedAt?.toISOString() ?? null,
  };
}

function fileOut(file: FileOfBatch | null): UserBatch['input_file'] {
  if (file === null) return null;
  const { id, filename, bytes, expiresAt } = file;
  const keptUntil = expiresAt === null ? null : new Date(expiresAt).toISOString();
  return { id: encodeId('file', id), filename, bytes, kept_until: keptUntil };
}
