import { recordChange } from '@tollgate/db/changes';
import { row, rows, transaction } from '@tollgate/db/connect';
import { migrate } from '@tollgate/db/migrate';
import { MIGRATIONS } from '@tollgate/db/migrations';
import type { Migration } from '@tollgate/db/migrations';
import { newUuid } from '@tollgate/runtime/ids';
import { eventually } from '../../support/eventually.ts';
import { aFaultyStack } from '../../support/faulty-stack.ts';
import type { FaultyStack } from '../../support/faulty-stack.ts';
import { tallyOf, underLoad } from '../../support/load.ts';

const START_MS = 240_000;
const PLAIN = '[[provider: delay=10]] A question.';
const LOAD = { callers: 3, prompt: PLAIN };
const FUTURE = 'future/thinker';
/** Tables that every call reads or writes. */
const HOT = [
  'keys.api_key',
  'catalog.model',
  'catalog.price_version',
  'catalog.provider_credential',
  'requests.record',
  'requests.idempotency',
  'requests.operation',
  'billing.wallet',
  'billing.reservation',
  'billing.entry',
];

/** The version after this one: it adds, and changes nothing that is there. */
const expand: Migration = {
  name: '9001_expand',
  async up(trx) {
    for (const table of HOT) {
      await trx.raw(`alter table ${table} add column of_next_version text`);
    }
    await trx.raw('alter table change.log drop constraint log_topic_check');
    await trx.raw('create table catalog.of_next_version (id uuid primary key)');
  },
};

/** A step that has done half of its work when it fails. */
const broken: Migration = {
  name: '9002_broken',
  async up(trx) {
    await trx.raw('create table catalog.half (id uuid primary key)');
    await trx.raw('alter table keys.api_key drop column of_next_version');
    await trx.raw('select 1 / 0');
  },
};

/** A step that needs what somebody else does not let go of. */
const waiting: Migration = {
  name: '9002_waiting',
  async up(trx) {
    await trx.raw('create table catalog.half (id uuid primary key)');
    await trx.raw('alter table keys.api_key add column late text');
  },
};

let stack: FaultyStack;
beforeAll(async () => {
  stack = await aFaultyStack({ directBilling: true });
}, START_MS);
afterAll(() => stack?.drop(), START_MS);
beforeEach(() => stack.money.begin());

const steps = (...more: Migration[]): Promise<string[]> =>
  migrate({
    databaseUrl: stack.demo.stack.connections.databaseUrl,
    steps: [...MIGRATIONS, ...more],
  });

const applied = async (): Promise<string[]> => {
  const found = await rows<{ name: string }>(
    stack.money.owner,
    'select name from schema_migration order by id',
  );
  return found.map(({ name }) => name);
};

const hasHalf = async (): Promise<boolean> =>
  (
    await row<{ there: boolean }>(
      stack.money.owner,
      `select to_regclass('catalog.half') is not null as there`,
    )
  )?.there === true;

/** What the next version writes while this one runs. */
async function writeAsNextVersion(): Promise<void> {
  const id = newUuid();
  const model = { model: stack.demo.env.TOLLGATE_MODEL, id };
  await transaction(stack.money.owner, async (trx) => {
    await rows(trx, `insert into catalog.provider (prefix, family) values ('future', 'telepathy')`);
    await rows(
      trx,
      `insert into catalog.provider_credential
         (id, provider, family, name, base_url, master_version, wrapped_key, sealed, last4)
       select :id, 'future', 'telepathy', 'the next', base_url, 'v9', wrapped_key, sealed, last4
       from catalog.provider_credential limit 1`,
      model,
    );
    await rows(
      trx,
      `insert into catalog.model
         (id, provider, family, upstream_model, public_id, state, draft, contract, of_next_version)
       select :id, 'future', 'telepathy', 'thinker', '${FUTURE}', 'approved', draft,
         contract || '{"mood": {"supported": true}}', 'new'
       from catalog.model where public_id = :model`,
      model,
    );
    await rows(
      trx,
      `insert into catalog.price_version (id, model_id, prices, effective_at, created_by)
       select :id, :id, prices, now(), created_by from catalog.price_version limit 1`,
      model,
    );
    // The contract of a model that this version serves, too.
    await rows(
      trx,
      `update catalog.model set contract = jsonb_set(
         contract || '{"mood": {"supported": true}}', '{parameters,humour}', '{"supported": true}')
       where public_id = :model`,
      model,
    );
    await rows(
      trx,
      `with next as (update change.counter set epoch = epoch + 1 returning epoch)
       insert into change.log (epoch, topic) select epoch, 'region' from next`,
    );
    await recordChange(trx, 'catalog', null);
  });
}

test('FF20 the next version widens the schema and writes its rows: this one goes on serving without an error', async () => {
  const { demo, money } = stack;
  const answers = await underLoad(stack, LOAD, async () => {
    expect(await steps(expand)).toEqual([expand.name]);
    await writeAsNextVersion();
    // Both versions migrate when they start; the older one finds steps that it does not know.
    await expect(steps()).resolves.toEqual([]);
    await eventually(async () => {
      const { text } = await stack.send({ method: 'GET', path: '/v1/models' });
      return text.includes('"humour"');
    }, 'the catalogue was not read again');
    await demo.stack.restart('inference');
  });
  // While the only process starts anew there is nobody to ask, and a kept connection may close as
  // it is used (FF19).
  const served = answers.filter(({ status, code }) => status !== 503 && code !== 'service_crashed');
  expect(tallyOf(served)).toEqual({ 200: expect.any(Number) });
  const listed = await stack.send({ method: 'GET', path: '/v1/models' });
  expect([listed.status, listed.text.includes(FUTURE)]).toEqual([200, false]);
  expect((await stack.chat(PLAIN, { body: { model: FUTURE } })).status).toBe(404);
  expect((await demo.platform('GET', '/models')).status).toBe(200);
  expect((await demo.user('GET', '/models')).status).toBe(200);
  expect((await stack.chat(PLAIN, { headers: { 'idempotency-key': 'ff20' } })).status).toBe(200);
  await money.sound('FF20');
});

describe('a migration fails half-way', () => {
  test('FF21 by an error: nothing of it is left, and the version before goes on serving', async () => {
    const before = await applied();
    const answers = await underLoad(stack, LOAD, async () => {
      await expect(steps(expand, broken)).rejects.toThrow('division by zero');
    });
    expect(tallyOf(answers)).toEqual({ 200: answers.length });
    expect([await applied(), await hasHalf()]).toEqual([before, false]);
    await stack.money.sound('FF21');
  });

  test('FF21 by a table that is not to be had: it gives up before anybody waits for long behind it', async () => {
    const before = await applied();
    const blocker = await stack.money.owner.transaction();
    try {
      // A reader is enough: the step waits for it, and all others would wait behind the step.
      await rows(blocker, 'select 1 from keys.api_key limit 1');
      const answers = await underLoad(stack, LOAD, async () => {
        await expect(steps(expand, waiting)).rejects.toThrow('lock timeout');
      });
      expect(tallyOf(answers)).toEqual({ 200: answers.length });
    } finally {
      await blocker.rollback();
    }
    expect([await applied(), await hasHalf()]).toEqual([before, false]);
    await stack.money.sound('FF21');
  });

  test('FF21 what was in the way is gone: the same step is applied by the next run', async () => {
    expect(await steps(expand, waiting)).toEqual([waiting.name]);
    expect(await hasHalf()).toBe(true);
    expect((await stack.chat(PLAIN)).status).toBe(200);
    await stack.money.sound('FF21');
  });
});
