import { rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';

/** Hours whose tries are shown: the one that runs and those before it. */
const HEALTH_HOURS = 24;
/** Rows of processes that died which one write cleans up at most. */
const CLEANED_MAX = 100;

/** A credential that a process leaves alone, whoever calls. */
export interface CredentialPause {
  id: string;
  /** `paused`: other credentials of the provider go first. `shut`: no call uses the credential. */
  state: 'paused' | 'shut';
  /** The newest failure, in our words. */
  failure: string;
  /** How long ago that began, in milliseconds. */
  sinceMs: number;
  /** How long it goes on, in milliseconds. */
  forMs: number;
}

/** Tries with one credential that a process has counted. */
export interface TriesOfCredential {
  id: string;
  tries: number;
  failed: number;
  /** The newest failure among them, in our words; null without one. */
  lastFailure: string | null;
  lastFailureMsAgo: number | null;
}

/** Who leaves credentials alone. */
export interface PausingProcess {
  processId: string;
  /** The name of its service. */
  service: string;
}

/**
 * Says which credentials a process leaves alone now, instead of what it said before. Clocks of
 * processes do not count: moments are reckoned from that of the database.
 */
export async function replacePauses(
  db: Db,
  { processId, service }: PausingProcess,
  pauses: readonly CredentialPause[],
): Promise<void> {
  await rows(
    db,
    `with given as (
       select * from jsonb_to_recordset(cast(:pauses as jsonb)) as one
         (id uuid, state text, failure text, "sinceMs" double precision, "forMs" double precision)
     ), over as (
       delete from catalog.credential_pause
       where process_id = :processId and credential_id not in (select id from given)
     ), left_behind as (
       delete from catalog.credential_pause where (credential_id, process_id) in (
         select credential_id, process_id from catalog.credential_pause
         where ends_at < clock_timestamp() and process_id <> :processId
         order by ends_at limit :most for update skip locked)
     )
     insert into catalog.credential_pause
       (credential_id, process_id, service, state, failure, since, ends_at)
     select g.id, :processId, :service, g.state, g.failure,
       clock_timestamp() - make_interval(secs => g."sinceMs" / 1000),
       clock_timestamp() + make_interval(secs => g."forMs" / 1000)
     from given g join catalog.provider_credential c on c.id = g.id
     order by g.id
     on conflict (credential_id, process_id) do update set
       state = excluded.state, failure = excluded.failure, since = excluded.since,
       ends_at = excluded.ends_at`,
    { processId, service, pauses: JSON.stringify(pauses), most: CLEANED_MAX },
  );
}

/** A model behind a credential that a process leaves alone, whoever calls. */
export interface TargetPause extends CredentialPause {
  modelId: string;
}

/**
 * Says which models a process leaves alone at which credentials now, as {@link replacePauses} does
 * for whole credentials.
 */
export async function replaceTargetPauses(
  db: Db,
  { processId, service }: PausingProcess,
  pauses: readonly TargetPause[],
): Promise<void> {
  await rows(
    db,
    `with given as (
       select * from jsonb_to_recordset(cast(:pauses as jsonb)) as one
         (id uuid, "modelId" uuid, state text, failure text, "sinceMs" double precision,
          "forMs" double precision)
     ), over as (
       delete from catalog.target_pause
       where process_id = :processId
         and (credential_id, model_id) not in (select id, "modelId" from given)
     ), left_behind as (
       delete from catalog.target_pause where (credential_id, model_id, process_id) in (
         select credential_id, model_id, process_id from catalog.target_pause
         where ends_at < clock_timestamp() and process_id <> :processId
         order by ends_at limit :most for update skip locked)
     )
     insert into catalog.target_pause
       (credential_id, model_id, process_id, service, state, failure, since, ends_at)
     select g.id, g."modelId", :processId, :service, g.state, g.failure,
       clock_timestamp() - make_interval(secs => g."sinceMs" / 1000),
       clock_timestamp() + make_interval(secs => g."forMs" / 1000)
     from given g join catalog.provider_credential c on c.id = g.id
       join catalog.model m on m.id = g."modelId"
     order by g.id, g."modelId"
     on conflict (credential_id, model_id, process_id) do update set
       state = excluded.state, failure = excluded.failure, since = excluded.since,
       ends_at = excluded.ends_at`,
    { processId, service, pauses: JSON.stringify(pauses), most: CLEANED_MAX },
  );
}

/** A model that processes leave alone at a credential. */
export interface TargetHealth {
  credentialId: string;
  /** The exact public id. */
  model: string;
  processes: number;
  state: 'paused' | 'shut';
  failure: string;
  since: Date;
  until: Date;
}

/** Models that are left alone now, at which credentials. */
export function listTargetHealth(db: Db, limit: number): Promise<TargetHealth[]> {
  return rows<TargetHealth>(
    db,
    `select p.credential_id as "credentialId", m.public_id as model,
       cast(count(*) as int) as processes, max(p.state) as state,
       (array_agg(p.failure order by p.ends_at desc))[1] as failure,
       min(p.since) as since, max(p.ends_at) as until
     from catalog.target_pause p join catalog.model m on m.id = p.model_id
     where p.ends_at > clock_timestamp()
     group by p.credential_id, m.public_id
     order by m.public_id, p.credential_id limit :limit`,
    { limit },
  );
}

/**
 * Adds what a process has counted to the running hour, and forgets hours that are too long ago to
 * be shown.
 */
export async function addTries(db: Db, counted: readonly TriesOfCredential[]): Promise<void> {
  await rows(
    db,
    `with given as (
       select * from jsonb_to_recordset(cast(:counted as jsonb)) as one
         (id uuid, tries bigint, failed bigint, "lastFailure" text, "lastFailureMsAgo" double precision)
     ), forgotten as (
       delete from catalog.credential_hour where (credential_id, hour) in (
         select credential_id, hour from catalog.credential_hour
         where credential_id in (select id from given)
           and hour < clock_timestamp() - make_interval(hours => :hours + 1)
         for update skip locked)
     )
     insert into catalog.credential_hour as known
       (credential_id, hour, tries, failed, last_failure, last_failure_at)
     select g.id, date_trunc('hour', clock_timestamp(), 'UTC'), g.tries, g.failed, g."lastFailure",
       clock_timestamp() - make_interval(secs => g."lastFailureMsAgo" / 1000)
     from given g join catalog.provider_credential c on c.id = g.id
     order by g.id
     on conflict (credential_id, hour) do update set
       tries = known.tries + excluded.tries,
       failed = known.failed + excluded.failed,
       last_failure = case when known.last_failure_at > excluded.last_failure_at
         then known.last_failure else coalesce(excluded.last_failure, known.last_failure) end,
       last_failure_at = greatest(known.last_failure_at, excluded.last_failure_at)`,
    { counted: JSON.stringify(counted), hours: HEALTH_HOURS },
  );
}

/** The health of one credential, as the processes that use it report. */
export interface CredentialHealth {
  id: string;
  /** How many processes leave the credential alone now. */
  processes: number;
  /** How the strictest of them does; null when none does. */
  state: 'paused' | 'shut' | null;
  /** The newest failure of the process that leaves it alone for the longest. */
  failure: string | null;
  /** Since when the first of them has. */
  since: Date | null;
  /** When the last of them tries again. */
  until: Date | null;
  /** Tries with the credential in the running hour and the 23 before. */
  tries: number;
  /** Those of them that failed for another reason than the request. */
  failed: number;
  lastFailure: string | null;
  lastFailureAt: Date | null;
}

/**
 * The health of credentials, in the order of their list.
 * @returns also from when on tries are counted
 */
export async function listCredentialHealth(
  db: Db,
  limit: number,
): Promise<{ since: Date; credentials: CredentialHealth[] }> {
  const [clock] = await rows<{ since: Date }>(
    db,
    `select date_trunc('hour', clock_timestamp(), 'UTC') - make_interval(hours => :hours - 1) as since`,
    { hours: HEALTH_HOURS },
  );
  const since = clock?.since ?? new Date();
  const credentials = await rows<CredentialHealth>(db, HEALTH, { since, limit });
  return { since, credentials };
}

/** Tries are whole and far below what a number holds, because they are those of a day. */
const HEALTH = `
select c.id, p.processes, p.state, p.failure, p.since, p.until, h.tries, h.failed,
  h."lastFailure", h."lastFailureAt"
from catalog.provider_credential c
cross join lateral (
  select cast(count(*) as int) as processes, max(p.state) as state,
    (array_agg(p.failure order by p.ends_at desc))[1] as failure,
    min(p.since) as since, max(p.ends_at) as until
  from catalog.credential_pause p
  where p.credential_id = c.id and p.ends_at > clock_timestamp()
) p
cross join lateral (
  select cast(coalesce(sum(h.tries), 0) as double precision) as tries,
    cast(coalesce(sum(h.failed), 0) as double precision) as failed,
    (array_agg(h.last_failure order by h.last_failure_at desc nulls last))[1] as "lastFailure",
    max(h.last_failure_at) as "lastFailureAt"
  from catalog.credential_hour h
  where h.credential_id = c.id and h.hour >= :since
) h
order by c.provider, lower(c.name)
limit :limit`;
