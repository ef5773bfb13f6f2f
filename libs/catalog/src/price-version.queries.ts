import { row, rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';
import type { PricesJson } from '@tollgate/money/rating';
import type { PriceVersionRow } from './rows.ts';

const PRICE = `id, model_id as "modelId", prices, effective_at as "effectiveAt",
  created_by as "createdBy", created_at as "createdAt"`;

/**
 * Whether a model has a version from this very moment on; null is now, as {@link
 * insertPriceVersion} takes it.
 */
export async function hasPriceVersionAt(
  db: Db,
  version: { modelId: string; effectiveAt: string | null },
): Promise<boolean> {
  const found = await row(
    db,
    `select 1 from catalog.price_version where model_id = :modelId
       and effective_at = greatest(coalesce(cast(:effectiveAt as timestamptz), now()), now())`,
    version,
  );
  return found !== null;
}

/**
 * The prices of the version before this moment, in force or scheduled; null without one. The moment
 * null is now, as {@link insertPriceVersion} takes it.
 */
export async function findPricesBefore(
  db: Db,
  version: { modelId: string; effectiveAt: string | null },
): Promise<PricesJson | null> {
  const found = await row<{ prices: PricesJson }>(
    db,
    `select prices from catalog.price_version
     where model_id = :modelId
       and effective_at <= greatest(coalesce(cast(:effectiveAt as timestamptz), now()), now())
     order by effective_at desc, id desc limit 1`,
    version,
  );
  return found?.prices ?? null;
}

export function insertPriceVersion(
  db: Db,
  version: {
    id: string;
    modelId: string;
    prices: string;
    effectiveAt: string | null;
    createdBy: string;
  },
): Promise<PriceVersionRow | null> {
  return row<PriceVersionRow>(
    db,
    `insert into catalog.price_version (id, model_id, prices, effective_at, created_by)
     values (:id, :modelId, cast(:prices as jsonb),
       greatest(coalesce(cast(:effectiveAt as timestamptz), now()), now()), :createdBy)
     returning ${PRICE}`,
    version,
  );
}

/**
 * Whether a moment has passed by the database's clock, a minute of grace allowed, or is more than
 * five years away.
 */
export function checkMoment(
  db: Db,
  moment: string,
): Promise<{ past: boolean; far: boolean } | null> {
  return row(
    db,
    `select cast(:moment as timestamptz) < now() - interval '1 minute' as past,
       cast(:moment as timestamptz) > now() + interval '5 years' as far`,
    { moment },
  );
}

/** A price version with its neighbours in time. */
export interface PriceVersionInTime extends PriceVersionRow {
  /** Whether it is still to come. */
  isScheduled: boolean;
  /** When the next version comes into force; null: none follows. */
  endsAt: Date | null;
  /** Whether the next version is in force. */
  isReplaced: boolean;
  /** The prices of the version before; null for the first one. */
  pricesBefore: PricesJson | null;
}

/** The versions of a model from the last to come into force on, or those before one of them. */
export function listPricesOfModel(
  db: Db,
  page: { modelId: string; before: string | null; limit: number },
): Promise<PriceVersionInTime[]> {
  return rows<PriceVersionInTime>(
    db,
    `select version.*, version."effectiveAt" > now() as "isScheduled",
       next.effective_at as "endsAt", coalesce(next.effective_at <= now(), false) as "isReplaced",
       previous.prices as "pricesBefore"
     from (select ${PRICE} from catalog.price_version
       where model_id = :modelId and (cast(:before as uuid) is null
         or (effective_at, id) < (select effective_at, id from catalog.price_version
           where model_id = :modelId and id = cast(:before as uuid)))
       order by effective_at desc, id desc limit :limit) version
     left join lateral (select prices from catalog.price_version
       where model_id = version."modelId"
         and (effective_at, id) < (version."effectiveAt", version.id)
       order by effective_at desc, id desc limit 1) previous on true
     left join lateral (select effective_at from catalog.price_version
       where model_id = version."modelId"
         and (effective_at, id) > (version."effectiveAt", version.id)
       order by effective_at, id limit 1) next on true
     order by version."effectiveAt" desc, version.id desc`,
    page,
  );
}

/** The versions that hold now, one a model at most. */
export function listCurrentPrices(db: Db): Promise<PriceVersionRow[]> {
  return rows<PriceVersionRow>(
    db,
    `select distinct on (model_id) ${PRICE} from catalog.price_version
     where effective_at <= now() order by model_id, effective_at desc, id desc`,
  );
}

/** Versions by their ids. */
export function listPriceVersions(db: Db, ids: readonly string[]): Promise<PriceVersionRow[]> {
  return rows<PriceVersionRow>(
    db,
    `select ${PRICE} from catalog.price_version where id = any(cast(:ids as uuid[]))`,
    { ids: [...ids] },
  );
}

/** The versions to come, soonest first. */
export function listUpcomingPrices(db: Db): Promise<PriceVersionRow[]> {
  return rows<PriceVersionRow>(
    db,
    `select ${PRICE} from catalog.price_version
     where effective_at > now() order by effective_at, id`,
  );
}

/** The database's clock, as the transaction sees it. */
export async function databaseNow(db: Db): Promise<Date> {
  const found = await row<{ now: Date }>(db, 'select now() as now');
  if (found === null) throw new Error('the database gave no time');
  return found.now;
}
