import { row } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';
import { parseLimits, tightestLimits } from '@tollgate/money/limit-set';
import type { LimitsDocument } from '@tollgate/money/limit-set';
import { isPlainUtc } from '@tollgate/money/quota-days';
import type { ZoneChange } from '@tollgate/money/quota-days';
import type { KeyRecord } from './key.queries.ts';

const ADMISSION_COLUMNS = `admission.id, owner_id as "ownerId", owner_status as "ownerStatus",
  owner_max_output_tokens as "ownerMaxOutputTokens", name, mode, status,
  default_reasoning_effort as "defaultReasoningEffort", max_output_tokens as "maxOutputTokens",
  models as "modelAllowList", limits, own_limits as "ownLimits", owner_limits as "ownerLimits",
  owner_quota_zone as "quotaZone", owner_quota_change as "quotaChange",
  cast(extract(epoch from expires_at - clock_timestamp()) * 1000 as double precision) as "expiresInMs"`;

/** A row of the view: its sets of limits are documents yet. */
type AdmissionRow = Omit<KeyRecord, 'limits' | 'ownerLimits' | 'ownerQuotaDays'> &
  Record<'limits' | 'ownLimits' | 'ownerLimits', Partial<LimitsDocument>> & {
    quotaZone: string;
    quotaChange: ZoneChange | null;
  };

/** A key that is not deleted with its owner’s standing. */
export async function findAdmissionByDigest(
  db: Db,
  digests: readonly Buffer[],
): Promise<(KeyRecord & { digest: Buffer }) | null> {
  const found = await row<AdmissionRow & { digest: Buffer }>(
    db,
    `select ${ADMISSION_COLUMNS}, digest, cast(null as double precision) as "replacedInMs"
     from keys.admission where digest = any(cast(:digests as bytea[]))
     union all
     select ${ADMISSION_COLUMNS}, replaced.digest, cast(
       extract(epoch from replaced.ends_at - clock_timestamp()) * 1000 as double precision)
     from keys.replaced_admission replaced join keys.admission on admission.id = replaced.key_id
     where replaced.digest = any(cast(:digests as bytea[]))`,
    { digests: [...digests] },
  );
  return found === null ? null : admitted(found);
}

/** A key of this id that is not deleted, with the standing of its owner. */
export async function findAdmissionById(
  db: Db,
  keyId: string,
): Promise<(KeyRecord & { digest: Buffer }) | null> {
  const found = await row<AdmissionRow & { digest: Buffer }>(
    db,
    `select ${ADMISSION_COLUMNS}, digest, cast(null as double precision) as "replacedInMs"
     from keys.admission where id = :keyId`,
    { keyId },
  );
  return found === null ? null : admitted(found);
}

function admitted(found: AdmissionRow & { digest: Buffer }): KeyRecord & { digest: Buffer } {
  const { limits, ownLimits, ownerLimits, quotaZone: zone, quotaChange, ...key } = found;
  const ownerQuotaDays = { zone, change: quotaChange };
  return {
    ...key,
    limits: tightestLimits(parseLimits(limits), parseLimits(ownLimits)),
    ownerLimits: parseLimits(ownerLimits),
    ...(isPlainUtc(ownerQuotaDays) ? {} : { ownerQuotaDays }),
  };
}
