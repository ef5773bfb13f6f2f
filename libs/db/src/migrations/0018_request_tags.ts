import type { Knex } from 'knex';

/**
 * The tag of a request, and sums by day and tag. Tags are whatever callers write: each owner has so
 * many names on a day and no more, and these sums go with the records, as those of sessions do.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`alter table requests.record add column tag text;
    comment on column requests.record.tag is
      'What the caller sums its usage up by, from a header or metadata; null where there is none.';
    create table requests.tag_names (
      bucket timestamptz not null,
      user_id uuid not null,
      names text[] not null check (cardinality(names) between 1 and 100),
      primary key (user_id, bucket)
    ) with (fillfactor = 80);
    create index tag_names_by_day on requests.tag_names (bucket);
    comment on table requests.tag_names is
      'Tags of an owner that stand by themselves on a day; all others are summed up as one.';
    create table requests.tag_day (
      bucket timestamptz not null,
      user_id uuid not null,
      tag text not null,
      mode text not null,
      requests bigint not null,
      input_tokens bigint not null,
      cache_read_tokens bigint not null,
      cache_write_tokens bigint not null,
      output_tokens bigint not null,
      reasoning_tokens bigint not null,
      charged_n bigint not null,
      primary key (user_id, bucket, tag, mode)
    ) with (fillfactor = 80);
    create index tag_day_by_day on requests.tag_day (bucket);
    comment on table requests.tag_day is
      'Sums of request records by day and tag; the empty tag is all those beyond the names of a day.';
    grant select on requests.tag_day to tollgate_account, tollgate_admin`);
}
