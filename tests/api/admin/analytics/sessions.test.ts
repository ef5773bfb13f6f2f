import { encodeId } from '@tollgate/runtime/ids';
import { getPlatformSessions } from '@tollgate/contract/routes/admin/analytics';
import {
  exportPlatformRequests,
  listPlatformRequests,
} from '@tollgate/contract/routes/admin/requests';
import { aRecord } from '../../../support/request-records.ts';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { recordsIn } from '../support/records.ts';
import { aUser } from '../support/user.ts';

let admin: RunningAdmin;
let user: string;
let other: string;

beforeAll(async () => {
  admin = await anAdmin();
  const [one, two] = [aRecord(), aRecord()].map(({ user_id }) => user_id);
  user = one ?? '';
  other = two ?? '';
  await recordsIn(admin, [
    aRecord({ user_id: user, session_id: 'run', charged_n: 5n }),
    aRecord({ user_id: user, session_id: 'run', charged_n: 6n }),
    aRecord({ user_id: other, session_id: 'run', charged_n: 7n }),
    aRecord({ user_id: other, session_id: 'test', charged_n: 0n, mode: 'test' }),
    aRecord(),
  ]);
});
afterAll(() => admin.drop());

const sessions = (query: Record<string, string> = {}) => admin.send(getPlatformSessions, { query });

describe('GET /api/platform/usage/sessions answers 200', () => {
  test('sessions of one name by their users, most credits first', async () => {
    const { body } = await sessions();
    expect(body.data).toMatchObject([
      { user_id: encodeId('usr', user), session_id: 'run', requests: 2, credits: '0.000000011' },
      { user_id: encodeId('usr', other), session_id: 'run', requests: 1, credits: '0.000000007' },
    ]);
    expect(body.data).toHaveLength(2);
  });

  test('of one user, of one session, of the sandbox, and of nobody', async () => {
    const counted = async (query: Record<string, string>) =>
      (await sessions(query)).body.data.map((one: { requests: number }) => one.requests);
    expect(await counted({ organization_id: encodeId('usr', other) })).toEqual([1]);
    expect(await counted({ session_id: 'test', mode: 'all' })).toEqual([1]);
    expect(await counted({ session_id: 'test' })).toEqual([]);
    const idle = (await aUser(admin)).id;
    expect(await counted({ organization_id: idle })).toEqual([]);
  });

  test('and the requests of a session are listed and exported', async () => {
    const query = { session_id: 'run' };
    const { body } = await admin.send(listPlatformRequests, { query });
    expect(body.data.map((one: { session_id: string }) => one.session_id)).toEqual([
      'run',
      'run',
      'run',
    ]);
    const second = await admin.send(listPlatformRequests, {
      query: { ...query, limit: '1', offset: '1' },
    });
    expect(second.body).toMatchObject({ has_more: true, data: [body.data[1]] });
    const csv: string = (await admin.send(exportPlatformRequests, { query })).body;
    expect(csv.trim().split('\r\n')).toHaveLength(4);
  });
});

describe('GET /api/platform/usage/sessions answers 401', () => {
  test('without a token', async () => {
    expect((await admin.send(getPlatformSessions, { token: null })).status).toBe(401);
  });
});

describe('GET /api/platform/usage/sessions answers 422', () => {
  test.each([{ days: '91' }, { mode: 'x' }, { organization_id: 'usr_none' }])(
    'for %j',
    async (query) => {
      expect((await sessions(query as Record<string, string>)).status).toBe(422);
    },
  );
});
