import type { Knex } from 'knex';

/**
 * What is known of the file of a film, and indexes by which files and rows that are over are found however many films were made. Administrators
 * count what a purge would take.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    alter table requests.video add column media_facts jsonb;
    comment on column requests.video.media_facts is
      'Seconds, width and height as they stand in the file; null where nobody has looked.';
    create index video_deleted on requests.video (deleted_at) where deleted_at is not null;
    create index video_ended on requests.video (finished_at) where finished_at is not null;
    grant update (expires_at) on requests.video to tollgate_inference;
    grant select (media_bytes, deleted_at) on requests.video to tollgate_admin;
  `);
}
