import { row, rows } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { formatCredits } from '@tollgate/money/credits';
import { newUuid } from '@tollgate/runtime/ids';
import { createGrant, revokeGrant } from '../../services/billing/src/grant.queries.ts';
import { reserveBatch, settleBatch } from '../../services/billing/src/reservation.queries.ts';
import { sweepEndedHolds } from '../../services/billing/src/sweep.queries.ts';
import { aLedger, aPriceVersion } from './a-ledger.ts';
import type { TestLedger } from './a-ledger.ts';
import { aHold, API_KEY_ID, settlementOf } from './items.ts';
import { report, upliftModel } from './reported.ts';

/** A request record; the columns that a charge does not tell have any value. */
export const RECORDED = `insert into requests.record (id, at, request_id, user_id, api_key_id, mode, route, stream, async,
    status, outcome, attempt, charged_n, total_ms, queue_ms, price_version_id, uplift_bp, usage)`;

const UPLIFT_BP = 10_000;

/** A user with one key, whose id is given. */
async function aUser(owner: Knex, userId: string, keyId: string): Promise<void> {
  await rows(
    owner,
    `insert into identity.user_account (id, email, name, password_hash)
     values (:userId, :email, 'Somebody', 'none')`,
    { userId, email: `${userId}@test.invalid` },
  );
  await rows(
    owner,
    `insert into keys.api_key (id, owner_id, name, mode, digest, prefix, last4)
     values (:keyId, :userId, 'key', 'live', sha256(convert_to(:keyId, 'UTF8')), 'svc_live_aaaa', 'bbbb')`,
    { userId, keyId },
  );
}

/**
 * A grant with the audit event that the administrators' service would have kept of it; gives its
 * id.
 */
async function aReportedGrant(ledger: TestLedger, userId: string, nano: bigint): Promise<string> {
  const { grantId } = await createGrant(ledger.replicas[0], {
    userId,
    amountNano: nano.toString(),
    reason: null,
    expiresAt: null,
    actor: 'admin',
    idempotencyKey: null,
  });
  if (grantId === null) throw new Error('there is no grant');
  const details = { amount: formatCredits(nano), expires_at: null, reason: null };
  await reportOfGrant(ledger, { action: 'create', grantId, userId, details });
  return grantId;
}

/** A grant whose answer never came: the trail has its order alone. */
async function anOrderedGrant(ledger: TestLedger, userId: string, nano: bigint): Promise<void> {
  const order = { reason: null, expiresAt: null, actor: 'admin', idempotencyKey: 'order-one' };
  await createGrant(ledger.replicas[0], { ...order, userId, amountNano: nano.toString() });
  await reportOfGrant(ledger, {
    action: 'create_order',
    grantId: userId,
    userId,
    details: {
      amount: formatCredits(nano),
      expires_at: null,
      granted_by: order.actor,
      idempotency_key: order.idempotencyKey,
    },
  });
}

function reportOfGrant(
  { owner }: TestLedger,
  given: { action: string; grantId: string; userId: string; details: object },
): Promise<void> {
  const { action, grantId, userId, details } = given;
  const target = { targetKind: 'credit_grant', targetId: grantId, userId };
  return report(owner, { action: `credit_grant.${action}`, ...target, details });
}

/**
 * Three in two parts: one that is told, and one whose answer never came; an order that was refused
 * allows nothing.
 */
async function reportedRevocations(
  ledger: TestLedger,
  userId: string,
  grantId: string,
): Promise<void> {
  const part = (amountNano: string) =>
    revokeGrant(ledger.replicas[0], {
      grantId,
      amountNano,
      reason: null,
      actor: 'admin',
      idempotencyKey: `busy-${amountNano}`,
    });
  const reported = (action: string, details: object): Promise<void> =>
    reportOfGrant(ledger, { action, grantId, userId, details });
  await reported('revoke_order', { amount: formatCredits(2n), reason: null, order: 'one' });
  await part('2');
  await reported('revoke', { revoked: formatCredits(2n), reason: null, order: 'one' });
  await reported('revoke_order', { amount: formatCredits(1n), reason: null, order: 'two' });
  await part('1');
  await reported('revoke_order', { amount: null, reason: null, order: 'three' });
  await reported('revoke_refused', { outcome: 'exceeds', order: 'three' });
}

/**
 * A ledger with some of everything: holds that are open, settled, worth more than their caller's
 * ceiling, settled late, ended without a charge, and under an uplift; grants that are drawn,
 * untouched and revoked in part; a second user; a record of each charge.
 */
export async function aBusyLedger(): Promise<TestLedger> {
  const busy = await aLedger();
  const { owner, replicas, priceVersionId } = busy;
  const [db] = replicas;
  const userId = newUuid();
  const otherId = newUuid();
  await aUser(owner, userId, API_KEY_ID);
  await aUser(owner, otherId, newUuid());
  await aReportedGrant(busy, userId, 1_000n);
  await anOrderedGrant(busy, otherId, 1_000n);
  await reportedRevocations(busy, userId, await aReportedGrant(busy, userId, 50n));
  const upliftedId = await aPriceVersion(owner, { request: '1000' });
  await aPriceVersion(owner, { request: '1000' });
  await upliftModel(owner, { userId, modelId: await modelOf(owner, upliftedId), bp: UPLIFT_BP });
  const terms = { priceVersionId, userId, amount: 10 };
  const late = aHold(terms, { ttl_ms: 1 });
  const uplifted = aHold(
    { ...terms, priceVersionId: upliftedId },
    { uplift_bp: UPLIFT_BP, estimate: { request: 5 } },
  );
  const holds = [aHold(terms), aHold(terms), aHold(terms), late, uplifted];
  await reserveBatch(db, [...holds, aHold(terms, { ttl_ms: 1 })]);
  await sweepEndedHolds(db, 10);
  await settleBatch(db, [
    ...[...holds.slice(0, 2), late].map((hold, index) =>
      settlementOf(hold, 8 + 3 * index, { ceiling_nano: '10' }),
    ),
    { ...settlementOf(uplifted, 6), usage: { request: 3 } },
  ]);
  await rows(
    owner,
    `${RECORDED} select op_id, created_at, 'r', user_id, api_key_id, 'live', '/v1/chat/completions',
       false, false, 200, 'served', 1, coalesce(charged_n, late_charged_n), 1, 1, price_version_id,
       uplift_bp, usage
     from billing.reservation where cost_n is not null`,
  );
  await owner.raw(WITNESSED);
  await owner.raw(AT_A_PROVIDER);
  return busy;
}

/**
 * What requests leave beside the record: what the caller was shown, the log of requests, and the
 * rows of keys, operations and videos.
 */
const WITNESSED = `
  update requests.record q set model = m.public_id, usage_source = r.usage_source,
    receipt = jsonb_build_object('cost_nano', cast(r.cost_n as text), 'hold_nano', cast(r.amount_n as text),
      'ceiling_nano', cast(r.ceiling_n as text), 'partial', r.partial,
      'lines', jsonb_build_array(jsonb_build_object(
        'dimension', 'request', 'quantity', r.usage -> 'request', 'price_pico', '1000')))
  from billing.reservation r
  join catalog.price_version p on p.id = r.price_version_id join catalog.model m on m.id = p.model_id
  where r.op_id = q.id;
  insert into audit.access_event (id, method, path, status_code, actor_kind, actor_id, user_id,
    request_id, address, duration_ms, op_id)
  select uuidv7(), 'POST', '/v1/chat/completions', 200, 'key', api_key_id, user_id, 'r', '',
    1, op_id
  from billing.reservation;
  insert into requests.idempotency (user_id, mode, key_sha, fingerprint, op_id, state, owner,
    lease_until, request_id, status, body_expires_at, tombstone_until)
  select user_id, 'live', sha256(uuid_send(op_id)), '', op_id, 'done', gen_random_uuid(), now(), 'r',
    200, now(), now()
  from billing.reservation where cost_n is not null;
  insert into requests.operation (id, user_id, api_key_id, mode, route, request_id, state, dispatches,
    status, body, finished_at, expires_at)
  select op_id, user_id, api_key_id, 'live', '/v1/chat/completions', 'r', 'done', 1, 200, '', now(), now()
  from billing.reservation where cost_n is not null;
  insert into requests.video (id, user_id, api_key_id, mode, request_id, model, terms, catalog_revision,
    state, gives_up_at, usage, charged_n, held_n, finished_at)
  select op_id, user_id, api_key_id, 'live', 'r', 'm', '{}', '', 'completed', now(), usage, charged_n,
    amount_n, now()
  from billing.reservation where uplift_bp > 0;`;

/** The open hold is that of a line of a batch, which waits in a job of a provider. */
const AT_A_PROVIDER = `
  create temporary table sent_line on commit preserve rows as
  select op_id, user_id, api_key_id, attempt, uuidv7() as batch_id, uuidv7() as job_id
  from billing.reservation where state = 'held' limit 1;
  insert into requests.batch (id, user_id, api_key_id, mode, endpoint, input_file_id, request_id,
    state, lines, expires_at)
  select batch_id, user_id, api_key_id, 'live', '/v1/embeddings', uuidv7(), 'r', 'in_progress', 1,
    now() + interval '1 day' from sent_line;
  insert into requests.batch_job (id, batch_id, user_id, model, model_id, credential_id, path, state,
    lines, job)
  select job_id, batch_id, user_id, 'm', uuidv7(), uuidv7(), '/v1/embeddings', 'sent', 1, 'j'
  from sent_line;
  insert into requests.batch_line (batch_id, line, custom_id, starts_at, bytes, price, attempts,
    job_id)
  select batch_id, 7, 'c', 0, 1, 'batch', attempt, job_id from sent_line;
  insert into requests.operation (id, user_id, api_key_id, mode, route, request_id, box, state,
    batch_id, expires_at)
  select op_id, user_id, api_key_id, 'live', 'POST /v1/embeddings',
    'batch_' || repeat('0', 26) || '-7', '', 'sent', batch_id, now() from sent_line;
  drop table sent_line;`;

async function modelOf(owner: Knex, priceVersionId: string): Promise<string> {
  const found = await row<{ id: string }>(
    owner,
    'select model_id as id from catalog.price_version where id = :priceVersionId',
    { priceVersionId },
  );
  return found?.id ?? '';
}
