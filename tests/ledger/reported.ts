import { rows } from '@tollgate/db/connect';
import type { Db, Knex } from '@tollgate/db/connect';
import { formatPico } from '@tollgate/money/credits';
import type { DimensionPricesJson, PricesJson } from '@tollgate/money/rating';
import { encodeId } from '@tollgate/runtime/ids';

const PICO_DECIMALS = 6;

/** An event that the administrators' service would have written. */
export interface ReportedEvent {
  action: string;
  targetKind: string;
  targetId: string;
  userId: string | null;
  details: object;
}

/** Hands an event in; it joins the chain when its transaction commits. */
export async function report(db: Db, event: ReportedEvent): Promise<void> {
  await rows(
    db,
    `insert into audit.handed_in
       (id, actor_kind, actor_label, action, target_kind, target_id, user_id, details)
     values (gen_random_uuid(), 'administrator', 'admin', :action, :targetKind, :targetId, :userId,
       cast(:details as jsonb))`,
    { ...event, details: JSON.stringify(event.details) },
  );
}

/** Sets the uplift of a user on one model as the administrators' service does. */
export async function upliftModel(
  owner: Knex,
  uplift: { userId: string; modelId: string; bp: number },
): Promise<void> {
  const { userId, modelId, bp } = uplift;
  await owner.transaction(async (trx) => {
    await rows(
      trx,
      `insert into catalog.uplift_user_model (user_id, model_id, bp) values (:userId, :modelId, :bp)`,
      uplift,
    );
    await report(trx, {
      action: 'user.set_model_uplift',
      targetKind: 'user',
      targetId: userId,
      userId,
      details: { model_id: encodeId('mdl', modelId), uplift_bp: bp, reason: null },
    });
  });
}

/** Makes a user and sets the uplift as the administrators' service does. */
export async function upliftUser(
  owner: Knex,
  uplift: { userId: string; bp: number },
): Promise<void> {
  const { userId, bp } = uplift;
  await owner.transaction(async (trx) => {
    await rows(
      trx,
      `insert into identity.user_account (id, email, name, password_hash)
       values (:userId, :email, 'Somebody', 'none')`,
      { userId, email: `${userId}@test.invalid` },
    );
    await rows(trx, 'insert into catalog.uplift_user (user_id, bp) values (:userId, :bp)', uplift);
    const target = { targetKind: 'user', targetId: userId, userId };
    await report(trx, { action: 'user.set_uplift', ...target, details: { uplift_bp: bp } });
  });
}

/** What the event of a price version names: prices as people write them. */
export function pricesAsWritten({ long_context: tiers, ...base }: PricesJson): object {
  return {
    prices: asWritten(base),
    ...(tiers === undefined
      ? {}
      : {
          long_context: tiers.map(({ prices, ...tier }) => ({
            ...tier,
            prices: asWritten(prices),
          })),
        }),
  };
}

function asWritten(prices: DimensionPricesJson): Record<string, string> {
  const isPiece = (name: string): boolean => /^(request|image|second)/.test(name);
  return Object.fromEntries(
    Object.entries(prices).map(([name, pico]) => [
      name,
      isPiece(name) ? formatPico(pico) : perMillion(pico),
    ]),
  );
}

function perMillion(pico: string): string {
  const digits = pico.padStart(PICO_DECIMALS + 1, '0');
  return `${digits.slice(0, -PICO_DECIMALS)}.${digits.slice(-PICO_DECIMALS)}`;
}
