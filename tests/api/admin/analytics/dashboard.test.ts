import { encodeId, newUuid } from '@tollgate/runtime/ids';
import { getPlatformDashboard } from '@tollgate/contract/routes/admin/analytics';
import { aRecord } from '../../../support/request-records.ts';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { recordsIn } from '../support/records.ts';

let admin: RunningAdmin;
const user = newUuid();
const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);

beforeAll(async () => {
  admin = await anAdmin();
  await recordsIn(admin, [
    aRecord({ user_id: user, charged_n: 1n }),
    aRecord({ charged_n: 2n, at: daysAgo(5) }),
    aRecord({ charged_n: 4n, at: daysAgo(20) }),
    aRecord({ user_id: user, charged_n: 8n, at: daysAgo(40) }),
    aRecord({ charged_n: 16n, at: daysAgo(900) }),
  ]);
});
afterAll(() => admin.drop());

const dashboard = (query: Record<string, string> = {}) =>
  admin.send(getPlatformDashboard, { query });

describe('GET /api/platform/dashboard answers 200', () => {
  test('thirty days beside the thirty before them', async () => {
    const { body } = await dashboard();
    expect(body).toMatchObject({ days: 30, requests: 3, credits: '0.000000007' });
    expect(body.before).toMatchObject({ requests: 1, credits: '0.000000008' });
    expect(body.series).toHaveLength(30);
    expect(body.users).toHaveLength(3);
  });

  test('of one organization, and of one that is none', async () => {
    const { body } = await dashboard({ organization_id: encodeId('usr', user) });
    expect(body).toMatchObject({ requests: 1, before: { requests: 1 } });
    const none = await dashboard({ organization_id: "' OR 1=1--" });
    expect(none.status).toBe(422);
  });
});

describe('GET /api/platform/dashboard answers 401', () => {
  test('without a token', async () => {
    expect((await admin.send(getPlatformDashboard, { token: null })).status).toBe(401);
  });
});

describe('GET /api/platform/dashboard answers 422', () => {
  test.each([{ days: '0' }, { days: '3661' }, { days: 'a' }, { days: '1e20' }, { sort: 'x' }])(
    'X01: %j',
    async (query) => {
      expect((await dashboard(query as Record<string, string>)).status).toBe(422);
    },
  );
});
