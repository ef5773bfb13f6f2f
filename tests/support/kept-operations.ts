import { gzipSync } from 'node:zlib';
import type { Knex } from '@tollgate/db/connect';
import { insertOperation } from '@tollgate/requests/operations/operation.queries';
import { newUuid } from '@tollgate/runtime/ids';

/** An asynchronous operation of a user, and how far it came. */
export interface OperationGiven {
  userId: string;
  /** Absent: it waits. */
  ended?: { state: 'done' | 'failed'; status: number; answer: unknown; isOver?: boolean };
}

/**
 * Writes an operation as inference and a worker would.
 * @param owner the owner of the schema
 * @returns its id
 */
export async function keepOperation(owner: Knex, given: OperationGiven): Promise<string> {
  const id = newUuid();
  const sealed = { masterVersion: 'v1', wrappedKey: Buffer.from('k'), box: Buffer.from('b') };
  await insertOperation(owner, {
    id,
    userId: given.userId,
    apiKeyId: newUuid(),
    mode: 'live',
    route: 'POST /v1/chat/completions',
    requestId: `asked-${id}`,
    ...sealed,
    lifeMs: 3_600_000,
    headers: {},
    slot: null,
    batchId: null,
  });
  const { ended } = given;
  if (ended === undefined) return id;
  const { state, status, answer, isOver = false } = ended;
  await owner.raw(
    `update requests.operation set state = :state, status = :status, body = :body,
       finished_at = now(), expires_at = now() + cast(:life as interval),
       master_version = null, wrapped_key = null, box = null where id = :id`,
    {
      id,
      state,
      status,
      body: gzipSync(JSON.stringify(answer)),
      life: isOver ? '-1 second' : '1 day',
    },
  );
  return id;
}
