import type { Knex } from 'knex';

/**
 * What uploads and open batches may still come to is counted before it is there, so that an account
 * keeps no more than it may.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`alter table requests.file
      add column room_bytes bigint check (room_bytes >= 0);
    comment on column requests.file.room_bytes is
      'The most that an upload can come to; it counts until bytes is known.';
    create index file_kept on requests.file (user_id) include (bytes, room_bytes)
      where deleted_at is null;

    alter table requests.batch
      add column room_bytes bigint not null default 0 check (room_bytes >= 0);
    comment on column requests.batch.room_bytes is
      'What its results may come to: room that its owner has for no other file until it has ended.'`);
}
