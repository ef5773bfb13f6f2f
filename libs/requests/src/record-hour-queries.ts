import { rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';
import type { RequestFilter } from './filter.ts';

/** An hour in which something was that is looked for. */
export interface Hour {
  bucket: Date;
  /** How many there were, by the sums; records that are purged count as well. */
  requests: number;
  /** False for the hour of the cursor, of which a part has been read. */
  isWhole: boolean;
}

/** Hours that one look gives. */
const HOURS_AT_ONCE = 200;
const HOUR_MICROS = 3_600_000_000n;

/** Whether a filter asks for what requests were, which no index of records knows. */
export function isByKind(filter: RequestFilter): boolean {
  const { provider, model, route, statusFrom, outcome } = filter;
  return [provider, model, route, statusFrom, outcome].some((value) => value !== null);
}

/**
 * Hours with requests of a filter, newest first: those from the cursor's on, or those before the last one that was given.
 * Records of hours older than the oldest record are purged.
 */
export async function listHours(
  db: Db,
  filter: RequestFilter,
  from: { before: Date | null; after: { micros: bigint } | null },
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
       cast(:cursor as bigint) is null or r.bucket <> ${momentOf(':cursor')} as "isWhole"
     from requests.rollup r
     where ${level}
       and (cast(:before as timestamptz) is null or r.bucket < cast(:before as timestamptz))
       and (cast(:cursor as bigint) is null or r.bucket <= ${momentOf(':cursor')})
       and r.bucket >= (select date_trunc('hour', min(at), 'UTC') from requests.record)
       and r.kind_id = any(array(
         select k.id from requests.rollup_kind k
         where (cast(:provider as text) is null or k.provider = :provider)
           and (cast(:model as text) is null or k.model = :model)
           and (cast(:route as text) is null or k.route = :route)
           and (cast(:statusFrom as int) is null or k.status between :statusFrom and :statusTo)
           and (cast(:outcome as text) is null or k.outcome = :outcome)))
     group by r.bucket having sum(r.requests) > 0
     order by r.bucket desc limit ${HOURS_AT_ONCE}`,
    {
      ...filter,
      before: from.before?.toISOString() ?? null,
      cursor: cursorHour?.toString() ?? null,
    },
  );
  return found.map((hour) => ({ ...hour, requests: Number(hour.requests) }));
}

function momentOf(micros: string): string {
  return `timestamptz 'epoch' + cast(${micros} as bigint) * interval '1 microsecond'`;
}
