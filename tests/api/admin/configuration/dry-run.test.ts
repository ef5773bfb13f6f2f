import { newPublicId } from '@tollgate/runtime/ids';
import { createAdministratorToken } from '@tollgate/contract/routes/admin/administrator-tokens';
import { HEADER } from '@tollgate/contract/headers';
import {
  dryRunConfiguration,
  endLease,
  takeLease,
} from '@tollgate/contract/routes/admin/configuration';
import { syncProviderModels } from '@tollgate/contract/routes/admin/credentials';
import { tryDocumentLock } from '@tollgate/identity/configuration-lease.queries';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { aCredential, aModel, aPrefix, approve, PRICES } from '../support/model.ts';
import { aProvider } from '../support/provider.ts';
import type { TestProvider } from '../support/provider.ts';

let admin: RunningAdmin;
let provider: TestProvider;
beforeAll(async () => {
  provider = await aProvider();
  admin = await anAdmin({ allowedUpstreams: provider.address });
});
afterAll(async () => {
  await admin.drop();
  await provider.drop();
});

interface Step {
  method: string;
  path: string;
  params?: Record<string, string>;
  body?: unknown;
}
const tried = (steps: readonly Step[], token?: string) =>
  admin.send(dryRunConfiguration, {
    body: { steps },
    ...(token === undefined ? {} : { token }),
  });
const post = (path: string, params: Record<string, string>, body?: unknown): Step => ({
  method: 'POST',
  path: `/api/platform/${path}`,
  params,
  ...(body === undefined ? {} : { body }),
});
const credentialOf = (prefix: string, base_url = provider.baseUrl): Step =>
  post(
    'provider-credentials',
    {},
    {
      family: 'openai-compatible',
      provider: prefix,
      name: 'main',
      base_url,
      credential: { api_key: 'a-secret-0123456789abcdef' },
    },
  );
const syncOf = (credential_id: string): Step =>
  post('provider-credentials/{credential_id}/sync-models', { credential_id });
const approvalOf = (model_id: string, limits?: object): Step =>
  post('models/{model_id}/approval', { model_id }, limits === undefined ? {} : { limits });
const pricesOf = (model_id: string, prices: object): Step =>
  post('models/{model_id}/prices', { model_id }, { prices });
const LIMITS = { context_tokens: 8_000, output_tokens: 2_000 };

/** The rows of every table, and how far the log of changes is. */
const everything = async (): Promise<unknown> => {
  const { rows } = await admin.owner.raw(`
    select table_schema || '.' || table_name as name, (xpath('/row/n/text()', query_to_xml(
      format('select count(*) as n from %I.%I', table_schema, table_name), false, true, '')))[1]::text as n
    from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
    union all select 'epoch', epoch::text from change.counter order by 1`);
  return rows;
};

describe('POST /api/platform/configuration-dry-runs answers 200', () => {
  test('with no fault for changes that stand on each other, and makes none of them', async () => {
    const prefix = aPrefix();
    provider.list(['small']);
    const before = await everything();
    const steps = [
      credentialOf(prefix),
      syncOf(`${prefix}/main`),
      approvalOf(`${prefix}/small`, LIMITS),
      pricesOf(`${prefix}/small`, PRICES),
      post('aliases', {}, { name: prefix, targets: [{ model_id: `${prefix}/small` }] }),
      post('users', {}, { email: `${prefix}@example.com` }),
      {
        method: 'PUT',
        path: '/api/platform/users/{user_id}/limits',
        params: { user_id: `${prefix}@example.com` },
        body: { requests_per_minute: 5 },
      },
      {
        method: 'PUT',
        path: '/api/platform/users/{user_id}/models/{model_id}/pricing',
        params: { user_id: `${prefix}@example.com`, model_id: `${prefix}/small` },
        body: { uplift_bp: 500 },
      },
      {
        method: 'PUT',
        path: '/api/platform/retention-policies/{category}',
        params: { category: 'sessions' },
        body: { days: 500 },
      },
    ];
    const { status, body } = await tried(steps);
    expect([status, body]).toEqual([200, { steps: steps.length, faults: [] }]);
    expect(await everything()).toEqual(before);
  });

  test('with each change that would be refused, by its number, in the words of its route', async () => {
    const known = await aModel(admin, provider);
    await approve(admin, known.id);
    const prefix = aPrefix();
    provider.list(['small']);
    const before = await everything();
    const { status, body } = await tried([
      credentialOf(prefix, 'http://169.254.169.254/v1'),
      credentialOf(prefix),
      syncOf(`${prefix}/main`),
      approvalOf(`${prefix}/none`, LIMITS),
      approvalOf(`${prefix}/small`),
      pricesOf(known.id, { input: '1' }),
      post('aliases', {}, { name: 'x', targets: [{ model_id: `${prefix}/small` }] }),
      post('models/{model_id}/decision', { model_id: `${prefix}/small` }, { decision: 'enable' }),
      post('users', {}, { email: 'nobody' }),
      post('users', {}, { email: 'a@example.com', colour: 'red' }),
      post('jobs', {}),
      syncOf(newPublicId('cred')),
    ]);
    expect(status).toBe(200);
    expect(body.steps).toBe(12);
    const shown = body.faults.map(
      ({ step, code, message, detail }: Record<string, unknown>): unknown[] => [
        step,
        code,
        (detail as { loc: string[]; msg: string }[]).map(({ loc }) => loc.join('.')).join(' ') ||
          message,
      ],
    );
    expect(shown).toEqual([
      [0, 'validation_error', 'body.base_url'],
      [3, 'not_found', `The provider ${prefix} lists no model ${prefix}/none.`],
      [4, 'validation_error', 'body.limits.context_tokens body.limits.output_tokens'],
      [5, 'validation_error', expect.stringContaining('body.prices.output')],
      [6, 'validation_error', expect.stringContaining('body.targets.0')],
      [7, 'conflict', 'Only approved models can be enabled or disabled.'],
      [8, 'validation_error', 'body.email'],
      [9, 'validation_error', 'body.colour'],
      [10, 'not_found', 'POST /api/platform/jobs is no change of a document.'],
      [11, 'not_found', 'There is no such credential.'],
    ]);
    expect(await everything()).toEqual(before);
  });

  test('with what a provider answers to the question for its models', async () => {
    const prefix = aPrefix();
    provider.answerWith((_request, response) => response.writeHead(401).end('{}'));
    const before = await everything();
    const { body } = await tried([credentialOf(prefix), syncOf(`${prefix}/main`)]);
    expect(body.faults).toMatchObject([{ step: 1, code: 'upstream_credential_rejected' }]);
    expect(await everything()).toEqual(before);
  });

  test('with the changes that the role of the administrator may not make', async () => {
    const made = await admin.send(createAdministratorToken, {
      body: { name: 'CI', role: 'operator' },
    });
    const { body } = await tried(
      [
        {
          method: 'PUT',
          path: '/api/platform/retention-policies/{category}',
          params: { category: 'sessions' },
          body: { days: 500 },
        },
        pricesOf('x/y', PRICES),
      ],
      made.body.token,
    );
    expect(body.faults).toMatchObject([{ step: 1, code: 'role_required' }]);
  });

  test('while another change waits for nothing of it', async () => {
    const prefix = aPrefix();
    const held = Promise.withResolvers<() => void>();
    provider.answerWith((_request, response) =>
      held.resolve(() => {
        provider.list([]);
        response.setHeader('content-type', 'application/json');
        response.end('{"object":"list","data":[]}');
      }),
    );
    const running = tried([credentialOf(prefix), syncOf(`${prefix}/main`)]);
    const answer = await held.promise;
    await aCredential(admin, provider, { provider: prefix });
    answer();
    // The credential of that name was made meanwhile.
    expect((await running).body.faults).toMatchObject([{ step: 0, code: 'conflict' }]);
  });
});

describe('POST /api/platform/configuration-dry-runs answers 409', () => {
  test('while another document is applied, and not to the apply itself', async () => {
    const body = { document_sha256: 'a'.repeat(64), changes: 1 };
    const { id } = (await admin.send(takeLease, { body })).body;
    expect((await tried([])).status).toBe(409);
    const headers = { [HEADER.configurationLease]: id };
    const own = await admin.send(dryRunConfiguration, { body: { steps: [] }, headers });
    expect(own.status).toBe(200);
    const ended = { outcome: 'failed', changes: 0 };
    await admin.send(endLease, { params: { lease_id: id }, body: ended });
    expect((await tried([])).status).toBe(200);
  });
});

describe('POST /api/platform/configuration-dry-runs answers 422', () => {
  test('for what is no list of changes', async () => {
    const many = Array.from({ length: 1_001 }, () => post('users', {}, {}));
    for (const steps of [undefined, [{ method: 'GET', path: '/' }], many]) {
      expect((await tried(steps as Step[])).status).toBe(422);
    }
  });
});

describe('POST /api/platform/configuration-dry-runs answers 429', () => {
  test('where a credential was used just now, so that whoever asks waits', async () => {
    const credential_id = await aCredential(admin, provider, { provider: aPrefix() });
    provider.list(['small']);
    await admin.send(syncProviderModels, { params: { credential_id } });
    const { status, headers } = await tried([syncOf(credential_id)]);
    expect([status, headers['retry-after']]).toEqual([429, '1']);
  });

  test('while another document is tried, and whoever wants to apply one waits too', async () => {
    const body = { document_sha256: 'b'.repeat(64), changes: 1 };
    await admin.owner.transaction(async (trx) => {
      await tryDocumentLock(trx, false);
      for (const answer of [await tried([]), await admin.send(takeLease, { body })]) {
        expect([answer.status, answer.headers['retry-after']]).toEqual([429, '2']);
      }
    });
    expect((await tried([])).status).toBe(200);
  });
});
