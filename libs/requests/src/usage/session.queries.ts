import { rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';
import { sumsOf } from './sums.ts';
import type { Texts, TokenSums } from './sums.ts';

/** Which sessions to sum up; null does not narrow. */
export interface SessionScope {
  /** From … until, on whole days in UTC. */
  from: Date;
  until: Date;
  userId: string | null;
  sessionId: string | null;
  mode: 'live' | 'test' | null;
  limit: number;
}

/** What one session of one user came to. */
export interface SessionSums extends TokenSums {
  userId: string;
  sessionId: string;
  firstAt: Date;
  lastAt: Date;
  requests: bigint;
  /** Nano-credits. */
  charged: bigint;
}

const COUNTS = [
  'requests',
  'input',
  'cacheRead',
  'cacheWrite',
  'output',
  'reasoning',
  'charged',
] as const;

/** Sums by session, most credits first. */
export async function sumBySession(db: Db, scope: SessionScope): Promise<SessionSums[]> {
  const found = await rows<Texts<SessionSums>>(
    db,
    `select user_id as "userId", session_id as "sessionId", min(first_at) as "firstAt",
       max(last_at) as "lastAt", sum(requests)::text as requests, sum(input_tokens)::text as input,
       sum(cache_read_tokens)::text as "cacheRead", sum(cache_write_tokens)::text as "cacheWrite",
       sum(output_tokens)::text as output, sum(reasoning_tokens)::text as reasoning,
       sum(charged_n)::text as charged
     from requests.session_day
     where bucket >= cast(:from as timestamptz) and bucket < cast(:until as timestamptz)
       and (cast(:userId as uuid) is null or user_id = cast(:userId as uuid))
       and (cast(:sessionId as text) is null or session_id = :sessionId)
       and (cast(:mode as text) is null or mode = :mode)
     group by user_id, session_id having sum(requests) > 0
     order by sum(charged_n) desc, sum(requests) desc, session_id, user_id limit :limit`,
    { ...scope },
  );
  return found.map((one) => ({ ...one, ...sumsOf(COUNTS, one) }));
}

/** Where to look for days of a session. */
export interface SessionDaysWanted {
  sessionId: string;
  /** Null for those of everybody. */
  userId: string | null;
  /** Only days before this one, the last that was given. */
  before: Date | null;
  limit: number;
}

/** The days in UTC on which a session had requests, newest first. */
export async function listSessionDays(db: Db, wanted: SessionDaysWanted): Promise<Date[]> {
  const found = await rows<{ bucket: Date }>(
    db,
    `select distinct bucket from requests.session_day
     where session_id = :sessionId
       and (cast(:userId as uuid) is null or user_id = cast(:userId as uuid))
       and (cast(:before as timestamptz) is null or bucket < cast(:before as timestamptz))
     order by bucket desc limit :limit`,
    { ...wanted, before: wanted.before?.toISOString() ?? null },
  );
  return found.map(({ bucket }) => bucket);
}
