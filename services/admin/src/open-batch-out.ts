import type { PlatformBatchOut } from '@tollgate/contract/platform/batches';
import { formatCredits } from '@tollgate/money/credits';
import type { OpenBatch } from '@tollgate/requests/batches/batch-open.queries';
import { encodeId } from '@tollgate/runtime/ids';
import type { NamedIds, Names } from './names.ts';

/** The ids of a batch that people know by names. */
export const namedInBatch = ({ userId, apiKeyId }: OpenBatch): NamedIds[] => [
  { user: userId, key: apiKeyId },
];

/** A batch that has not ended, as administrators see one. */
export function openBatchOut(batch: OpenBatch, names: Names): PlatformBatchOut {
  return {
    batch_id: encodeId('batch', batch.id),
    user_id: encodeId('usr', batch.userId),
    user_email: names.email(batch.userId),
    key_id: encodeId('key', batch.apiKeyId),
    key_name: names.key(batch.apiKeyId)?.name ?? null,
    mode: batch.mode,
    request_id: batch.requestId,
    endpoint: batch.endpoint,
    model: batch.model,
    state: batch.state,
    lines: batch.lines,
    done: batch.done,
    failed: batch.failed,
    lines_at_batch_price: batch.atBatchPrice,
    charged_credits: formatCredits(batch.chargedNano),
    created_at: batch.createdAt.toISOString(),
    moved_at: batch.movedAt.toISOString(),
    expires_at: batch.expiresAt.toISOString(),
  };
}
