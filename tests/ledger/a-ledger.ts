import { connectDatabase, row, rows } from '@tollgate/db/connect';
import type { Knex } from 'knex';
import type { PricesJson } from '@tollgate/money/rating';
import { createLogger } from '@tollgate/runtime/logger';
import { encodeId, newUuid } from '@tollgate/runtime/ids';
import { scaleTimers } from '@tollgate/runtime/timers';
import { withRetries } from '../../services/billing/src/transactions.ts';
import { createLedger } from '../../services/billing/src/ledger.ts';
import type { Ledger } from '../../services/billing/src/ledger.ts';
import { createVerifier } from '../../services/billing/src/verifier.ts';
import type { Verification } from '../../services/billing/src/run-invariants.ts';
import { aDatabase } from '../support/database.ts';
import type { TestDatabase } from '../support/database.ts';
import { pricesAsWritten, report } from './reported.ts';

/** The real functions on a real PostgreSQL, reached by two pools as by two replicas of billing. */
export interface TestLedger {
  database: TestDatabase;
  /** As billing's role. */
  replicas: [Knex, Knex];
  ledgers: [Ledger, Ledger];
  /** As the owner of the schema. */
  owner: Knex;
  /** A price version under which one request costs one nano-credit. */
  priceVersionId: string;
  /** Runs every invariant; throws naming what is broken. */
  assertSound(): Promise<void>;
  verify(): Promise<Verification>;
  drop(): Promise<void>;
}

/**
 * Hundreds of callers wait for a pool of ten at once, on a machine that other tests share: longer
 * than a service may wait, in milliseconds.
 */
const ACQUIRE_TIMEOUT_MS = 15_000;

/** A logger that says nothing. */
export const quiet = createLogger('test', 'silent');

/** Makes an empty ledger. */
export async function aLedger(): Promise<TestLedger> {
  const database = await aDatabase();
  const open = (role?: string): Knex =>
    connectDatabase({
      url: role === undefined ? database.url : database.urlOf(role),
      applicationName: 'ledger-test',
      acquireTimeoutMs: ACQUIRE_TIMEOUT_MS,
    });
  const replicas: [Knex, Knex] = [open('tollgate_billing'), open('tollgate_billing')];
  const owner = open();
  const verifier = createVerifier({ db: replicas[0], timers: scaleTimers(1), logger: quiet });
  return {
    database,
    replicas,
    ledgers: [createLedger(replicas[0]), createLedger(replicas[1])],
    owner,
    priceVersionId: await aPriceVersion(owner, { request: '1000' }),
    verify: () => withRetries(() => verifier.verify(), { keyed: true }),
    async assertSound() {
      const { checks } = await withRetries(() => verifier.verify(), { keyed: true });
      expect(checks.filter((check) => !check.ok)).toEqual([]);
    },
    async drop() {
      await Promise.all([...replicas, owner].map((db) => db.destroy()));
      await database.drop();
    },
  };
}

/**
 * Inserts a price version with its audit event, prices in pico-credits as strings; gives its id.
 */
export async function aPriceVersion(owner: Knex, prices: PricesJson): Promise<string> {
  const modelId = newUuid();
  const priceVersionId = newUuid();
  await rows(
    owner,
    `insert into catalog.provider (prefix, family) values ('test', 'sandbox')
     on conflict do nothing`,
  );
  await rows(
    owner,
    `insert into catalog.model (id, provider, family, upstream_model, public_id, draft)
     values (:modelId, 'test', 'sandbox', :name, :publicId, '{}')`,
    { modelId, name: modelId, publicId: `test/${modelId}` },
  );
  await owner.transaction(async (trx) => {
    const stored = await row<{ effectiveAt: Date }>(
      trx,
      `insert into catalog.price_version (id, model_id, prices, effective_at, created_by)
       values (:priceVersionId, :modelId, cast(:prices as jsonb), now(), :modelId)
       returning effective_at as "effectiveAt"`,
      { priceVersionId, modelId, prices: JSON.stringify(prices) },
    );
    const details = {
      model_id: encodeId('mdl', modelId),
      ...pricesAsWritten(prices),
      effective_at: stored?.effectiveAt.toISOString(),
    };
    const target = { targetKind: 'price_version', targetId: priceVersionId, userId: null };
    await report(trx, { action: 'model.price', ...target, details });
  });
  return priceVersionId;
}
