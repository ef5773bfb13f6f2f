import { randomUUID } from 'node:crypto';
import { loadCatalog } from '@tollgate/catalog/snapshot';
import { encodeId } from '@tollgate/runtime/ids';
import {
  syncProviderModels,
  listProviderCredentials,
} from '@tollgate/contract/routes/admin/credentials';
import { listPlatformModels } from '@tollgate/contract/routes/admin/models';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { aCredential, aPrefix } from '../support/model.ts';
import { aProvider } from '../support/provider.ts';
import type { TestProvider } from '../support/provider.ts';
import { eventsOf } from '../support/trail.ts';

let provider: TestProvider;
let admin: RunningAdmin;
let id: string;
let prefix: string;

beforeAll(async () => {
  provider = await aProvider();
  admin = await anAdmin({ allowedUpstreams: provider.address });
});
beforeEach(async () => {
  prefix = aPrefix();
  id = await aCredential(admin, provider, { provider: prefix });
});
afterAll(async () => {
  await admin.drop();
  await provider.drop();
});

const sync = (credentialId = id) =>
  admin.send(syncProviderModels, { params: { credential_id: credentialId } });
/** The newest sync, as the list of credentials tells it. */
const newest = async () => {
  const { body } = await admin.send(listProviderCredentials);
  return body.find((one: { id: string }) => one.id === id).last_sync;
};
const later = () =>
  admin.owner.raw("update catalog.provider_credential set sync_started_at = now() - interval '1h'");

describe('POST /api/platform/provider-credentials/{credential_id}/sync-models answers 200', () => {
  test('new models wait for approval and are seen by nobody', async () => {
    provider.list(['small', 'org/large:free', 'text-embedding-1']);
    const answer = await sync();
    const found = answer.body.discovered.map((one: { public_id: string }) => one.public_id);
    expect(found.toSorted()).toEqual([
      `${prefix}/org/large:free`,
      `${prefix}/small`,
      `${prefix}/text-embedding-1`,
    ]);
    expect(answer.body).toMatchObject({ known: 0, ignored: 0 });
    const { body } = await admin.send(listPlatformModels, { query: { provider: prefix } });
    expect(body).toMatchObject([
      {
        public_id: `${prefix}/org/large:free`,
        state: 'discovered',
        unroutable_reason: 'not_approved',
      },
      { public_id: `${prefix}/small`, capability: 'chat' },
      { public_id: `${prefix}/text-embedding-1`, capability: 'embeddings' },
    ]);
    expect(body[1].missing_limits).toEqual(['context_tokens', 'output_tokens']);
    const { models, unroutable } = await loadCatalog(admin.deps.db);
    expect([models.size, unroutable.size]).toEqual([0, 0]);
    const [event] = await eventsOf(admin, 'credential.sync_models');
    expect(event?.['details']).toEqual({ discovered: 3, known: 0, ignored: 0 });
  });

  test('again: what is known is counted, what is new is added', async () => {
    provider.list(['small']);
    await sync();
    await later();
    provider.list(['small', 'large']);
    expect((await sync()).body).toMatchObject({
      known: 1,
      discovered: [{ public_id: `${prefix}/large` }],
    });
  });

  test('V23, M05: hostile names and prices are left aside', async () => {
    const names = [
      'good',
      '../../etc/passwd',
      'a/../b',
      'a//b',
      '<script>alert(1)</script>',
      'new\nline',
      'quote"',
      'ü',
      'x'.repeat(300),
      '',
      null,
      7,
      { id: 'x' },
    ];
    provider.answerWith((_request, response) => {
      const data = names.map((name) => ({ id: name, pricing: { prompt: '-1000000' } }));
      response.end(JSON.stringify({ data }));
    });
    expect((await sync()).body.discovered).toMatchObject([{ public_id: `${prefix}/good` }]);
    const { body } = await admin.send(listPlatformModels, { query: { provider: prefix } });
    expect(body).toHaveLength(1);
    expect(body[0]).toMatchObject({ price: null, state: 'discovered' });
  });

  test('V23: two hundred thousand models are bounded', async () => {
    provider.list(Array.from({ length: 200_000 }, (_one, index) => `model-${index}`));
    const first = await sync();
    expect(first.body.discovered).toHaveLength(2_000);
    await later();
    expect((await sync()).body).toMatchObject({ discovered: [], known: 2_000 });
  });
});

describe('a sync is found again by whoever looks at the credentials', () => {
  test('while it runs, and with what it found', async () => {
    expect(await newest()).toBeNull();
    let answer = (): void => undefined;
    const asked = new Promise<void>((resolve) => {
      provider.answerWith((_request, response) => {
        answer = () => response.end(JSON.stringify({ data: [{ id: 'small' }, { id: 'a//b' }] }));
        resolve();
      });
    });
    const under = sync();
    await asked;
    expect(await newest()).toMatchObject({ state: 'running', ended_at: null, discovered: null });
    const second = await sync();
    expect([second.status, second.body.error.code]).toEqual([409, 'conflict']);
    answer();
    await under;
    const counts = { discovered: 1, known: 0, ignored: 1, failure: null, message: null };
    expect(await newest()).toMatchObject({ state: 'done', ...counts });
  });

  test('with what went wrong, and the next may begin', async () => {
    provider.answerWith((_request, response) => response.writeHead(401).end('{}'));
    await sync();
    const failed = await newest();
    expect(failed).toMatchObject({ state: 'failed', failure: 'credential', discovered: null });
    expect(failed.message).not.toBe('');
    await later();
    provider.list(['small']);
    expect((await sync()).status).toBe(200);
    expect(await newest()).toMatchObject({ state: 'done', discovered: 1, message: null });
  });

  test('as interrupted where its process died, and the next may begin', async () => {
    await admin.owner.raw(
      `update catalog.provider_credential
       set sync_started_at = now() - interval '1h', sync_ended_at = null, synced_at = null`,
    );
    expect(await newest()).toMatchObject({ state: 'interrupted', ended_at: null });
    provider.list(['small']);
    expect((await sync()).status).toBe(200);
  });
});

describe('POST /api/platform/provider-credentials/{credential_id}/sync-models answers 404', () => {
  test('unknown and malformed ids', async () => {
    expect((await sync(encodeId('cred', randomUUID()))).status).toBe(404);
    expect((await sync('x')).status).toBe(404);
  });
});

describe('POST /api/platform/provider-credentials/{credential_id}/sync-models answers 409', () => {
  test('a family that has no list of models', async () => {
    const { providers } = admin.deps.credentials;
    const usual = { ...providers };
    Object.assign(providers, {
      findFamily: (family: string) => ({ ...usual.findFamily(family), listing: undefined }),
    });
    try {
      const { status, body } = await sync();
      expect([status, body.error.code]).toEqual([409, 'conflict']);
    } finally {
      Object.assign(providers, usual);
    }
  });
});

describe('POST /api/platform/provider-credentials/{credential_id}/sync-models answers 429', () => {
  test('again when somebody did so a moment ago', async () => {
    provider.list([]);
    await admin.owner.raw(
      `update catalog.provider_credential
       set sync_started_at = now() + interval '1h', sync_ended_at = now() + interval '1h'`,
    );
    const refused = await sync();
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1']);
    await later();
    expect((await sync()).status).toBe(200);
  });
});

describe('POST /api/platform/provider-credentials/{credential_id}/sync-models answers 502', () => {
  test('a provider that refuses the credential', async () => {
    provider.answerWith((_request, response) => response.writeHead(401).end('{}'));
    const answer = await sync();
    expect(answer.status).toBe(502);
    expect(answer.body.error.code).toBe('upstream_credential_rejected');
  });

  test('V23: a reply that never ends is cut', async () => {
    provider.answerWith((_request, response) => {
      const chunk = Buffer.alloc(1_048_576, 0x20);
      const more = (): void => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on('drain', more);
      more();
    });
    expect((await sync()).status).toBe(502);
  });
});
