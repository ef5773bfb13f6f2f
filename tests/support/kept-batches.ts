import type { Knex } from '@tollgate/db/connect';
import { newUuid } from '@tollgate/runtime/ids';

/** A batch of a user, and how far it came. */
export interface BatchGiven {
  userId: string;
  apiKeyId?: string;
  mode?: 'live' | 'test';
  /** Absent: its lines run. */
  state?: 'completed' | 'failed' | 'finalizing';
}

/**
 * Writes a batch with its files as inference and a worker would.
 * @param owner the owner of the schema
 * @returns its id
 */
export async function keepBatch(owner: Knex, given: BatchGiven): Promise<string> {
  const { userId, apiKeyId = newUuid(), mode = 'live', state = 'in_progress' } = given;
  const [id, input, output] = [newUuid(), newUuid(), newUuid()];
  const isOver = state === 'completed' || state === 'failed';
  await owner.raw(
    `insert into requests.file (id, user_id, api_key_id, mode, purpose, filename, bytes, sha256,
       expires_at)
     select file, :userId, :apiKeyId, :mode, purpose, purpose || '.jsonl', 1234, sha256('a'),
       now() + life * interval '1 hour'
     from (values (cast(:input as uuid), 'batch', cast(null as int)),
       (cast(:output as uuid), 'batch_output', 1)) as made(file, purpose, life)`,
    { input, output, userId, apiKeyId, mode },
  );
  await owner.raw(
    `insert into requests.batch (id, user_id, api_key_id, mode, endpoint, input_file_id, request_id,
       state, ends_as, finished_at, expires_at, model, lines, done, failed, charged_n, errors,
       output_file_id)
     select :id, :userId, :apiKeyId, :mode, '/v1/embeddings', :input, 'req_of_batch', :state,
       case when :isOver or :state = 'finalizing' then replace(:state, 'finalizing', 'completed') end,
       case when :isOver then now() end, now() + interval '1 day', 'acme/embed', 10, 6, 1, 300000000,
       case when :state = 'failed' then cast(:errors as jsonb) end,
       case when :state = 'completed' then cast(:output as uuid) end`,
    {
      id,
      userId,
      apiKeyId,
      mode,
      input,
      output,
      state,
      isOver,
      errors: '[{"code": "key_suspended", "message": "It is.", "line": null, "param": null}]',
    },
  );
  return id;
}
