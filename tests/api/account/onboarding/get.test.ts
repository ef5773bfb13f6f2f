import { getOnboarding } from '@tollgate/contract/routes/account/onboarding';
import { anAccountWithBilling } from '../support/billing.ts';
import { aCharge, aGrant } from '../support/grant.ts';
import { aKey } from '../support/key.ts';
import { aModel } from '../support/model.ts';
import { aSignedInUser } from '../support/user.ts';

let running: Awaited<ReturnType<typeof anAccountWithBilling>>;

beforeAll(async () => {
  running = await anAccountWithBilling();
});
afterAll(() => running.drop());

describe('GET /api/onboarding answers 200', () => {
  test('step after step until a paid call was made', async () => {
    const { account, billing } = running;
    const user = await aSignedInUser(account);
    const look = async () => (await account.send(getOnboarding, { token: user.token })).body;
    expect(await look()).toMatchObject({ completed: false, next: 'approve_model' });
    await aModel(account, 'unapproved', { state: 'discovered' });
    expect(await look()).toMatchObject({ completed: false, next: 'approve_model' });
    await aModel(account, 'approved');
    expect(await look()).toMatchObject({ completed: false, next: 'create_key' });
    await aKey(account, user);
    expect(await look()).toMatchObject({ completed: false, next: 'get_credit' });
    await aGrant(billing, user.userId, '1000000000');
    expect(await look()).toMatchObject({ completed: false, next: 'make_first_call' });
    await aCharge(billing, user.userId, { holdNano: '10', costNano: '10' });
    const done = await look();
    expect(done).toMatchObject({ completed: true, next: null });
    expect(done.steps.every(({ link }: { link: string }) => link.startsWith('/'))).toBe(true);
  });

  test('with svc_access_token', async () => {
    const { cookie } = await aSignedInUser(running.account);
    const [access = ''] = cookie.split('; ');
    expect((await running.account.send(getOnboarding, { cookie: access })).status).toBe(200);
  });
});

describe('GET /api/onboarding answers 401', () => {
  test('without a token', async () => {
    expect((await running.account.send(getOnboarding)).status).toBe(401);
  });

  test('U19: with svc_session only', async () => {
    const { session } = await aSignedInUser(running.account);
    const cookie = `svc_session=${session}`;
    expect((await running.account.send(getOnboarding, { cookie })).status).toBe(401);
  });
});
