import { connectDatabase } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { noteImplausible } from '@tollgate/requests/usage/implausible-usage.queries';
import { encodeId, newUuid } from '@tollgate/runtime/ids';
import { forgetGoneTarget, noteGoneTarget } from '@tollgate/catalog/gone-target.queries';
import { decodeId } from '@tollgate/runtime/ids';
import { getPlatformUsageAlarms } from '@tollgate/contract/routes/admin/analytics';
import { decidePlatformModel } from '@tollgate/contract/routes/admin/models';
import { aModel, approve } from '../support/model.ts';
import { aProvider } from '../support/provider.ts';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';

let admin: RunningAdmin;
let inference: Knex;
beforeAll(async () => {
  admin = await anAdmin();
  inference = connectDatabase({
    url: admin.database.urlOf('tollgate_inference'),
    applicationName: 'test-inference',
  });
});
afterAll(async () => {
  await inference?.destroy();
  await admin?.drop();
});

const alarms = () => admin.send(getPlatformUsageAlarms);
const noted = (opId: string, model: string, output: number): Promise<void> =>
  noteImplausible(inference, { opId, provider: 'acme', model, reported: { output } });

describe('GET /api/platform/usage-alarms answers 200', () => {
  test('nothing while every report is possible', async () => {
    expect((await alarms()).body).toEqual({ implausible: [], held_at_worst: [], gone: [] });
  });

  test('a model once, with its newest report; one that behaved for a day no more', async () => {
    const [first, second, old] = [newUuid(), newUuid(), newUuid()];
    await noted(first, 'acme/small', 90_000_000);
    await noted(second, 'acme/small', 500_000);
    await noted(old, 'acme/large', 700_000);
    await admin.owner.raw(
      `update requests.implausible_usage set last_at = now() - interval '25 hours' where model = 'acme/large'`,
    );
    const { body } = await alarms();
    expect(body.implausible).toMatchObject([
      {
        provider: 'acme',
        model: 'acme/small',
        reported: { output: 500_000 },
        request: encodeId('req', second),
      },
    ]);
  });
});

describe('GET /api/platform/usage-alarms answers 200 for models that are gone', () => {
  test('each until it answers again, and none that is disabled', async () => {
    const provider = await aProvider();
    const own = await anAdmin({ allowedUpstreams: provider.address });
    const db = connectDatabase({
      url: own.database.urlOf('tollgate_inference'),
      applicationName: 'test-inference',
    });
    const gone = async () => (await own.send(getPlatformUsageAlarms)).body.gone;
    try {
      const { id, publicId, credentialId } = await aModel(own, provider);
      await approve(own, id);
      const target = {
        credentialId: decodeId('cred', credentialId) ?? '',
        modelId: decodeId('mdl', id) ?? '',
      };
      const [prefix = ''] = publicId.split('/');
      await noteGoneTarget(db, target);
      expect(await noteGoneTarget(db, target)).toEqual({
        provider: prefix,
        model: publicId,
        credential: 'main',
      });
      expect(await gone()).toMatchObject([
        { provider: prefix, model: publicId, credential: { id: credentialId, name: 'main' } },
      ]);
      const decide = (decision: string) =>
        own.send(decidePlatformModel, { params: { model_id: id }, body: { decision } });
      await decide('disable');
      expect(await gone()).toEqual([]);
      await decide('enable');
      expect(await gone()).toHaveLength(1);
      await forgetGoneTarget(db, target);
      expect(await gone()).toEqual([]);
      expect(await noteGoneTarget(db, { ...target, modelId: newUuid() })).toBeNull();
    } finally {
      await db.destroy();
      await own.drop();
      await provider.drop();
    }
  });
});

describe('GET /api/platform/usage-alarms answers 401', () => {
  test('without a token', async () => {
    expect((await admin.send(getPlatformUsageAlarms, { token: null })).status).toBe(401);
  });
});
