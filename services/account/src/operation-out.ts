import type { OperationOut } from '@tollgate/contract/operations';
import type { KeptOperation } from '@tollgate/requests/operations/operation-kept.queries';
import { encodeId } from '@tollgate/runtime/ids';

/** An operation as its owner sees it. */
export function operationOut(operation: KeptOperation): OperationOut {
  const { id, finishedAt } = operation;
  return {
    id: encodeId('op', id),
    state: operation.state,
    mode: operation.mode,
    endpoint: operation.route,
    api_key_id: encodeId('key', operation.apiKeyId),
    request_id: operation.requestId,
    // The record of an operation has the operation's own id.
    public_id: finishedAt === null ? null : encodeId('req', id),
    status: operation.status,
    created_at: operation.createdAt.toISOString(),
    finished_at: finishedAt?.toISOString() ?? null,
    expires_at: operation.expiresAt.toISOString(),
    answer_kept: operation.isKept,
  };
}
