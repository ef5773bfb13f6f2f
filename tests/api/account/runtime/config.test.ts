import { getRuntimeConfig } from '@tollgate/contract/routes/account/runtime';
import { anAccount } from '../support/account.ts';
import type { RunningAccount } from '../support/account.ts';

let account: RunningAccount;

beforeAll(async () => {
  account = await anAccount({ settings: { setup: { kind: 'token', token: 'canary-token' } } });
});
afterAll(() => account.drop());

describe('GET /api/runtime/config answers 200', () => {
  test('S07: named values only, strings and booleans, nothing internal', async () => {
    const { body } = await account.send(getRuntimeConfig);
    expect(Object.keys(body).sort()).toEqual([
      'api_version',
      'docs_path',
      'inference_path',
      'openapi_path',
      'password_characters_min',
      'product',
      'setup_token_required',
    ]);
    for (const value of Object.values(body)) expect(['string', 'boolean']).toContain(typeof value);
    expect(JSON.stringify(body)).not.toMatch(/canary|127\.0\.0\.1|postgres|redis/);
  });
});
