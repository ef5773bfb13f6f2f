import {
  addTries,
  listCredentialHealth,
  replacePauses,
} from '@tollgate/catalog/credential-health.queries';
import type {
  CredentialPause,
  TriesOfCredential,
} from '@tollgate/catalog/credential-health.queries';
import type {
  CredentialHealthOut,
  CredentialsHealthOut,
} from '@tollgate/contract/platform/credentials';
import { connectDatabase, row } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { decodeId, newUuid } from '@tollgate/runtime/ids';
import {
  createProviderCredential,
  deleteProviderCredential,
  getCredentialsHealth,
} from '@tollgate/contract/routes/admin/credentials';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';

const HOUR_MS = 3_600_000;
let admin: RunningAdmin;
let inference: Knex;
let worker: Knex;

beforeAll(async () => {
  admin = await anAdmin();
  const open = (role: string): Knex =>
    connectDatabase({ url: admin.database.urlOf(role), applicationName: 'test' });
  inference = open('tollgate_inference');
  worker = open('tollgate_worker');
});
afterAll(async () => {
  await Promise.all([inference.destroy(), worker.destroy()]);
  await admin.drop();
});

let made = 0;
/** A credential. @returns its id as callers and as the database know it */
async function aCredential(): Promise<{ id: string; uuid: string; name: string }> {
  made += 1;
  const name = `number ${made}`;
  const body = {
    family: 'openai-compatible',
    provider: 'acme',
    name,
    base_url: 'https://api.acme.example',
    credential: { api_key: 'short' },
  };
  const { body: credential } = await admin.send(createProviderCredential, { body });
  return { id: credential.id, uuid: decodeId('cred', credential.id) ?? '', name };
}

async function healthOf(id: string): Promise<CredentialHealthOut | undefined> {
  const { status, body } = await admin.send(getCredentialsHealth);
  expect(status).toBe(200);
  return (body as CredentialsHealthOut).credentials.find((one) => one.id === id);
}

const aProcess = (service: string) => ({ processId: newUuid(), service });
const pause = (id: string, more: Partial<CredentialPause> = {}): CredentialPause => ({
  id,
  state: 'paused',
  failure: 'rate_limited',
  sinceMs: 5_000,
  forMs: 20_000,
  ...more,
});
const tries = (id: string, more: Partial<TriesOfCredential> = {}): TriesOfCredential => ({
  id,
  tries: 1,
  failed: 0,
  lastFailure: null,
  lastFailureMsAgo: null,
  ...more,
});
const ago = (at: string): number => Date.now() - Date.parse(at);

describe('GET /api/platform/provider-health answers 200', () => {
  test('a credential that nobody has used', async () => {
    const { id } = await aCredential();
    expect(await healthOf(id)).toEqual({
      id,
      left_alone: null,
      models: [],
      tries: 0,
      failed: 0,
      last_failure: null,
    });
  });

  test('what several processes leave alone: how many, since when, until when, and the strictest way', async () => {
    const { id, uuid } = await aCredential();
    const [first, second] = [aProcess('inference'), aProcess('worker')];
    await replacePauses(inference, first, [pause(uuid, { sinceMs: 60_000, forMs: 2_000 })]);
    await replacePauses(worker, second, [pause(uuid, { state: 'shut', failure: 'unavailable' })]);
    const left = (await healthOf(id))?.left_alone;
    expect(left).toMatchObject({ state: 'shut', failure: 'unavailable', processes: 2 });
    expect(ago(left?.since ?? '')).toBeGreaterThan(59_000);
    expect(-ago(left?.until ?? '')).toBeGreaterThan(10_000);
    await replacePauses(worker, second, []);
    expect((await healthOf(id))?.left_alone).toMatchObject({ state: 'paused', processes: 1 });
    await replacePauses(inference, first, []);
    expect((await healthOf(id))?.left_alone).toBeNull();
  });

  test('what a process said that died ends by itself, and its row goes with the next write', async () => {
    const { id, uuid } = await aCredential();
    await replacePauses(inference, aProcess('inference'), [pause(uuid, { forMs: 1 })]);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect((await healthOf(id))?.left_alone).toBeNull();
    await replacePauses(worker, aProcess('worker'), []);
    const left = await row(
      admin.owner,
      'select service from catalog.credential_pause where credential_id = :uuid',
      { uuid },
    );
    expect(left).toBeNull();
  });

  test('tries of all processes in a day, and the last failure among them', async () => {
    const { id, uuid } = await aCredential();
    const failed = { tries: 3, failed: 2, lastFailure: 'timeout', lastFailureMsAgo: 1_000 };
    await addTries(inference, [tries(uuid, failed)]);
    await addTries(worker, [
      tries(uuid, { ...failed, lastFailure: 'credential', lastFailureMsAgo: 90_000 }),
    ]);
    await addTries(worker, [tries(uuid, { tries: 10 })]);
    const health = await healthOf(id);
    expect(health).toMatchObject({ tries: 16, failed: 4, last_failure: { failure: 'timeout' } });
    expect(ago(health?.last_failure?.at ?? '')).toBeLessThan(60_000);
  });

  test('hours before the day are not shown, and go with the next write', async () => {
    const { id, uuid } = await aCredential();
    await addTries(inference, [tries(uuid, { tries: 7 })]);
    const move = (hours: number) =>
      admin.owner.raw(
        'update catalog.credential_hour set hour = hour - make_interval(hours => ?) where credential_id = ?',
        [hours, uuid],
      );
    await move(23);
    expect(await healthOf(id)).toMatchObject({ tries: 7 });
    await move(3);
    expect(await healthOf(id)).toMatchObject({ tries: 0 });
    await addTries(inference, [tries(uuid)]);
    const { rows: kept } = await admin.owner.raw(
      'select tries from catalog.credential_hour where credential_id = ?',
      [uuid],
    );
    expect(kept).toEqual([{ tries: 1n }]);
    const { since } = await listCredentialHealth(admin.deps.reports, 1);
    expect(Date.now() - since.getTime()).toBeLessThanOrEqual(24 * HOUR_MS);
  });

  test('a word of another release, and a credential that was deleted meanwhile', async () => {
    const { id, uuid, name } = await aCredential();
    const failed = { failed: 1, lastFailure: 'of_tomorrow', lastFailureMsAgo: 0 };
    const process = aProcess('inference');
    await addTries(inference, [tries(uuid, failed), tries(newUuid())]);
    await replacePauses(inference, process, [pause(uuid), pause(newUuid())]);
    expect(await healthOf(id)).toMatchObject({ last_failure: { failure: 'unknown' } });
    const body = { confirm_name: name };
    const params = { credential_id: id };
    expect((await admin.send(deleteProviderCredential, { params, body })).status).toBe(200);
    expect(await healthOf(id)).toBeUndefined();
    await addTries(inference, [tries(uuid, failed)]);
    await replacePauses(inference, process, [pause(uuid)]);
  });
});
