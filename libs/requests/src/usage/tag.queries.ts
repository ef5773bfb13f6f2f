import { rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';
import { sumsOf } from './sums.ts';
import type { Texts, TokenSums } from './sums.ts';

/** Which tags of a user to sum up; null does not narrow. */
export interface TagScope {
  userId: string;
  /** From … until, on whole days in UTC. */
  from: Date;
  until: Date;
  tag: string | null;
  mode: 'live' | 'test' | null;
  limit: number;
}

/** What one tag of a user came to on one day. */
export interface TagDaySums extends TokenSums {
  /** Empty for all tags beyond the names of the day. */
  tag: string;
  bucket: Date;
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

const MATCHING = `d.user_id = cast(:userId as uuid)
  and d.bucket >= cast(:from as timestamptz) and d.bucket < cast(:until as timestamptz)
  and (cast(:tag as text) is null or d.tag = :tag)
  and (cast(:mode as text) is null or d.mode = :mode)`;

/** Sums by tag and day: the tags with most credits first, the days of each oldest first. */
export async function sumByTag(db: Db, scope: TagScope): Promise<TagDaySums[]> {
  const found = await rows<Texts<TagDaySums>>(
    db,
    `with top as (
       select d.tag, row_number() over (
         order by sum(d.charged_n) desc, sum(d.requests) desc, d.tag) as rank
       from requests.tag_day d where ${MATCHING}
       group by d.tag having sum(d.requests) > 0 order by rank limit :limit)
     select d.tag, d.bucket, sum(d.requests)::text as requests, sum(d.input_tokens)::text as input,
       sum(d.cache_read_tokens)::text as "cacheRead",
       sum(d.cache_write_tokens)::text as "cacheWrite", sum(d.output_tokens)::text as output,
       sum(d.reasoning_tokens)::text as reasoning, sum(d.charged_n)::text as charged
     from requests.tag_day d join top on top.tag = d.tag where ${MATCHING}
     group by d.tag, d.bucket, top.rank having sum(d.requests) > 0 order by top.rank, d.bucket`,
    { ...scope },
  );
  return found.map((one) => ({ ...one, ...sumsOf(COUNTS, one) }));
}

/** Where to look for days of a tag. */
export interface TagDaysWanted {
  tag: string;
  /** Null for those of everybody. */
  userId: string | null;
  /** Only days that begin before this moment. */
  before: Date | null;
  limit: number;
}

/**
 * The days in UTC on which a tag may have had requests, newest first: those that name it, and those
 * on which tags were summed up without their names.
 */
export async function listTagDays(db: Db, wanted: TagDaysWanted): Promise<Date[]> {
  const found = await rows<{ bucket: Date }>(
    db,
    `select distinct bucket from requests.tag_day
     where tag in (:tag, '')
       and (cast(:userId as uuid) is null or user_id = cast(:userId as uuid))
       and (cast(:before as timestamptz) is null or bucket < cast(:before as timestamptz))
     order by bucket desc limit :limit`,
    { ...wanted, before: wanted.before?.toISOString() ?? null },
  );
  return found.map(({ bucket }) => bucket);
}
