import { connectDatabase } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { noteGoneTarget } from '@tollgate/catalog/gone-target.queries';
import { listPlatformAttention } from '@tollgate/contract/routes/admin/attention';
import { createPlatformUserKey } from '@tollgate/contract/routes/admin/keys';
import { pricePlatformModel } from '@tollgate/contract/routes/admin/models';
import { noteImplausible } from '@tollgate/requests/usage/implausible-usage.queries';
import { decodeId, encodeId, newUuid } from '@tollgate/runtime/ids';
import { OPERATORS } from '@tollgate/webhooks/owner';
import { raiseAlarm } from '@tollgate/webhooks/publish';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { aModel, approve } from '../support/model.ts';
import { aProvider } from '../support/provider.ts';
import type { TestProvider } from '../support/provider.ts';
import { aSpool } from '../support/quarantine.ts';
import { aUser } from '../support/user.ts';

const QUIET_MS = 3_600_000;
const DAY_MS = 86_400_000;

let provider: TestProvider;
let admin: RunningAdmin;
let inference: Knex;
beforeAll(async () => {
  provider = await aProvider();
  admin = await anAdmin({ allowedUpstreams: provider.address });
  const url = admin.database.urlOf('tollgate_inference');
  inference = connectDatabase({ url, applicationName: 'test-inference' });
});
afterAll(async () => {
  await inference?.destroy();
  await admin?.drop();
  await provider?.drop();
});

interface Item {
  kind: string;
  severity: string;
  count: number;
  id: string | null;
  name: string | null;
  detail: string | null;
}
const items = async (): Promise<Item[]> => {
  const { status, body } = await admin.send(listPlatformAttention);
  expect(status).toBe(200);
  return body.data as Item[];
};
const ofKind = async (kind: string): Promise<Item[]> =>
  (await items()).filter((one) => one.kind === kind);

/** An approved model at an address that the price list knows. */
async function ofOpenAi(name: string): Promise<{ id: string; publicId: string }> {
  const made = await aModel(admin, provider, name);
  await approve(admin, made.id);
  await admin.owner.raw(
    `update catalog.provider_credential set base_url = 'https://api.openai.com/v1' where id = ?`,
    [decodeId('cred', made.credentialId)],
  );
  return made;
}

describe('GET /api/platform/attention answers 200', () => {
  test('nothing of a new installation but that its queues cannot be read', async () => {
    expect(await items()).toMatchObject([{ kind: 'queues_unreachable', severity: 'critical' }]);
  });

  test('models that wait, that have no price, and that are gone', async () => {
    const { id, publicId, credentialId } = await aModel(admin, provider);
    expect(await ofKind('models_waiting')).toMatchObject([{ count: 1, severity: 'notice' }]);
    await approve(admin, id);
    expect(await ofKind('models_waiting')).toEqual([]);
    expect(await ofKind('model_unavailable')).toMatchObject([{ id: publicId, detail: 'unpriced' }]);
    await noteGoneTarget(inference, {
      credentialId: decodeId('cred', credentialId) ?? '',
      modelId: decodeId('mdl', id) ?? '',
    });
    expect(await ofKind('target_gone')).toMatchObject([{ id: publicId, detail: 'main' }]);
  });

  test('prices below those of the list, and how many are above', async () => {
    const price = (id: string, prices: object) =>
      admin.send(pricePlatformModel, { params: { model_id: id }, body: { prices } });
    const [small, large] = [await ofOpenAi('gpt-4o-mini'), await ofOpenAi('gpt-4o')];
    await price(small.id, { input: '0.1', cache_read: '0.075', output: '0.6', reasoning: '0.6' });
    await price(large.id, { input: '3', cache_read: '1.25', output: '10', reasoning: '10' });
    expect(await ofKind('price_below_list')).toMatchObject([
      {
        id: small.publicId,
        severity: 'warning',
        detail: 'input 0.1 instead of 0.15',
      },
    ]);
    expect(await ofKind('prices_above_list')).toMatchObject([{ count: 1, severity: 'notice' }]);
    await price(small.id, { input: '0.15', cache_read: '0.075', output: '0.6', reasoning: '0.6' });
    expect(await ofKind('price_below_list')).toEqual([]);
  });

  test('a credential whose secret was refused, and one whose sync failed', async () => {
    const { credentialId } = await aModel(admin, provider);
    await admin.owner.raw(
      `update catalog.provider_credential set tested_at = now(), test_failure = 'credential',
         test_message = 'no', sync_started_at = now(), sync_ended_at = now(),
         sync_failure = 'unavailable', sync_message = 'away', sync_counts = null
       where id = ?`,
      [decodeId('cred', credentialId)],
    );
    const about = { id: credentialId, name: 'main' };
    expect(await ofKind('credential_rejected')).toMatchObject([{ ...about, severity: 'critical' }]);
    expect(await ofKind('sync_failed')).toMatchObject([{ ...about, detail: 'unavailable' }]);
    await admin.owner.raw(`update catalog.provider_credential set status = 'disabled'`);
    expect(await ofKind('credential_rejected')).toEqual([]);
  });

  test('alarms of the ledger and of spools while they are reported, the most urgent first', async () => {
    const at = new Date();
    const data = { invariant: 'I1', description: 'sums' };
    const event = { ownerId: OPERATORS, type: 'ledger.alarm' as const, at, data };
    await raiseAlarm(inference, { subject: 'I1', event, quietMs: QUIET_MS });
    expect(await ofKind('invariant_broken')).toMatchObject([{ name: 'I1', severity: 'critical' }]);
    const severities = (await items()).map(({ severity }) => severity);
    expect(severities).toEqual(
      severities.toSorted(
        (one, other) =>
          ['critical', 'warning', 'notice'].indexOf(one) -
          ['critical', 'warning', 'notice'].indexOf(other),
      ),
    );
    await admin.owner.raw(`update webhooks.alarm set seen_at = now() - interval '3 hours'`);
    expect(await ofKind('invariant_broken')).toEqual([]);
  });

  test('settlements that billing refused for good', async () => {
    const spool = await aSpool(admin);
    await spool.setAside();
    await spool.look();
    expect(await ofKind('settlements_refused')).toMatchObject([{ count: 1 }]);
    await spool.close();
  });

  test('usage that cannot be, and a user whose calls want for credit', async () => {
    const opId = newUuid();
    const report = { opId, provider: 'acme', model: 'acme/small', reported: { output: 9e7 } };
    await noteImplausible(inference, report);
    expect(await ofKind('usage_implausible')).toMatchObject([
      { id: encodeId('req', opId), name: 'acme/small' },
    ]);
    const user = await aUser(admin);
    await refusedCalls(decodeId('usr', user.id) ?? '', 44);
    // Nobody answers for wallets in this test, so that nobody knows who has credit again.
    expect(await ofKind('user_without_credit')).toMatchObject([
      { id: user.id, name: user.email, count: 44 },
    ]);
  });

  test('a key in use that expires soon', async () => {
    const user = await aUser(admin);
    const made = await admin.send(createPlatformUserKey, {
      params: { user_id: user.id },
      body: {
        name: 'ending',
        mode: 'live',
        expires_at: new Date(Date.now() + 2 * DAY_MS).toISOString(),
      },
    });
    expect(made.status).toBe(201);
    expect(await ofKind('key_expiring')).toEqual([]);
    await admin.owner.raw('update keys.api_key set last_used_at = now()');
    expect(await ofKind('key_expiring')).toMatchObject([{ id: user.id, name: 'ending' }]);
  });
});

/** Sums of calls that were refused in this hour. */
async function refusedCalls(userId: string, requests: number): Promise<void> {
  await admin.owner.raw(
    `with kind as (
       insert into requests.rollup_kind (provider, model, alias, mode, route, status, outcome, error_code)
       values ('', '', '', 'live', '/v1/chat/completions', 402, 'refused', 'insufficient_credit')
       returning id)
     insert into requests.rollup
     select level, date_trunc(grain, now(), 'UTC'), ?, ?, kind.id, ?, 0, 0, 0, 0, 0, 0, 0, 0
     from kind, (values ('key_hour', 'hour'), ('key_day', 'day')) as levels (level, grain)`,
    [userId, newUuid(), requests],
  );
}
