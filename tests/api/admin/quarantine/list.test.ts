import type { QuarantineOut } from '@tollgate/contract/platform/quarantine';
import { encodeId, newUuid } from '@tollgate/runtime/ids';
import { getQuarantine } from '@tollgate/contract/routes/admin/quarantine';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { aSpool } from '../support/quarantine.ts';
import type { TestSpool } from '../support/quarantine.ts';

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

async function listed(): Promise<QuarantineOut> {
  const { status, body } = await admin.send(getQuarantine);
  expect(status).toBe(200);
  return body as QuarantineOut;
}

describe('GET /api/platform/quarantine answers 200', () => {
  test('nothing, and a process with nothing set aside writes nothing', async () => {
    await spool.look();
    expect(await listed()).toEqual({ set_aside: 0, spools: [], decisions: [] });
    const { rows } = await admin.owner.raw('select 1 from requests.spool');
    expect(rows).toEqual([]);
  });

  test('what was set aside, with whose it is and why, the newest first', async () => {
    const userId = newUuid();
    const first = await spool.setAside(userId);
    const second = await spool.setAside();
    await spool.look();
    const { set_aside: total, spools, decisions } = await listed();
    expect(total).toBe(2);
    expect(spools).toMatchObject([{ service: 'inference', set_aside: 2, put_back: null }]);
    expect(decisions).toMatchObject([
      { request_id: encodeId('req', second) },
      {
        spool_id: spools[0]?.id,
        kind: 'release',
        reason: 'the hold was given back',
        request_id: encodeId('req', first),
        attempt: 1,
        user_id: encodeId('usr', userId),
      },
    ]);
  });

  test('the spool is the same for the process after this one, and told of again when the mirror was lost', async () => {
    await spool.setAside();
    await spool.look();
    const [before] = (await listed()).spools;
    await spool.restart();
    await spool.look();
    const [after, ...more] = (await listed()).spools;
    expect([after?.id, more]).toEqual([before?.id, []]);
    await admin.owner.raw('delete from requests.spool');
    await spool.look();
    expect(await listed()).toMatchObject({ set_aside: 1, spools: [{ id: before?.id }] });
  });

  test('of many the newest hundred with the number of all; those of disks that are gone are forgotten', async () => {
    const other = await aSpool(admin);
    await other.setAside();
    await other.look();
    await admin.owner.raw("update requests.spool set looked_at = now() - interval '31 days'");
    const ops = Array.from({ length: 130 }, () => newUuid());
    for (const op of ops) spool.refused.add(op);
    await Promise.all(
      ops.map((op) =>
        spool.spool.append({
          kind: 'release',
          item: { op_id: op, attempt: 1, user_id: newUuid(), reason: 'failed' },
        }),
      ),
    );
    await spool.spool.replay();
    await spool.look();
    const { set_aside: total, spools, decisions } = await listed();
    expect([total, spools.length, decisions.length]).toEqual([130, 1, 100]);
    await other.look();
    expect((await listed()).spools).toHaveLength(2);
    await other.close();
  });
});
