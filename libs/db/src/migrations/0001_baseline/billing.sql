-- The ledger. Nobody but billing comes near, and billing itself may only read and call: every write
-- is one of the functions of `services/billing/sql`, which run as the owner of the schema.

create schema billing;
grant usage on schema billing to tollgate_billing;

-- What the functions hand to each other, one for each item of a batch.
create type billing.closing as (
  op_id uuid,
  attempt int,
  user_id uuid,
  reason text
);

create type billing.hold_order as (
  ord int,
  op_id uuid,
  attempt int,
  user_id uuid,
  api_key_id uuid,
  amount_n bigint,
  ttl_ms bigint,
  owner uuid,
  price_version_id uuid,
  uplift_bp int,
  estimate jsonb,
  supersedes int,
  funded_at timestamptz
);

create type billing.charge_order as (
  ord int,
  op_id uuid,
  attempt int,
  user_id uuid,
  cost_n bigint,
  ceiling_n bigint,
  usage jsonb,
  usage_source text,
  partial boolean,
  charged_n bigint,
  hold_n bigint,
  late boolean,
  funded_at timestamptz
);

create table billing.wallet (
  user_id uuid primary key,
  granted_n bigint not null default 0 check (granted_n >= 0),
  available_n bigint not null default 0 check (available_n >= 0),
  reserved_n bigint not null default 0 check (reserved_n >= 0),
  consumed_n bigint not null default 0 check (consumed_n >= 0),
  revoked_n bigint not null default 0 check (revoked_n >= 0),
  expired_n bigint not null default 0 check (expired_n >= 0),
  constraint wallet_adds_up check (
    granted_n = available_n + reserved_n + consumed_n + revoked_n + expired_n)
) with (fillfactor = 50);
grant select on billing.wallet to tollgate_billing;

create table billing.credit_grant (
  id uuid primary key,
  user_id uuid not null references billing.wallet,
  amount_n bigint not null check (amount_n > 0),
  remaining_n bigint not null check (remaining_n >= 0),
  consumed_n bigint not null default 0 check (consumed_n >= 0),
  revoked_n bigint not null default 0 check (revoked_n >= 0),
  expired_n bigint not null default 0 check (expired_n >= 0),
  expires_at timestamptz,
  reason text,
  created_by text not null,
  created_at timestamptz not null,
  idempotency_scope text,
  idempotency_key text,
  body_sha bytea not null,
  unique (idempotency_scope, idempotency_key),
  constraint credit_grant_adds_up check (
    amount_n = remaining_n + consumed_n + revoked_n + expired_n)
) with (fillfactor = 70);
create index credit_grant_drawable on billing.credit_grant (user_id, expires_at, created_at, id)
  where remaining_n > 0;
create index credit_grant_expiry on billing.credit_grant (expires_at) where remaining_n > 0;
create index credit_grant_listing on billing.credit_grant (user_id, id);
grant select on billing.credit_grant to tollgate_billing;

-- Partitioned by the operation's id, so that uniqueness over an operation is uniqueness over the
-- whole table. A hold that billing itself has closed (its owner was gone or its end had passed) is
-- `expired` and may be charged late, once; one that its caller released is `released` and may not.
-- `ceiling_n` is the caller's own. `funded_at` stands where a hold took over the credit of another
-- hold: since then grants are held for it.
create table billing.reservation (
  op_id uuid not null,
  attempt int not null check (attempt > 0),
  user_id uuid not null,
  api_key_id uuid not null,
  amount_n bigint not null check (amount_n >= 0),
  state text not null default 'held'
    check (state in ('held', 'settled', 'released', 'expired')),
  charged_n bigint,
  late boolean not null default false,
  late_charged_n bigint,
  cost_n bigint check (cost_n >= 0),
  uncovered_n bigint check (uncovered_n >= 0),
  price_version_id uuid not null,
  uplift_bp int not null check (uplift_bp between 0 and 1000000),
  estimate jsonb not null,
  usage jsonb,
  usage_source text check (usage_source in ('provider', 'counted', 'estimated')),
  partial boolean not null default false,
  owner uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  closed_at timestamptz,
  close_reason text,
  ceiling_n bigint check (ceiling_n >= 0),
  funded_at timestamptz,
  primary key (op_id, attempt),
  constraint closed_has_time check ((state = 'held') = (closed_at is null)),
  constraint settled_has_charge check ((state = 'settled') = (charged_n is not null)),
  constraint late_has_charge check (late = (late_charged_n is not null)),
  constraint late_was_expired check (not late or state = 'expired'),
  constraint cost_is_shared check (
    cost_n is not distinct from coalesce(charged_n, late_charged_n) + uncovered_n),
  constraint priced_has_usage check ((cost_n is null) = (usage is null)
    and (cost_n is null) = (usage_source is null)),
  constraint charge_not_negative check (charged_n >= 0 and late_charged_n >= 0),
  constraint overrun_is_told check (coalesce(charged_n, late_charged_n, 0) <= amount_n
    or usage_source = 'provider' and not partial),
  constraint charge_within_ceiling check (coalesce(charged_n, late_charged_n, 0) <= ceiling_n)
) partition by range (op_id);
create table billing.reservation_default partition of billing.reservation default;
create unique index reservation_one_open_hold on billing.reservation (op_id) where state = 'held';
create unique index reservation_one_charge on billing.reservation (op_id)
  where charged_n > 0 or late_charged_n > 0;
create index reservation_open on billing.reservation (owner, expires_at) where state = 'held';
grant select on billing.reservation to tollgate_billing;

create table billing.forgone (
  op_id uuid not null,
  attempt int not null,
  at timestamptz not null,
  primary key (op_id, attempt)
);
comment on table billing.forgone is
  'Holds given back before they were placed: a reservation that arrives later is refused.';
grant select on billing.forgone to tollgate_billing;

create table billing.process (
  id uuid primary key,
  service text not null,
  seen_at timestamptz not null
) with (fillfactor = 50);
grant select on billing.process to tollgate_billing;
-- Who answers for the holds of videos: a process that never goes. A hold without one would be an
-- orphan.
insert into billing.process (id, service, seen_at)
values ('00000000-0000-7000-8000-0000000f1135', 'films', 'infinity');

-- One row is one movement; the four accounts of a row cancel out, so no row can create or lose
-- money. Ids are UUIDv7 with microseconds in the bits after the milliseconds: entries of one wallet
-- sort as they were made.
create table billing.entry (
  id uuid not null,
  user_id uuid not null,
  kind text not null
    check (kind in ('grant', 'revoke', 'expire_grant', 'reserve', 'settle', 'settle_late',
      'release', 'expire_hold')),
  available_n bigint not null default 0,
  reserved_n bigint not null default 0,
  consumed_n bigint not null default 0,
  issued_n bigint not null default 0,
  grant_id uuid,
  op_id uuid,
  attempt int,
  actor text,
  reason text,
  at timestamptz not null,
  primary key (id, at),
  constraint entry_adds_up check (available_n + reserved_n + consumed_n + issued_n = 0),
  constraint entry_names_its_cause check ((grant_id is null) = (op_id is not null)),
  constraint entry_fits_its_kind check (
    case kind
      when 'grant' then available_n > 0 and issued_n = -available_n
      when 'revoke' then available_n < 0 and issued_n = -available_n
      when 'expire_grant' then available_n < 0 and issued_n = -available_n
      when 'reserve' then reserved_n >= 0 and available_n = -reserved_n
      when 'settle' then consumed_n >= 0 and reserved_n <= 0 and issued_n = 0
      when 'settle_late' then consumed_n >= 0 and available_n = -consumed_n
      else reserved_n <= 0 and available_n = -reserved_n
    end)
) partition by range (at);
create table billing.entry_default partition of billing.entry default;
create index entry_listing on billing.entry (user_id, id);
-- Administrators look through what grants moved in all wallets: few rows among the many of
-- requests.
create index entry_of_grants on billing.entry (id) where grant_id is not null;
grant select on billing.entry to tollgate_billing;

-- The memo book takes every loss of the platform, also those that belong to no charge, and names
-- whose calls they were. `n` is 0 for the loss of a charge.
create table billing.provider_cost (
  op_id uuid not null,
  attempt int not null,
  cost_n bigint not null check (cost_n >= 0),
  uncovered_n bigint not null,
  reason text not null,
  at timestamptz not null,
  n int not null default 0,
  user_id uuid,
  is_known boolean not null default true,
  covered_n bigint not null default 0 check (covered_n >= 0),
  primary key (op_id, attempt, n),
  constraint provider_cost_reason_check check (
    case when n = 0
      then reason in ('overrun', 'late') and is_known
      else n > 0 and reason in ('failed', 'broke', 'left', 'shutdown')
    end),
  check (uncovered_n between 0 and cost_n and covered_n <= cost_n - uncovered_n
    and (uncovered_n > 0 or covered_n > 0))
);
create index provider_cost_recent on billing.provider_cost (at);
comment on table billing.provider_cost is
  'What usage was worth beyond what the user was charged: the platform bears it.';
comment on column billing.provider_cost.is_known is
  'Whether a provider told the usage; else the cost is the most that it can have been.';
comment on column billing.provider_cost.covered_n is
  'What was charged above the hold: an overrun that the wallet covered.';
grant select on billing.provider_cost to tollgate_billing;

-- What was consumed of each grant, by day: a second account of the drawing, kept whatever draws.
-- What was spent, revoked or expired never comes back, so that consumption cannot move from one
-- grant to another either.
create table billing.grant_day (
  grant_id uuid not null,
  day date not null,
  consumed_n bigint not null check (consumed_n > 0),
  primary key (grant_id, day)
) with (fillfactor = 70);
grant select on billing.grant_day to tollgate_billing;

-- Revocations by the `Idempotency-Key` they came under: a repeat is given the first answer and
-- takes nothing more.
create table billing.grant_revocation (
  actor text not null,
  idempotency_key text not null,
  grant_id uuid not null references billing.credit_grant,
  body_sha bytea not null,
  taken_n bigint not null check (taken_n >= 0),
  remaining_n bigint not null check (remaining_n >= 0),
  revoked_n bigint not null,
  expired_n bigint not null check (expired_n >= 0),
  at timestamptz not null,
  primary key (actor, idempotency_key),
  check (revoked_n >= taken_n)
);
comment on table billing.grant_revocation is
  'What a revocation took and what its grant was like after it; entries say what moved.';
grant select on billing.grant_revocation to tollgate_billing;

insert into maintenance.partitioned (parent, key_kind, span)
values ('billing.reservation', 'uuid7', 'year'), ('billing.entry', 'time', 'year');
