import { VIDEO_HOLDER } from '@tollgate/contract/billing';
import { encodeId, newPublicId } from '@tollgate/runtime/ids';
import { listHolds } from '@tollgate/contract/routes/account/credits';
import { anAccountWithBilling } from '../support/billing.ts';
import { aCharge, aGrant, aHeld } from '../support/grant.ts';
import { aSignedInUser } from '../support/user.ts';
import type { SignedInUser } from '../support/user.ts';

let running: Awaited<ReturnType<typeof anAccountWithBilling>>;
let user: SignedInUser;
let ids: string[];
let beat: NodeJS.Timeout;

const BEAT_MS = 500;

beforeAll(async () => {
  running = await anAccountWithBilling();
  const { account, billing } = running;
  user = await aSignedInUser(account);
  const other = await aSignedInUser(account);
  for (const { userId } of [user, other]) await aGrant(billing, userId, '10000000000');
  ids = [];
  const inference = await billing.as('inference');
  for (const owner of [undefined, null, VIDEO_HOLDER]) {
    const given = { holdNano: '1500000000', ...(owner === undefined ? {} : { owner }) };
    const { op_id: id } = await aHeld(billing, user.userId, given);
    ids.push(encodeId('op', id));
    // The process that holds lives on, however long this takes.
    if (owner === undefined) beat = setInterval(() => void inference.heartbeat(id), BEAT_MS);
    await aHeld(billing, other.userId, given);
  }
  await aCharge(billing, user.userId, { holdNano: '2', costNano: '1' });
});
afterAll(async () => {
  clearInterval(beat);
  await running.drop();
});

const list = (query: Record<string, string> = {}) =>
  running.account.send(listHolds, { token: user.token, query });
type Listed = { data: { operation_id: string; age_seconds: number }[] };
const idsOf = (body: Listed): string[] => body.data.map((hold) => hold.operation_id);

describe('GET /api/credits/holds answers 200', () => {
  test('what is held now, oldest first, and nothing of others', async () => {
    const { body } = await list();
    expect(idsOf(body)).toEqual(ids);
    expect(body).toMatchObject({
      data: [
        { kind: 'call', held: '1.500000000' },
        { kind: 'async', held: '1.500000000' },
        { kind: 'video', held: '1.500000000' },
      ],
      has_more: false,
      next_cursor: null,
    });
    for (const { age_seconds: age } of (body as Listed).data) {
      expect(age).toBeGreaterThanOrEqual(0);
      expect(age).toBeLessThan(600);
    }
  });

  test('in pages, from the cursor on', async () => {
    const first = await list({ limit: '2' });
    expect(idsOf(first.body)).toEqual(ids.slice(0, 2));
    const rest = await list({ limit: '2', cursor: first.body.next_cursor });
    expect(idsOf(rest.body)).toEqual(ids.slice(2));
    expect(rest.body).toMatchObject({ has_more: false, next_cursor: null });
  });
});

describe('GET /api/credits/holds answers 422', () => {
  test.each([
    [{ cursor: 'x' }, 'cursor'],
    [{ cursor: newPublicId('txn') }, 'cursor'],
    [{ limit: '0' }, 'limit'],
    [{ limit: '200' }, 'limit'],
  ])('%j', async (query, field) => {
    const { status, body } = await list(query as Record<string, string>);
    expect(status).toBe(422);
    expect(JSON.stringify(body)).toContain(field);
  });
});
