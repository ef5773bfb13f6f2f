import { row, rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';
import { isoOrNull } from './filter.ts';
import type { RecordFilter } from './filter.ts';

/** An hour in which something was that is looked for. */
export interface Hour {
  bucket: Date;
  /** How many there were, by the sums; records that are purged count as well. */
  requests: number;
  /**
   * False where the sums do not say how many are wanted: a part of the hour of the cursor has been
   * read, a filter begins or ends within an hour, and sums know nothing of streams.
   */
  isWhole: boolean;
}

const HOUR_MICROS = 3_600_000_000n;

/** Which hours to list. */
export interface HoursWanted {
  /** Only hours before this one, the last that was given. */
  before: Date | null;
  /** Only hours from that of this cursor on. */
  after: { micros: bigint } | null;
  /** No hour before this one. */
  oldest: Date | null;
  limit: number;
}

/** The hour of the oldest record; the next hour when there is no record at all. */
export async function oldestHour(db: Db): Promise<Date | null> {
  const found = await row<{ oldest: Date }>(
    db,
    `select date_trunc('hour', coalesce(min(at), now() + interval '1 hour'), 'UTC') as oldest
     from requests.record`,
  );
  return found?.oldest ?? null;
}

/** Hours with requests of a filter, newest first. Their records may be purged. */
export async function listHours(
  db: Db,
  filter: Omit<RecordFilter, 'requestId' | 'sessionId' | 'tag'>,
  from: HoursWanted,
): Promise<Hour[]> {
  const level =
    filter.userId === null && filter.apiKeyId === null
      ? `r.level = 'all_hour'`
      : `r.level = 'key_hour' and r.user_id <> '00000000-0000-0000-0000-000000000000'
         and (cast(:userId as uuid) is null or r.user_id = cast(:userId as uuid))
         and (cast(:apiKeyId as uuid) is null or r.api_key_id = cast(:apiKeyId as uuid))`;
  const micros = from.after?.micros ?? null;
  const cursorHour = micros === null ? null : (micros / HOUR_MICROS) * HOUR_MICROS;
  const found = await rows<{ bucket: Date; requests: string; isWhole: boolean }>(
    db,
    `select r.bucket, sum(r.requests)::text as requests,
       (cast(:cursor as bigint) is null or r.bucket <> ${momentOf(':cursor')})
         and cast(:stream as boolean) is null
         and (cast(:dateFrom as timestamptz) is null or r.bucket >= cast(:dateFrom as timestamptz))
         and (cast(:dateTo as timestamptz) is null
           or r.bucket + interval '1 hour' <= cast(:dateTo as timestamptz)) as "isWhole"
     from requests.rollup r
     where ${level}
       and (cast(:before as timestamptz) is null or r.bucket < cast(:before as timestamptz))
       and (cast(:cursor as bigint) is null or r.bucket <= ${momentOf(':cursor')})
       and (cast(:dateFrom as timestamptz) is null
         or r.bucket > cast(:dateFrom as timestamptz) - interval '1 hour')
       and (cast(:dateTo as timestamptz) is null or r.bucket < cast(:dateTo as timestamptz))
       and (cast(:oldest as timestamptz) is null or r.bucket >= cast(:oldest as timestamptz))
       and r.kind_id = any(array(
         select k.id from requests.rollup_kind k
         where (cast(:provider as text) is null or k.provider = :provider)
           and (cast(:mode as text) is null or k.mode = :mode)
           and (cast(:model as text) is null or k.model = :model or k.alias = :model)
           and (cast(:route as text) is null or k.route = :route)
           and (cast(:statusFrom as int) is null or k.status between :statusFrom and :statusTo)
           and (cast(:outcome as text) is null or k.outcome = :outcome)
           and (cast(:errorCode as text) is null or k.error_code = :errorCode)
           and (cast(:alias as text) is null or k.alias = :alias)))
     group by r.bucket having sum(r.requests) > 0
     order by r.bucket desc limit :limit`,
    {
      ...filter,
      dateFrom: isoOrNull(filter.dateFrom),
      dateTo: isoOrNull(filter.dateTo),
      before: isoOrNull(from.before),
      oldest: isoOrNull(from.oldest),
      limit: from.limit,
      cursor: cursorHour?.toString() ?? null,
    },
  );
  return found.map((hour) => ({ ...hour, requests: Number(hour.requests) }));
}

function momentOf(micros: string): string {
  return `timestamptz 'epoch' + cast(${micros} as bigint) * interval '1 microsecond'`;
}
