import { getPlatformUsageSummary } from '@tollgate/contract/routes/admin/analytics';
import { aRecord } from '../../../support/request-records.ts';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { recordsIn } from '../support/records.ts';

let admin: RunningAdmin;
const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);

beforeAll(async () => {
  admin = await anAdmin();
  await recordsIn(admin, [
    aRecord({ charged_n: 1n }),
    aRecord({ mode: 'test', charged_n: 0n }),
    aRecord({ charged_n: 2n, at: daysAgo(5) }),
    aRecord({ charged_n: 4n, at: daysAgo(20) }),
    aRecord({ charged_n: 8n, at: daysAgo(40) }),
    aRecord({ charged_n: 16n, at: daysAgo(900) }),
  ]);
});
afterAll(() => admin.drop());

const summary = (query: Record<string, string> = {}) =>
  admin.send(getPlatformUsageSummary, { query });

describe('GET /api/platform/usage/summary answers 200', () => {
  test('of live keys: today, lately and ever', async () => {
    const { body } = await summary();
    expect(body).toMatchObject({
      today: { requests: 1, credits: '0.000000001' },
      last_7_days: { requests: 2, credits: '0.000000003' },
      last_30_days: { requests: 3, credits: '0.000000007' },
      ever: { requests: 5, credits: '0.000000031' },
    });
  });

  test('of the sandbox, and of both', async () => {
    expect((await summary({ mode: 'test' })).body).toMatchObject({ ever: { requests: 1 } });
    expect((await summary({ mode: 'all' })).body).toMatchObject({ ever: { requests: 6 } });
  });
});

describe('GET /api/platform/usage/summary answers 401', () => {
  test('without a token', async () => {
    expect((await admin.send(getPlatformUsageSummary, { token: null })).status).toBe(401);
  });
});

describe('GET /api/platform/usage/summary answers 422', () => {
  test('a mode that is none', async () => {
    expect((await summary({ mode: 'x' })).status).toBe(422);
  });
});
