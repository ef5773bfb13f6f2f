import { row } from '@tollgate/db/connect';
import { encodeId, newPublicId } from '@tollgate/runtime/ids';
import {
  cancelUserBatch,
  getUserBatch,
  listUserBatches,
} from '@tollgate/contract/routes/account/batches';
import { keepBatch } from '../../../support/kept-batches.ts';
import { anAccount } from '../support/account.ts';
import type { RunningAccount } from '../support/account.ts';
import { expectNotFound } from '../support/not-found.ts';
import { aSignedInUser } from '../support/user.ts';
import type { SignedInUser } from '../support/user.ts';

let account: RunningAccount;
let user: SignedInUser;
let foreignId: string;
/** Newest first: one that runs, one that is finalized, one that failed, one that is complete. */
let ids: string[];

beforeAll(async () => {
  account = await anAccount();
  user = await aSignedInUser(account);
  const { userId: other } = await aSignedInUser(account);
  const { owner } = account;
  const { userId } = user;
  ids = [];
  for (const given of [
    { state: 'completed', mode: 'test' },
    { state: 'failed' },
    { state: 'finalizing' },
    {},
  ] as const) {
    ids.unshift(encodeId('batch', await keepBatch(owner, { userId, ...given })));
  }
  foreignId = encodeId('batch', await keepBatch(owner, { userId: other }));
});
afterAll(() => account.drop());

const list = (query: Record<string, string> = {}) =>
  account.send(listUserBatches, { token: user.token, query });
const idsOf = (body: { data: { id: string }[] }): string[] => body.data.map(({ id }) => id);
const on = (id: string) => ({ params: { batch_id: id }, token: user.token });

describe('GET /api/batches answers 200', () => {
  test('the own batches of both modes and no others, newest first, with their files', async () => {
    const { body } = await list();
    expect(idsOf(body)).toEqual(ids);
    expect(body).toMatchObject({ has_more: false, next_cursor: null });
    expect(body.data).toMatchObject([
      { state: 'in_progress', lines: 10, done: 6, failed: 1, output_file: null, errors: [] },
      { state: 'finalizing', finished_at: null },
      { state: 'failed', errors: [{ code: 'key_suspended', line: null }] },
      {
        state: 'completed',
        mode: 'test',
        charged: '0.300000000',
        request_id: 'req_of_batch',
        input_file: { filename: 'batch.jsonl', bytes: 1234, kept_until: null },
        output_file: { filename: 'batch_output.jsonl', kept_until: expect.stringMatching(/Z$/u) },
        error_file: null,
      },
    ]);
  });

  test('in pages, and by whether they have ended', async () => {
    const first = (await list({ limit: '3' })).body;
    const { body } = await list({ cursor: first.next_cursor ?? '' });
    expect([...idsOf(first), ...idsOf(body)]).toEqual(ids);
    expect(idsOf((await list({ state: 'open' })).body)).toEqual(ids.slice(0, 2));
    expect(idsOf((await list({ state: 'ended' })).body)).toEqual(ids.slice(2));
  });
});

test.each([{ cursor: 'vid_1' }, { state: 'lost' }])(
  'GET /api/batches answers 422: %j',
  async (query) => {
    expect((await list(query)).status).toBe(422);
  },
);

describe('GET /api/batches/{batch_id}', () => {
  test('answers 200 with what the list says', async () => {
    const { body } = await account.send(getUserBatch, on(ids[3] ?? ''));
    expect(body).toEqual((await list()).body.data[3]);
  });

  test('answers 404 alike for what is unknown, malformed or another user’s', async () => {
    const reach = { param: 'batch_id', prefix: 'batch', token: user.token, foreignId } as const;
    await expectNotFound(account, { route: getUserBatch, ...reach });
    await expectNotFound(account, { route: cancelUserBatch, ...reach });
  });
});

describe('POST /api/batches/{batch_id}/cancel', () => {
  test('answers 202, leaves an event, and changes nothing a second time', async () => {
    const [id = ''] = ids;
    for (let times = 0; times < 2; times += 1) {
      const { status, body } = await account.send(cancelUserBatch, on(id));
      expect([status, body.state]).toEqual([202, 'cancelling']);
    }
    const event = await row(
      account.owner,
      `select actor_id as actor, target_kind as kind from audit.event
       where action = 'batch.cancel' limit 1`,
    );
    expect(event).toEqual({ actor: user.userId, kind: 'batch' });
  });

  test('answers 409 for a batch that has ended or is about to', async () => {
    for (const id of ids.slice(1)) {
      expect((await account.send(cancelUserBatch, on(id))).status).toBe(409);
    }
    expect((await account.send(cancelUserBatch, on(newPublicId('batch')))).status).toBe(404);
  });
});
