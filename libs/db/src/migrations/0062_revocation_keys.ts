import type { Knex } from 'knex';

/** Revocations of credit by the `Idempotency-Key` they came under: a repeat is given the first answer and takes nothing more. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
create table billing.grant_revocation (
  actor text not null,
  idempotency_key text not null,
  grant_id uuid not null references billing.credit_grant,
  body_sha bytea not null,
  taken_n bigint not null check (taken_n >= 0),
  remaining_n bigint not null check (remaining_n >= 0),
  revoked_n bigint not null check (revoked_n >= taken_n),
  expired_n bigint not null check (expired_n >= 0),
  at timestamptz not null,
  primary key (actor, idempotency_key)
);
comment on table billing.grant_revocation is
  'What a revocation took and what its grant was like after it; entries say what moved.';
create trigger grant_revocation_append_only before update or delete on billing.grant_revocation
  for each row execute function billing.refuse_change();
create trigger grant_revocation_never_emptied before truncate on billing.grant_revocation
  for each statement execute function billing.refuse_change();
grant select on billing.grant_revocation to tollgate_billing;
`);
}
