import { createHash } from 'node:crypto';
import { execa } from 'execa';
import { recordAuditEvent } from '@tollgate/audit/audit-events';
import { transaction } from '@tollgate/db/connect';
import { decodeId, newUuid } from '@tollgate/runtime/ids';
import {
  listPlatformAuditEvents,
  verifyPlatformAuditEvents,
} from '@tollgate/contract/routes/admin/audit';
import { ROOT } from '../../../tidy/source-files.ts';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { aUser } from '../support/user.ts';

const NOTHING = '00'.repeat(32);
let admin: RunningAdmin;

beforeEach(async () => {
  admin = await anAdmin();
  for (let turn = 0; turn < 3; turn += 1) await aUser(admin);
});
afterEach(() => admin.drop());

const verify = async () => (await admin.send(verifyPlatformAuditEvents)).body;

/** Lets the owner do what nobody may, as somebody with the machine's root password could. */
const tamper = async (statement: string): Promise<void> => {
  await admin.owner.raw('alter table audit.event disable trigger event_is_final');
  await admin.owner.raw(statement);
  await admin.owner.raw('alter table audit.event enable trigger event_is_final');
};

/** JSON as PostgreSQL writes jsonb. */
const jsonbText = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(jsonbText).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const byLengthAndBytes = (a: string, b: string): number =>
    Buffer.byteLength(a) - Buffer.byteLength(b) || Buffer.compare(Buffer.from(a), Buffer.from(b));
  return `{${Object.entries(value)
    .sort(([a], [b]) => byLengthAndBytes(a, b))
    .map(([key, item]) => `${JSON.stringify(key)}: ${jsonbText(item)}`)
    .join(', ')}}`;
};

const uuidOf = (id: string | null): string | null => {
  if (id === null) return null;
  const uuid = decodeId(id.slice(0, id.lastIndexOf('_')) as 'usr', id);
  if (uuid === null) throw new Error(`${id} is no id`);
  return uuid;
};

describe('GET /api/platform/audit-events/verify answers 200', () => {
  test('every event follows the one before, and anybody can work the hashes out again', async () => {
    const events = (await admin.send(listPlatformAuditEvents)).body.toReversed();
    expect(events).toHaveLength(4);
    let previous = NOTHING;
    for (const [index, event] of events.entries()) {
      expect(event.seq).toBe(String(index + 1));
      expect(event.previous_hash).toBe(previous);
      const text = jsonbText([
        index + 1,
        uuidOf(event.id),
        event.at,
        event.actor.kind,
        uuidOf(event.actor.id),
        event.actor.label,
        event.action,
        event.target.kind,
        uuidOf(event.target.id),
        uuidOf(event.user_id),
        event.request_id,
        event.address,
        event.details,
      ]);
      const hash = createHash('sha256').update(Buffer.from(previous, 'hex')).update(text);
      expect(event.hash).toBe(hash.digest('hex'));
      previous = event.hash;
    }
    expect(await verify()).toEqual({
      ok: true,
      events: 4,
      anchor: null,
      head: { seq: '4', hash: previous },
      broken: null,
    });
  });

  test.each([
    ['content', "update audit.event set actor_label = 'somebody else' where seq = 2", '2'],
    [
      'link',
      `update audit.event e set previous_hash = f.hash, hash = f.hash
       from (select audit.event_hash(jsonb_populate_record(event, jsonb_build_object('previous_hash',
         '\\x' || repeat('11', 32)))) as hash from audit.event event where seq = 3) f where e.seq = 3;
       update audit.event e set previous_hash = decode(repeat('11', 32), 'hex') where e.seq = 3`,
      '3',
    ],
    ['missing', 'delete from audit.event where seq = 2', '2'],
    ['end', 'delete from audit.event where seq = 4', '4'],
  ])('names the first event with a fault: %s', async (fault, statement, seq) => {
    await tamper(statement);
    const found = await verify();
    expect(found.ok).toBe(false);
    expect(found.broken).toMatchObject({ seq, fault });
  });

  test('events handed in at the same time stand one behind the other', async () => {
    await Promise.all(
      Array.from({ length: 40 }, () =>
        transaction(admin.deps.db, (trx) =>
          recordAuditEvent(trx, {
            actor: { kind: 'system', id: null, label: 'test' },
            action: 'job.retry',
            target: { kind: 'user', id: newUuid() },
            details: { b: 1, aa: [null, true, 'ü"\\\n'], c: {} },
          }),
        ),
      ),
    );
    expect(await verify()).toMatchObject({ ok: true, events: 44 });
  });

  test('what is rolled back leaves no event and no gap', async () => {
    const failing = transaction(admin.deps.db, async (trx) => {
      await recordAuditEvent(trx, {
        actor: { kind: 'system', id: null, label: 'test' },
        action: 'job.retry',
        target: { kind: 'user', id: null },
      });
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    await aUser(admin);
    expect(await verify()).toMatchObject({ ok: true, events: 5 });
  });

  test('X13: no service puts an event anywhere but at the end of the chain', async () => {
    const { db } = admin.deps;
    const refused = /permission denied/;
    await expect(db.raw('insert into audit.event (id) values (gen_random_uuid())')).rejects.toThrow(
      refused,
    );
    await expect(db.raw('update audit.chain set seq = 0')).rejects.toThrow(refused);
    await expect(db.raw("select audit.move_anchor('2020-01-01')")).rejects.toThrow(refused);
    await expect(
      admin.owner.raw('select audit.move_anchor(now() - interval $$364 days$$)'),
    ).rejects.toThrow(/kept for a year/);
  });
});

describe('make verify-audit', () => {
  const run = () =>
    execa('node', ['services/admin/src/verify-audit.ts'], {
      cwd: ROOT,
      preferLocal: true,
      localDir: ROOT,
      reject: false,
      env: { DATABASE_URL: admin.database.urlOf('tollgate_admin') },
    });

  test('says ok, or names the first broken event and fails', async () => {
    const whole = await run();
    expect({ code: whole.exitCode, out: whole.stdout }).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^4 events .*\nok$/),
    });
    await tamper("update audit.event set details = '{}' where seq = 3");
    const broken = await run();
    expect(broken.exitCode).toBe(1);
    expect(broken.stdout).toMatch(/BROKEN content at 3 aud_/);
  });
});

describe('GET /api/platform/audit-events/verify answers 401', () => {
  test('without an administrator', async () => {
    expect((await admin.send(verifyPlatformAuditEvents, { token: null })).status).toBe(401);
  });
});
