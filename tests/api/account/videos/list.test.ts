import { rows } from '@tollgate/db/connect';
import { encodeId, newPublicId } from '@tollgate/runtime/ids';
import { listUserVideos } from '@tollgate/contract/routes/account/videos';
import { keepVideo } from '../../../support/kept-videos.ts';
import { anAccount } from '../support/account.ts';
import type { RunningAccount } from '../support/account.ts';
import { aSignedInUser } from '../support/user.ts';
import type { SignedInUser } from '../support/user.ts';

let account: RunningAccount;
let user: SignedInUser;
let ids: string[];

beforeAll(async () => {
  account = await anAccount();
  user = await aSignedInUser(account);
  const other = await aSignedInUser(account);
  const { owner } = account;
  const { userId } = user;
  ids = [];
  for (const given of [
    { ended: 'completed' },
    { mode: 'test' },
    { ended: 'failed' },
    { ended: 'over' },
  ] as const) {
    ids.unshift(encodeId('vid', await keepVideo(owner, { userId, ...given })));
    await keepVideo(owner, { userId: other.userId, ...given });
  }
  await keepVideo(owner, { userId, ended: 'deleted' });
});
afterAll(() => account.drop());

const list = (query: Record<string, string> = {}) =>
  account.send(listUserVideos, { token: user.token, query });
const idsOf = (body: { data: { id: string }[] }): string[] => body.data.map(({ id }) => id);

describe('GET /api/videos answers 200', () => {
  test('the own videos of both modes and no others, newest first, without deleted ones', async () => {
    const { body } = await list();
    expect(idsOf(body)).toEqual(ids);
    expect(body).toMatchObject({ has_more: false, next_cursor: null });
    expect(body.data).toMatchObject([
      { state: 'completed', file: null, charged: '0.300000000', mode: 'live' },
      { state: 'failed', error: { code: 'upstream_unavailable', message: 'It broke.' } },
      { state: 'queued', held: '0.400000000', charged: null, public_id: null, mode: 'test' },
      { state: 'completed', held: null, progress: 100, file: { bytes: 1234, width: 1280 } },
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
    expect(idsOf((await list({ state: 'open' })).body)).toEqual([ids[2]]);
    expect(idsOf((await list({ state: 'ended' })).body)).toEqual([ids[0], ids[1], ids[3]]);
  });

  test('a page is read from the index of owners, and sorts nothing', async () => {
    const plan = await account.owner.transaction(async (trx) => {
      await trx.raw('set local enable_seqscan = off');
      return rows<{ 'QUERY PLAN': string }>(
        trx,
        `explain select id from requests.video where user_id = :userId and deleted_at is null
         order by id desc limit 50`,
        { userId: user.userId },
      );
    });
    const text = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(text).toContain('video_of_user');
    expect(text).not.toContain('Sort');
  });
});

describe('GET /api/videos answers 422', () => {
  test.each([
    [{ cursor: 'x' }, 'cursor'],
    [{ cursor: newPublicId('op') }, 'cursor'],
    [{ limit: '0' }, 'limit'],
    [{ state: 'gone' }, 'state'],
  ])('for %j', async (query, field) => {
    const { status, body } = await list(query);
    expect(status).toBe(422);
    expect(JSON.stringify(body)).toContain(field);
  });
});
