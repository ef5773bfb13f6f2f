import { getCredits } from '@tollgate/contract/routes/account/credits';
import { anAccount } from '../support/account.ts';
import { anAccountWithBilling } from '../support/billing.ts';
import { aCharge, aGrant } from '../support/grant.ts';
import { aSignedInUser } from '../support/user.ts';

let running: Awaited<ReturnType<typeof anAccountWithBilling>>;

beforeAll(async () => {
  running = await anAccountWithBilling();
});
afterAll(() => running.drop());

describe('GET /api/credits answers 200', () => {
  test('zeros for a wallet that was never filled', async () => {
    const { token } = await aSignedInUser(running.account);
    const zero = '0.000000000';
    expect((await running.account.send(getCredits, { token })).body).toEqual({
      available: zero,
      reserved: zero,
      granted: zero,
      consumed: zero,
      revoked: zero,
      expired: zero,
    });
  });

  test('to the last nano-credit, and nobody else’s', async () => {
    const user = await aSignedInUser(running.account);
    const other = await aSignedInUser(running.account);
    await aGrant(running.billing, user.userId, '9007199254740993');
    await aGrant(running.billing, other.userId, '5');
    await aCharge(running.billing, user.userId, { holdNano: '1000000000', costNano: '1' });
    const { body } = await running.account.send(getCredits, { token: user.token });
    expect(body).toMatchObject({
      granted: '9007199.254740993',
      available: '9007199.254740992',
      reserved: '0.000000000',
      consumed: '0.000000001',
    });
  });
});

describe('GET /api/credits answers 401', () => {
  test('without a token', async () => {
    expect((await running.account.send(getCredits)).status).toBe(401);
  });
});

describe('GET /api/credits answers 503', () => {
  test('billing is away', async () => {
    const alone = await anAccount();
    const { token } = await aSignedInUser(alone);
    const answer = await alone.send(getCredits, { token });
    await alone.drop();
    expect(answer.status).toBe(503);
    expect(answer.body.error.code).toBe('billing_unavailable');
    expect(answer.headers['retry-after']).toBeDefined();
  });
});
