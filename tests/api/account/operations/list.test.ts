import { rows } from '@tollgate/db/connect';
import { encodeId, newPublicId } from '@tollgate/runtime/ids';
import { listOperations } from '@tollgate/contract/routes/account/operations';
import { keepOperation } from '../../../support/kept-operations.ts';
import { anAccount } from '../support/account.ts';
import type { RunningAccount } from '../support/account.ts';
import { aSignedInUser } from '../support/user.ts';
import type { SignedInUser } from '../support/user.ts';

let account: RunningAccount;
let user: SignedInUser;
let ids: string[];
const DONE = { state: 'done', status: 200, answer: {} } as const;

beforeAll(async () => {
  account = await anAccount();
  user = await aSignedInUser(account);
  const other = await aSignedInUser(account);
  const { owner } = account;
  ids = [];
  for (const ended of [DONE, undefined, { ...DONE, state: 'failed', status: 502 } as const]) {
    const given = ended === undefined ? {} : { ended };
    ids.unshift(encodeId('op', await keepOperation(owner, { userId: user.userId, ...given })));
    await keepOperation(owner, { userId: other.userId, ...given });
  }
});
afterAll(() => account.drop());

const list = (query: Record<string, string> = {}) =>
  account.send(listOperations, { token: user.token, query });
const idsOf = (body: { data: { id: string }[] }): string[] => body.data.map(({ id }) => id);

describe('GET /api/operations answers 200', () => {
  test('the own operations and no others, newest first', async () => {
    const { body } = await list();
    expect(idsOf(body)).toEqual(ids);
    expect(body).toMatchObject({ has_more: false, next_cursor: null });
    expect(body.data).toMatchObject([
      { state: 'failed', status: 502, answer_kept: true, endpoint: 'POST /v1/chat/completions' },
      { state: 'queued', status: null, answer_kept: false, finished_at: null, public_id: null },
      { state: 'done', status: 200, public_id: ids[2]?.replace('op_', 'req_') },
    ]);
  });

  test('in pages, from the cursor on', async () => {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const { body } = await list({ limit: '1', ...(cursor === null ? {} : { cursor }) });
      seen.push(...idsOf(body));
      cursor = body.next_cursor;
    } while (cursor !== null);
    expect(seen).toEqual(ids);
  });

  test('by whether they have ended', async () => {
    expect(idsOf((await list({ state: 'open' })).body)).toEqual([ids[1]]);
    expect(idsOf((await list({ state: 'ended' })).body)).toEqual([ids[0], ids[2]]);
  });

  test('a page is read from the index of owners, and sorts nothing', async () => {
    const plan = await account.owner.transaction(async (trx) => {
      await trx.raw('set local enable_seqscan = off');
      return rows<{ 'QUERY PLAN': string }>(
        trx,
        `explain select id from requests.operation where user_id = :userId order by id desc limit 50`,
        { userId: user.userId },
      );
    });
    const text = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(text).toContain('operation_of_user');
    expect(text).not.toContain('Sort');
  });
});

describe('GET /api/operations answers 422', () => {
  test.each([
    [{ cursor: 'x' }, 'cursor'],
    [{ cursor: newPublicId('req') }, 'cursor'],
    [{ limit: '0' }, 'limit'],
    [{ limit: '201' }, 'limit'],
    [{ state: 'lost' }, 'state'],
    [{ user_id: newPublicId('usr') }, 'user_id'],
  ])('%j', async (query, field) => {
    const { status, body } = await list(query as Record<string, string>);
    expect(status).toBe(422);
    expect(JSON.stringify(body)).toContain(field);
  });
});
