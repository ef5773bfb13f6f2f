import { getSetupStatus } from '@tollgate/contract/routes/account/setup';
import { anAccount } from '../support/account.ts';
import type { RunningAccount } from '../support/account.ts';

let account: RunningAccount;

beforeAll(async () => {
  account = await anAccount();
});
afterAll(() => account.drop());

describe('GET /api/setup/status answers 200', () => {
  test('S03: booleans only', async () => {
    const { body } = await account.send(getSetupStatus);
    expect(body).toEqual({
      setup_required: true,
      setup_completed: false,
      setup_token_required: false,
    });
  });
});
