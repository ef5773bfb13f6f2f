import { recordAuditEvent } from '@tollgate/audit/audit-events';
import { row, rows, transaction } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { completeRecords } from '@tollgate/requests/records/record-repair.queries';
import { reserveBatch, settleBatch } from '../../services/billing/src/reservation.queries.ts';
import { aPriceVersion } from '../ledger/a-ledger.ts';
import { aHold, settlementOf } from '../ledger/items.ts';

/** How many rows of each kind a drill has. */
export interface DrillSize {
  /** Charged holds, each with two entries of the book and its request record. */
  holds: number;
  /** Further request records, of test keys, which cost nothing. */
  records: number;
  /** Audit events on the chain. */
  events: number;
}

const BATCH = 1_000;
const DAYS = 60;
const COMPLETED_MS = 7_200_000;

/**
 * Fills a database through the functions that keep the book and the chain, as the owner, for the
 * owner of the demo's key.
 */
export async function fillForDrill(owner: Knex, size: DrillSize): Promise<void> {
  const key = await row<{ id: string; userId: string }>(
    owner,
    `select id, owner_id as "userId" from keys.api_key where mode = 'live' order by id limit 1`,
  );
  if (key === null) throw new Error('the demo has no key');
  await chargeHolds(owner, key, size.holds);
  await putRecords(owner, key, size.records);
  await putEvents(owner, size.events);
}

async function chargeHolds(owner: Knex, key: { id: string; userId: string }, holds: number) {
  const priceVersionId = await aPriceVersion(owner, { request: '1000' });
  for (let done = 0; done < holds; done += BATCH) {
    const items = Array.from({ length: Math.min(BATCH, holds - done) }, () =>
      aHold({ priceVersionId, userId: key.userId, amount: 1 }, { api_key_id: key.id }),
    );
    await reserveBatch(owner, items);
    await settleBatch(
      owner,
      items.map((hold) => settlementOf(hold, 1)),
    );
  }
  const until = new Date();
  await completeRecords(owner, { from: new Date(until.getTime() - COMPLETED_MS), until });
}

async function putRecords(owner: Knex, key: { id: string; userId: string }, records: number) {
  await rows(owner, 'select maintenance.ensure_partitions(:days, 2)', { days: DAYS });
  await rows(
    owner,
    `insert into requests.record (id, at, request_id, user_id, api_key_id, mode, route,
       model_requested, provider, model, stream, async, status, outcome, attempt, usage, usage_source,
       charged_n, output_policy, effective_max_tokens, queue_ms, upstream_ms, total_ms)
     select billing.uuid7(at), at, 'req_drill_' || n, :userId, :id, 'test', '/v1/chat/completions',
       'sandbox/echo', 'sandbox', 'sandbox/echo', n % 2 = 0, false, 200, 'served', 1,
       jsonb_build_object('input', n % 4000, 'output', n % 900), 'provider', 0, 'managed', 16384, 1,
       n % 3000, n % 3100
     from (select n, now() - interval '1 day' * (1 + n % :days) as at
       from generate_series(1, cast(:records as int)) n) placed`,
    { ...key, days: DAYS - 2, records },
  );
}

async function putEvents(owner: Knex, events: number): Promise<void> {
  for (let done = 0; done < events; done += BATCH) {
    await transaction(owner, async (trx) => {
      for (let n = done; n < Math.min(events, done + BATCH); n += 1) {
        await recordAuditEvent(trx, {
          actor: { kind: 'system', id: null, label: 'drill' },
          action: 'configuration.apply',
          target: { kind: 'installation', id: null },
          details: { n },
        });
      }
    });
  }
}
