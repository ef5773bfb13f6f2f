import { randomUUID } from 'node:crypto';
import { encodeId } from '@tollgate/runtime/ids';
import { grantCredits, revokeCredits } from '@tollgate/contract/routes/admin/credits';
import { aDatabase } from '../../../support/database.ts';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { aBilling } from '../support/billing.ts';
import { eventsOf } from '../support/trail.ts';
import { aUser } from '../support/user.ts';

let admin: RunningAdmin;
let billing: Awaited<ReturnType<typeof aBilling>>;
let grantId: string;

beforeAll(async () => {
  const database = await aDatabase();
  billing = await aBilling(database);
  admin = await anAdmin({ database, billingUrl: billing.url });
});
afterAll(async () => {
  await billing.drop();
  await admin.drop();
});
beforeEach(async () => {
  const params = { user_id: (await aUser(admin)).id };
  grantId = (await admin.send(grantCredits, { params, body: { amount: '10' } })).body.id;
});

const revoke = (sent: { body?: unknown; text?: string; headers?: Record<string, string> }) =>
  admin.send(revokeCredits, { params: { grant_id: grantId }, ...sent });

describe('POST /api/platform/credit-grants/{grant_id}/revoke answers 200', () => {
  test('a part, then the rest, then nothing', async () => {
    const part = await revoke({ body: { amount: '2.5', reason: 'by mistake' } });
    expect(part.body).toMatchObject({
      revoked: '2.500000000',
      grant: { remaining: '7.500000000', revoked: '2.500000000' },
    });
    expect((await revoke({})).body.revoked).toBe('7.500000000');
    expect((await revoke({ body: {} })).body.revoked).toBe('0.000000000');
    const events = await eventsOf(admin, 'credit_grant.revoke');
    const own = events.filter((event) => (event['target'] as { id: string }).id === grantId);
    expect(own.map((event) => event['details'])).toEqual([
      { revoked: '7.500000000', reason: null, order: expect.any(String) },
      { revoked: '2.500000000', reason: 'by mistake', order: expect.any(String) },
    ]);
    const orders = await eventsOf(admin, 'credit_grant.revoke_order');
    const ordered = orders.filter((event) => (event['target'] as { id: string }).id === grantId);
    expect(ordered.map((event) => (event['details'] as { amount: string | null }).amount)).toEqual([
      null,
      null,
      '2.5',
    ]);
    const [refused] = await eventsOf(admin, 'credit_grant.revoke_refused');
    expect(refused?.['details']).toMatchObject({ outcome: 'nothing_to_revoke' });
  });
});

describe('FE20: an Idempotency-Key of a revocation', () => {
  const under = (key: string, body: unknown, grant = grantId) =>
    admin.send(revokeCredits, {
      params: { grant_id: grant },
      body,
      headers: { 'idempotency-key': key },
    });
  const eventsAbout = async (action: string) =>
    (await eventsOf(admin, action)).filter(
      ({ target }) => (target as { id: string }).id === grantId,
    );
  const left = async () => (await revoke({})).body.revoked;

  test('the first answer again, whatever was taken since, and a part is taken once', async () => {
    const key = randomUUID();
    const first = await under(key, { amount: '2', reason: 'by mistake' });
    await revoke({ body: { amount: '1' } });
    const again = await under(key, { amount: '2', reason: 'by mistake' });
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body).toEqual(first.body);
    expect(again.body).toMatchObject({
      revoked: '2.000000000',
      grant: { remaining: '8.000000000' },
    });
    expect(first.headers['x-idempotent-replay']).toBeUndefined();
    expect(again.headers['x-idempotent-replay']).toBe('true');
    expect(await eventsAbout('credit_grant.revoke')).toHaveLength(2);
    expect(await left()).toBe('7.000000000');
  });

  test('twenty at once take once', async () => {
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => under(key, { amount: '4' })),
    );
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await eventsAbout('credit_grant.revoke')).toHaveLength(1);
    expect(await left()).toBe('6.000000000');
  });

  test.each([{ amount: '3' }, {}, { amount: '2', reason: 'another' }])(
    'another body is a conflict: %j',
    async (body) => {
      const key = randomUUID();
      await under(key, { amount: '2' });
      const answer = await under(key, body);
      expect([answer.status, answer.body.error.code]).toEqual([409, 'idempotency_key_mismatch']);
      expect(await left()).toBe('8.000000000');
    },
  );

  test('another grant is a conflict', async () => {
    const key = randomUUID();
    await under(key, { amount: '2' });
    const params = { user_id: (await aUser(admin)).id };
    const other = (await admin.send(grantCredits, { params, body: { amount: '10' } })).body.id;
    expect((await under(key, { amount: '2' }, other)).status).toBe(409);
  });

  test('a refused revocation leaves its key free', async () => {
    const key = randomUUID();
    expect((await under(key, { amount: '11' })).body.error.code).toBe('conflict');
    expect((await under(key, { amount: '10' })).body.revoked).toBe('10.000000000');
  });

  test('nothing to take is answered alike after more was granted', async () => {
    const key = randomUUID();
    await revoke({});
    const first = await under(key, {});
    const again = await under(key, {});
    expect(first.body).toMatchObject({ revoked: '0.000000000' });
    expect(again.body).toEqual(first.body);
  });

  test('an event that got lost is made up for by the repetition', async () => {
    const key = randomUUID();
    await under(key, { amount: '1' });
    await admin.owner.raw('alter table audit.event disable trigger event_is_final');
    await admin.owner.raw(`delete from audit.event where action = 'credit_grant.revoke'`);
    await admin.owner.raw('alter table audit.event enable trigger event_is_final');
    await under(key, { amount: '1' });
    expect(await eventsAbout('credit_grant.revoke')).toHaveLength(1);
  });
});

describe('POST /api/platform/credit-grants/{grant_id}/revoke answers 400', () => {
  test.each(['', 'x'.repeat(201), 'ä'])('C06: the key %j, and nothing is taken', async (key) => {
    const answer = await revoke({ body: { amount: '1' }, headers: { 'idempotency-key': key } });
    expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_idempotency_key']);
    expect((await revoke({})).body.revoked).toBe('10.000000000');
  });
});

describe('POST /api/platform/credit-grants/{grant_id}/revoke answers 422 to bodies that cannot be read', () => {
  const headers = { 'content-type': 'application/json' };

  test('G07: a body that nests without end', async () => {
    const text = `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`;
    const answer = await revoke({ text, headers });
    expect([answer.status, answer.body.detail[0]]).toEqual([
      422,
      { loc: ['body'], msg: 'JSON may nest 64 levels at most.', type: 'json_invalid' },
    ]);
  });

  test('a compressed body that is damaged', async () => {
    const answer = await revoke({
      text: 'no gzip',
      headers: { ...headers, 'content-encoding': 'gzip' },
    });
    expect([answer.status, answer.body.detail[0]]).toEqual([
      422,
      { loc: ['body'], msg: 'The compressed body is damaged.', type: 'value_error' },
    ]);
  });
});

describe('POST /api/platform/credit-grants/{grant_id}/revoke answers 404', () => {
  test('O01: unknown and malformed grants', async () => {
    const unknown = randomUUID();
    for (const id of [encodeId('grt', unknown), encodeId('usr', randomUUID()), 'x']) {
      const answer = await admin.send(revokeCredits, { params: { grant_id: id }, body: {} });
      expect(answer.status).toBe(404);
    }
    const reported = ['revoke_order', 'revoke_refused'].map((what) => `credit_grant.${what}`);
    for (const action of reported) {
      const targets = (await eventsOf(admin, action)).map(({ target }) => target);
      expect(targets).not.toContainEqual({ kind: 'credit_grant', id: encodeId('grt', unknown) });
    }
  });
});

describe('POST /api/platform/credit-grants/{grant_id}/revoke answers 409', () => {
  test('more than there is', async () => {
    const answer = await revoke({ body: { amount: '10.000000001' } });
    expect(answer.status).toBe(409);
    expect(answer.body.error.param).toBe('amount');
  });
});

describe('POST /api/platform/credit-grants/{grant_id}/revoke answers 413', () => {
  test('G07: five megabytes', async () => {
    expect((await revoke({ body: { note: 'x'.repeat(5_000_000) } })).status).toBe(413);
  });
});

describe('POST /api/platform/credit-grants/{grant_id}/revoke answers 422', () => {
  test('G07: __proto__', async () => {
    const headers = { 'content-type': 'application/json' };
    expect((await revoke({ text: '{"__proto__":{"amount":"1"}}', headers })).status).toBe(422);
  });

  test('a misspelt amount, and nothing is taken back', async () => {
    const answer = await revoke({ body: { ammount: '1' } });
    expect(answer.status).toBe(422);
    expect(answer.body.detail[0].loc).toEqual(['body', 'ammount']);
    expect((await revoke({ body: { amount: '10' } })).body.revoked).toBe('10.000000000');
  });

  test.each([{ amount: '-1' }, { amount: 1 }, { amount: '0' }, { reason: 5 }, []])(
    'G07: %j',
    async (body) => {
      expect((await revoke({ body })).status).toBe(422);
    },
  );
});
