import type { QuarantineOut, SpoolOut } from '@tollgate/contract/platform/quarantine';
import { newPublicId } from '@tollgate/runtime/ids';
import { getQuarantine, putBackQuarantined } from '@tollgate/contract/routes/admin/quarantine';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { aSpool } from '../support/quarantine.ts';
import type { TestSpool } from '../support/quarantine.ts';
import { eventsOf } from '../support/trail.ts';

let admin: RunningAdmin;
let spool: TestSpool;

beforeEach(async () => {
  admin = await anAdmin();
  spool = await aSpool(admin);
});
afterEach(async () => {
  await spool.close();
  await admin.drop();
});

const listed = async (): Promise<QuarantineOut> =>
  (await admin.send(getQuarantine)).body as QuarantineOut;
const standing = async (): Promise<SpoolOut | undefined> => (await listed()).spools[0];

async function putBack(body: object = {}) {
  const params = { spool_id: (await standing())?.id ?? '' };
  return admin.send(putBackQuarantined, { params, body });
}

describe('POST /api/platform/quarantine/{spool_id}/put-back answers 202', () => {
  test('the process puts everything back at its next look; what billing takes by now is gone, the rest is here again', async () => {
    const [mended, broken] = [await spool.setAside(), await spool.setAside()];
    await spool.look();
    const answer = await putBack({ reason: 'the hold was there after all' });
    expect(answer.status).toBe(202);
    expect(answer.body).toMatchObject({ set_aside: 2, put_back: { count: 0, ended_at: null } });
    expect(spool.taken).toEqual([]);
    spool.refused.delete(mended);
    await spool.look();
    expect(await standing()).toMatchObject({ set_aside: 0, put_back: { count: 2 } });
    await spool.spool.replay();
    await spool.look();
    expect(spool.taken).toEqual([mended]);
    const { spools, decisions } = await listed();
    expect(spools).toMatchObject([{ set_aside: 1, put_back: { count: 2 } }]);
    expect(spools[0]?.put_back?.ended_at).not.toBeNull();
    expect(decisions).toHaveLength(1);
    spool.refused.delete(broken);
    await spool.look();
    await spool.spool.replay();
    expect(spool.taken).toEqual([mended]);
    expect(await eventsOf(admin, 'quarantine.put_back')).toMatchObject([
      {
        target: { kind: 'spool', id: spools[0]?.id },
        details: { service: 'inference', set_aside: 2, reason: 'the hold was there after all' },
      },
    ]);
  });

  test('asked twice before the process has looked: once, and one event', async () => {
    const op = await spool.setAside();
    await spool.look();
    const first = await putBack();
    expect((await putBack()).body).toEqual(first.body);
    expect(await eventsOf(admin, 'quarantine.put_back')).toHaveLength(1);
    spool.refused.delete(op);
    await spool.look();
    await spool.look();
    await spool.spool.replay();
    expect(spool.taken).toEqual([op]);
  });

  test('the process after this one does it, and asked again later it is done again', async () => {
    const op = await spool.setAside();
    await spool.look();
    await putBack();
    await spool.restart();
    await spool.look();
    await spool.spool.replay();
    await spool.look();
    expect(await standing()).toMatchObject({ set_aside: 1, put_back: { count: 1 } });
    spool.refused.delete(op);
    expect((await putBack()).body).toMatchObject({ put_back: { count: 0, ended_at: null } });
    await spool.look();
    await spool.spool.replay();
    await spool.look();
    expect(spool.taken).toEqual([op]);
    expect(await standing()).toMatchObject({ set_aside: 0, put_back: { count: 1 } });
  });
});

describe('POST /api/platform/quarantine/{spool_id}/put-back answers 409', () => {
  test('a spool with nothing set aside', async () => {
    const op = await spool.setAside();
    await spool.look();
    await putBack();
    spool.refused.delete(op);
    await spool.look();
    expect((await putBack()).status).toBe(409);
  });
});

describe('POST /api/platform/quarantine/{spool_id}/put-back answers 404', () => {
  test('a spool that is not there', async () => {
    const params = { spool_id: newPublicId('spl') };
    expect((await admin.send(putBackQuarantined, { params })).status).toBe(404);
  });
});

describe('POST /api/platform/quarantine/{spool_id}/put-back answers 422', () => {
  test('a reason that is no text', async () => {
    await spool.setAside();
    await spool.look();
    expect((await putBack({ reason: 7 })).status).toBe(422);
  });
});
