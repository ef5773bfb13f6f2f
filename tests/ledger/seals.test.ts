import { row, rows } from '@tollgate/db/connect';
import { noteLedgerLook } from '@tollgate/db/ledger-looks';
import { newUuid } from '@tollgate/runtime/ids';
import { setTimeout as pause } from 'node:timers/promises';
import { registry } from '@tollgate/telemetry/metrics';
import { createGrant } from '../../services/billing/src/grant.queries.ts';
import { reserveBatch, settleBatch } from '../../services/billing/src/reservation.queries.ts';
import { describeSeals, findLookAges } from '../../services/billing/src/seal.queries.ts';
import { FIRST_ID, LAST_ID } from '../../services/billing/src/stretch.ts';
import { sweepEndedHolds } from '../../services/billing/src/sweep.queries.ts';
import { createVerifier } from '../../services/billing/src/verifier.ts';
import { quiet } from './a-ledger.ts';
import type { TestLedger } from './a-ledger.ts';
import { aBusyLedger } from './busy-ledger.ts';
import { afterDamage, brokenIn, CODE, OF_SEALS, TERMS, UNGUARD } from './damaged.ts';
import { DAMAGES } from './damages.ts';
import { FORGERIES } from './forgeries.ts';
import { aHold, API_KEY_ID, settlementOf } from './items.ts';
import { aSealer, openPart, sealAll } from './sealing.ts';
import { MISSHAPEN } from './shapes.ts';

const EVERYTHING = { from: FIRST_ID, upto: LAST_ID };
let ledger: TestLedger;
beforeEach(async () => {
  ledger = await aBusyLedger();
});
afterEach(() => ledger.drop());

const verifier = (of: TestLedger) =>
  createVerifier({ db: of.replicas[0], timers: TERMS.timers, logger: quiet });

async function brokenByLooks(of: TestLedger): Promise<{ open: string[]; full: string[] }> {
  const ids = ({ checks }: Awaited<ReturnType<ReturnType<typeof verifier>['verify']>>): string[] =>
    checks.filter(({ ok, id }) => !ok && id !== CODE).map(({ id }) => id);
  const looks = verifier(of);
  return { open: ids(await looks.verify()), full: ids(await looks.verify(undefined, 'whole')) };
}

const SOUND = { open: [], full: [] };

/** The user of the busy ledger whose key its holds have. */
async function keyOwner({ owner }: TestLedger): Promise<string> {
  const found = await row<{ id: string }>(
    owner,
    'select owner_id as id from keys.api_key where id = :keyId',
    { keyId: API_KEY_ID },
  );
  return found?.id ?? '';
}

/** Another user, with credit. */
async function aUser(of: TestLedger): Promise<string> {
  const userId = newUuid();
  await createGrant(of.replicas[0], {
    userId,
    amountNano: '1000',
    reason: null,
    expiresAt: null,
    actor: 'admin',
    idempotencyKey: null,
  });
  return userId;
}

const countSeals = async (of: TestLedger): Promise<number> =>
  (await rows(of.owner, 'select from billing.seal')).length;

describe('what is open', () => {
  test('is judged as the whole ledger is while nothing is sealed', async () => {
    for (const [ids, what, damage] of [...DAMAGES, ...FORGERIES, ...MISSHAPEN]) {
      const found = await afterDamage(ledger, damage, (trx) => brokenIn(trx, EVERYTHING));
      const wanted = ids.split(' ').filter((id) => !OF_SEALS.includes(id));
      expect([what, found.toSorted()]).toEqual([what, wanted.toSorted()]);
    }
  });

  test.each([1, 3, 8])('holds with what was sealed, seals being of %i movements', async (size) => {
    expect(await aSealer(ledger, size).seal()).toBeGreaterThan(0);
    expect(await brokenByLooks(ledger)).toEqual(SOUND);
    const { from } = await openPart(ledger);
    const open = await rows(ledger.owner, 'select from billing.entry where id >= :from', { from });
    expect(open.length).toBeLessThanOrEqual(size);
    const trx = await ledger.owner.transaction();
    expect(await brokenIn(trx, await openPart(ledger))).toEqual([]);
    await trx.rollback();
  });

  test('is looked at while it is sealed, and both agree at each moment', async () => {
    const [one, other] = [aSealer(ledger, 1), aSealer(ledger, 1, { replica: 1 })];
    const sealed = Promise.all([one.seal(), other.seal()]);
    expect(await brokenByLooks(ledger)).toEqual(SOUND);
    const made = (await sealed).reduce((sum, seals) => sum + seals, 0);
    expect(await countSeals(ledger)).toBe(made);
    expect(await brokenByLooks(ledger)).toEqual(SOUND);
  });
});

describe('a sealed hold', () => {
  test('may be charged late: it is judged again, and sealed again with that movement', async () => {
    const [db] = ledger.replicas;
    const userId = await keyOwner(ledger);
    const terms = { priceVersionId: ledger.priceVersionId, userId, amount: 10 };
    const late = aHold(terms, { ttl_ms: 1 });
    await reserveBatch(db, [late]);
    while ((await sweepEndedHolds(db, 10)) === 0) await pause(1);
    await reserveBatch(db, [aHold(terms)]);
    await aSealer(ledger, 1).seal();
    expect(await brokenByLooks(ledger)).toEqual(SOUND);
    const sealed = await countSeals(ledger);
    expect(await settleBatch(db, [settlementOf(late, 7)])).toMatchObject([{ outcome: 'late' }]);
    expect(await brokenByLooks(ledger)).toEqual(SOUND);
    await reserveBatch(db, [aHold(terms)]);
    expect(await aSealer(ledger, 1).seal()).toBeGreaterThan(0);
    expect(await countSeals(ledger)).toBeGreaterThan(sealed);
    expect(await brokenByLooks(ledger)).toEqual(SOUND);
  });

  test('that is open is judged as before when it is charged behind the seal', async () => {
    const [db] = ledger.replicas;
    const userId = await keyOwner(ledger);
    const hold = aHold({ priceVersionId: ledger.priceVersionId, userId, amount: 10 });
    await reserveBatch(db, [hold]);
    await aUser(ledger);
    await aSealer(ledger, 1).seal();
    await settleBatch(db, [settlementOf(hold, 9)]);
    expect(await brokenByLooks(ledger)).toEqual(SOUND);
    const damage = `update billing.entry set consumed_n = consumed_n - 1, available_n = available_n + 1
      where op_id = '${hold.op_id}' and kind = 'settle'`;
    const open = await openPart(ledger);
    const broken = await afterDamage(ledger, damage, (trx) => brokenIn(trx, open));
    expect(broken).toEqual(expect.arrayContaining(['I3', 'I7']));
  });
});

describe('damage behind the seals', () => {
  const SEALED_HOLD = `update billing.reservation set close_reason = 'nobody'
    where op_id = (select op_id from billing.entry where kind = 'settle' order by id limit 1)`;
  const SEALED_ENTRY = `update billing.entry set actor = 'nobody' where kind = 'grant'`;

  beforeEach(async () => sealAll(ledger, await keyOwner(ledger)));

  test.each([
    ['a hold', SEALED_HOLD],
    ['a movement', SEALED_ENTRY],
    ['a movement that is gone', `delete from billing.entry where kind = 'grant'`],
    [
      'a movement that was put in',
      `insert into billing.entry select billing.uuid7(at), user_id, 'release', 0, 0, 0, 0, null, op_id,
        attempt, null, null, at from billing.entry where kind = 'settle' order by id limit 1`,
    ],
  ])('is found by a full look: %s', async (_what, damage) => {
    expect(await afterDamage(ledger, damage, (trx) => brokenIn(trx, null))).toContain('I49');
  });

  test('is found by the looks that read its stretch again, which come in turns', async () => {
    const open = await openPart(ledger);
    const seals = await countSeals(ledger);
    const found: string[][] = [];
    for (let turn = 0; turn < seals; turn += 1) {
      found.push(await afterDamage(ledger, SEALED_HOLD, (trx) => brokenIn(trx, open, { turn })));
    }
    // An open look reads one of the seals again and judges no more of the rest than the digests.
    expect(found.filter((ids) => ids.includes('I49'))).toHaveLength(1);
    expect(found.filter((ids) => ids.length === 0)).toHaveLength(seals - 1);
  });

  test.each([
    ['a seal', 'update billing.seal set entries = entries + 1 where no = 2', ['I48']],
    ['a seal that is gone', 'delete from billing.seal where no = 2', ['I48']],
    [
      'what a wallet begins with',
      'update billing.sealed_wallet set available_n = available_n + 1, issued_n = issued_n - 1',
      ['I3', 'I48'],
    ],
    [
      'what two wallets begin with',
      `update billing.sealed_wallet set available_n = available_n
         + case when user_id = (select max(user_id::text)::uuid from billing.sealed_wallet) then 1 else -1 end`,
      ['I3'],
    ],
    [
      'what was consumed when a grant was given',
      `update billing.sealed_grant s set before_n = before_n + 100
       where grant_id in (select id from billing.credit_grant where consumed_n > 0)`,
      ['I39'],
    ],
    [
      'a wallet that was not moved since',
      `update billing.wallet set available_n = available_n + 1, granted_n = granted_n + 1`,
      ['I3', 'I5', 'I17'],
    ],
    [
      'a seal that was written anew, with all behind it',
      `update billing.seal set consumed_n = consumed_n + 1, available_n = available_n - 1;
       update billing.seal s set chain = billing.chain_of(s, (select chain from billing.seal where no = s.no - 1))`,
      ['I48'],
    ],
  ])('is found by each look: %s', async (_what, damage, ids) => {
    const open = await openPart(ledger);
    const turn = 0;
    const broken = await afterDamage(ledger, damage, (trx) => brokenIn(trx, open, { turn }));
    expect(broken).toEqual(expect.arrayContaining(ids));
  });
});

describe('days of a grant that are over', () => {
  const OVER = `select billing.seal_days('00000000-0000-0000-0000-000000000000',
      billing.first_id(clock_timestamp() + interval '1 day 1 minute'));
    insert into billing.grant_day select grant_id, day + 1, 5 from billing.grant_day;
    update billing.credit_grant set consumed_n = consumed_n + 5 where consumed_n > 0;`;

  beforeEach(async () => sealAll(ledger, await keyOwner(ledger)));

  test.each<[string, string, open: boolean, whole: boolean]>([
    ['are added up once', '', false, false],
    ['are added up once, however often they are sealed', OVER.split(';', 1).join(''), false, false],
    [
      'are not read again, but by a full look',
      `update billing.grant_day set consumed_n = consumed_n + 1 where consumed_n <> 5`,
      false,
      true,
    ],
    [
      'have a sum that each look believes and a full look proves',
      `update billing.sealed_day set consumed_n = consumed_n + 1;
       update billing.credit_grant set consumed_n = consumed_n + 1 where consumed_n > 0`,
      false,
      true,
    ],
    ['have a sum', 'update billing.sealed_day set consumed_n = consumed_n + 1', true, true],
    ['lose their sum', 'delete from billing.sealed_day', false, false],
    [
      'are followed by days',
      'update billing.grant_day set consumed_n = 6 where consumed_n = 5',
      true,
      true,
    ],
  ])('%s', async (_what, damage, seenByOpen, seenByWhole) => {
    const open = await openPart(ledger);
    const seen = await afterDamage(ledger, `${OVER}${damage}`, async (trx) => {
      const sealed = await rows(trx, 'select * from billing.sealed_day');
      expect(sealed.length > 0).toBe(!damage.startsWith('delete'));
      return [await brokenIn(trx, open, { turn: 0 }), await brokenIn(trx, null)].map((ids) =>
        ids.includes('I29'),
      );
    });
    expect(seen).toEqual([seenByOpen, seenByWhole]);
  });
});

describe('sealing', () => {
  test('that is killed leaves nothing half done, and the next run goes on from there', async () => {
    await aSealer(ledger, 8).seal();
    await Promise.all([aUser(ledger), aUser(ledger)]);
    const before = await rows(ledger.owner, 'select * from billing.seal order by no');
    const blocker = await ledger.owner.transaction();
    await rows(blocker, 'select pg_advisory_xact_lock(7215003350)');
    const killed = aSealer(ledger, 1).seal();
    const failed = expect(killed).rejects.toThrow();
    for (;;) {
      const waiting = await row(
        ledger.owner,
        `select pg_terminate_backend(pid) from pg_locks
         where locktype = 'advisory' and not granted
           and database = (select oid from pg_database where datname = current_database())`,
      );
      if (waiting !== null) break;
      await pause(20);
    }
    await failed;
    await blocker.rollback();
    expect(await rows(ledger.owner, 'select * from billing.seal order by no')).toEqual(before);
    const looked = await brokenByLooks(ledger);
    expect(await aSealer(ledger, 1).seal()).toBeGreaterThan(0);
    expect(await brokenByLooks(ledger)).toEqual(looked);
  });

  test('that has no time left says so, and begins nothing once it is stopped', async () => {
    await expect(aSealer(ledger, 1, { limitMs: 0 }).seal()).rejects.toThrow('longer than it may');
    const sealer = aSealer(ledger, 1);
    sealer.stop();
    expect(await sealer.seal()).toBe(0);
    expect(await countSeals(ledger)).toBe(0);
  });

  test('is refused for a stretch that breaks an invariant, and counts as an alarm', async () => {
    await ledger.owner.transaction(async (trx) => {
      await trx.raw(UNGUARD);
      await trx.raw(`update billing.entry set available_n = available_n + 1, consumed_n = consumed_n - 1
        where kind = 'settle'`);
    });
    const refusals = async (): Promise<string> =>
      await registry.getSingleMetricAsString('tollgate_ledger_seals_total');
    const before = await refusals();
    await aSealer(ledger, 1).seal();
    expect(await refusals()).not.toBe(before);
    const { from } = await openPart(ledger);
    const behind = await rows(
      ledger.owner,
      `select from billing.entry where kind = 'settle' and id < :from`,
      { from },
    );
    expect(behind).toEqual([]);
    const { open } = await brokenByLooks(ledger);
    expect(open).toEqual(expect.arrayContaining(['I3', 'I7']));
  });

  test('waits while the newest look has found something broken', async () => {
    await noteLedgerLook(ledger.replicas[0], false);
    expect(await aSealer(ledger, 1).seal()).toBe(0);
    await noteLedgerLook(ledger.replicas[0], true);
    expect(await aSealer(ledger, 1).seal()).toBeGreaterThan(0);
  });

  test('goes on where the database says, whatever the caller believes', async () => {
    const [db] = ledger.replicas;
    await aSealer(ledger, 1).seal();
    const { from } = await openPart(ledger);
    const seal = (first: string, next: string) =>
      row<{ no: number | null }>(
        db,
        'select billing.seal_stretch(cast(:first as uuid), cast(:next as uuid)) as no',
        { first, next },
      );
    expect(await seal(FIRST_ID, from)).toEqual({ no: null });
    await expect(seal(from, LAST_ID)).rejects.toMatchObject({ code: '22023' });
    await expect(seal(from, from)).rejects.toMatchObject({ code: '22023' });
  });

  test('tells how far it has come, and how old the oldest open movement is', async () => {
    const [db] = ledger.replicas;
    expect(await describeSeals(db, false)).toContain('Nothing is sealed yet');
    await aSealer(ledger, 1).seal();
    const newest = await row<{ chain: string }>(
      db,
      `select encode(chain, 'hex') as chain from billing.seal order by no desc limit 1`,
    );
    expect(await describeSeals(db, true)).toContain(newest?.chain);
    const ages = await findLookAges(db);
    expect(ages.look).toBeNull();
    expect(ages.unsealed).toBeGreaterThan(0);
    await verifier(ledger).verify();
    expect((await findLookAges(db)).look).not.toBeNull();
  });

  test('begins anew when the owner empties its tables', async () => {
    await aSealer(ledger, 1).seal();
    await ledger.owner.raw(
      'truncate billing.seal, billing.sealed_wallet, billing.sealed_grant, billing.sealed_day',
    );
    expect(await brokenByLooks(ledger)).toEqual(SOUND);
    expect(await aSealer(ledger, 3).seal()).toBeGreaterThan(0);
    expect(await brokenByLooks(ledger)).toEqual(SOUND);
  });
});
