import type { Knex } from 'knex';

/** What processes have set aside because billing refused it for good, as administrators see it, and their wish to have it told again. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(TABLES);
  await trx.raw(GRANTS);
}

/** The files beside a spool are the truth. A spool keeps its id when another process goes on with it. */
const TABLES = `
create table requests.spool (
  id uuid primary key,
  service text not null check (length(service) between 1 and 40),
  host text not null check (length(host) between 1 and 253),
  set_aside int not null check (set_aside >= 0),
  looked_at timestamptz not null,
  asked_at timestamptz,
  put_back int not null default 0 check (put_back >= 0),
  answered_at timestamptz
);
create index spool_look on requests.spool (looked_at);
comment on column requests.spool.asked_at is 'When an administrator last wanted all of it put back.';
comment on column requests.spool.put_back is 'How many were put back since then.';

create table requests.quarantined (
  spool_id uuid not null references requests.spool (id) on delete cascade,
  n int not null check (n between 1 and 100),
  at timestamptz,
  kind text check (kind in ('settle', 'release', 'loss')),
  reason text not null check (length(reason) <= 500),
  op_id uuid,
  attempt int,
  user_id uuid,
  primary key (spool_id, n)
);
comment on table requests.quarantined is 'The newest of each spool; those that cannot be read have no kind.';
`;

const GRANTS = `
grant select, insert, delete, update (service, host, set_aside, looked_at, put_back, answered_at)
  on requests.spool to tollgate_inference, tollgate_worker;
grant select, insert, delete on requests.quarantined to tollgate_inference, tollgate_worker;
grant select, update (asked_at, put_back, answered_at) on requests.spool to tollgate_admin;
grant select on requests.quarantined to tollgate_admin;
`;
