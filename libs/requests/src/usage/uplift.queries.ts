import { rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';

const WHOLE_BP = 10_000n;

/** What requests of one uplift were charged, in nano-credits. */
interface ChargedRow {
  uplift_bp: number;
  charged: string;
}

/**
 * What uplifts have added to list prices in a range, in nano-credits; the part of list prices is
 * rounded up once for each uplift, as a charge is.
 */
export async function sumUplifts(db: Db, range: { from: Date; until: Date }): Promise<bigint> {
  const found = await rows<ChargedRow>(
    db,
    `select r.uplift_bp, cast(sum(r.charged_n) as text) as charged from requests.record r
     where r.uplift_bp > 0 and r.at >= :from and r.at < :until group by r.uplift_bp`,
    { ...range },
  );
  return found.reduce((sum, one) => sum + partOf(BigInt(one.charged), BigInt(one.uplift_bp)), 0n);
}

/** What an uplift is of a charge that holds the uplift. */
function partOf(charged: bigint, upliftBp: bigint): bigint {
  const whole = WHOLE_BP + upliftBp;
  return charged - (charged * WHOLE_BP + whole - 1n) / whole;
}
