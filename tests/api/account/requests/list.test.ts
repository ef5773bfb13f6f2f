import { connectDatabase } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import type { RequestRecord } from '@tollgate/requests/records/request-record';
import { encodeId, newUuid } from '@tollgate/runtime/ids';
import { listUserRequests } from '@tollgate/contract/routes/account/requests';
import { aRecord, aRefusal, keepRecords } from '../../../support/request-records.ts';
import { anAccount } from '../support/account.ts';
import type { RunningAccount } from '../support/account.ts';
import { aSignedInUser } from '../support/user.ts';
import type { SignedInUser } from '../support/user.ts';

let account: RunningAccount;
let inference: Knex;
let user: SignedInUser;
const key = newUuid();
const known = newUuid();
let records: readonly RequestRecord[];

beforeAll(async () => {
  account = await anAccount();
  inference = connectDatabase({
    url: account.database.urlOf('tollgate_inference'),
    applicationName: 'test-inference',
  });
  user = await aSignedInUser(account);
  const mine = { user_id: user.userId };
  const at = new Date('2026-02-03T04:05:06.789Z');
  records = await keepRecords(inference, [
    aRecord({ ...mine, at }),
    aRecord({ ...mine, at, api_key_id: key, id: known }),
    aRecord({ ...mine, model: 'acme/large', alias: 'fast', stream: true, tag: 'shop/1' }),
    aRefusal({ ...mine, request_id: 'mine-to-find' }),
    aRecord({ ...mine, outcome: 'failed', status: 502, error_code: 'upstream_unavailable' }),
  ]);
  await keepRecords(inference, [
    aRecord({ request_id: 'mine-to-find' }),
    aRecord({ tag: 'shop/1' }),
  ]);
});
afterAll(async () => {
  await inference.destroy();
  await account.drop();
});

const list = (query: Record<string, string> = {}) =>
  account.send(listUserRequests, { token: user.token, query });
const idsOf = (body: { data: { public_id: string }[] }) =>
  body.data.map((one) => one.public_id).toSorted();
const publicIds = (wanted: readonly (RequestRecord | undefined)[]) =>
  wanted.map((one) => encodeId('req', one?.id ?? '')).toSorted();

describe('GET /api/requests answers 200', () => {
  test('the own requests and no others, newest first', async () => {
    const { body } = await list();
    expect(idsOf(body)).toEqual(publicIds(records));
    const times = body.data.map((one: { created_at: string }) => one.created_at);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(body).toMatchObject({ has_more: false, next_cursor: null });
  });

  test('G13: in pages, also between records of one moment', async () => {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const { body } = await list({ limit: '1', ...(cursor === null ? {} : { cursor }) });
      seen.push(...idsOf(body));
      cursor = body.next_cursor;
    } while (cursor !== null);
    expect(seen).toHaveLength(records.length);
    expect(seen.toSorted()).toEqual(publicIds(records));
  });

  test.each([
    [{ model: 'acme/large' }, [2]],
    [{ status: '402' }, [3]],
    [{ status: '5xx' }, [4]],
    [{ status: 'served' }, [0, 1, 2]],
    [{ request_id: 'mine-to-find' }, [3]],
    [{ api_key_id: encodeId('key', key) }, [1]],
    [{ request_id: encodeId('req', known) }, [1]],
    [{ error_code: 'upstream_unavailable' }, [4]],
    [{ error_code: 'not_found' }, []],
    [{ alias: 'fast' }, [2]],
    [{ tag: 'shop/1' }, [2]],
    [{ tag: 'shop/1', stream: 'false' }, []],
    [{ tag: 'shop' }, []],
    [{ stream: 'true' }, [2]],
    [{ stream: 'false', status: 'served' }, [0, 1]],
    [{ date_to: '2026-02-03T04:05:06.790Z' }, [0, 1]],
    [{ date_to: '2026-02-03T05:05:06.789+01:00' }, []],
    [{ date_from: '2026-02-03T04:05:06.790Z', error_code: 'insufficient_credit' }, [3]],
  ])('by %j', async (query, wanted) => {
    const { body } = await list(query as Record<string, string>);
    expect(idsOf(body)).toEqual(publicIds(wanted.map((index) => records[index])));
  });

  test.each([{ request_id: "' OR 1=1--" }, { mode: 'test' }])(
    'X04: %j matches nothing',
    async (query) => {
      const { status, body } = await list(query as Record<string, string>);
      expect(status).toBe(200);
      expect(body.data).toEqual([]);
    },
  );
});

describe('GET /api/requests answers 401', () => {
  test('without a token', async () => {
    expect((await account.send(listUserRequests)).status).toBe(401);
  });
});

describe('GET /api/requests answers 422', () => {
  test.each([
    { model: "' OR 1=1--" },
    { model: '%' },
    { model: 'acme_large' },
    { model: '\\' },
    { model: '日本' },
    { status: "' OR 1=1--" },
    { status: '999' },
    { api_key_id: "'; drop table requests.record" },
    { api_key_id: encodeId('key', newUuid()) },
    { mode: 'both' },
    { error_code: 'constructor' },
    { tag: 'a sentence' },
    { alias: 'no such alias' },
    { stream: 'maybe' },
    { date_from: 'yesterday' },
    { date_from: '2026-02-04T00:00:00Z', date_to: '2026-02-03T00:00:00Z' },
  ])('X04: %j means nothing, and an empty list would look like an answer', async (query) => {
    const { status, body } = await list(query as Record<string, string>);
    expect([status, body.detail[0].loc]).toEqual([422, ['query', Object.keys(query)[0]]]);
  });

  test.each([
    '?limit=0',
    '?limit=-1',
    '?limit=1001',
    '?limit=1e20',
    '?limit=a',
    '?limit=1&limit=2',
    '?limit[$gt]=1',
    '?cursor=1',
    '?cursor=999999999999999999_req_01h455vb4pex5vsknk084sn02q',
    "?cursor=' or 1=1--",
    '?offset=5',
    '?user_id=usr_x',
    '?sort=;drop',
  ])('X01: %s', async (query) => {
    const path = `/api/requests${encodeURI(query)}`;
    expect((await account.request('GET', path, { token: user.token })).status).toBe(422);
  });
});
