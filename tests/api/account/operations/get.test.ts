import { encodeId } from '@tollgate/runtime/ids';
import { getOperation } from '@tollgate/contract/routes/account/operations';
import { keepOperation } from '../../../support/kept-operations.ts';
import type { OperationGiven } from '../../../support/kept-operations.ts';
import { anAccount } from '../support/account.ts';
import type { RunningAccount } from '../support/account.ts';
import { expectNotFound } from '../support/not-found.ts';
import { aSignedInUser } from '../support/user.ts';
import type { SignedInUser } from '../support/user.ts';

let account: RunningAccount;
let user: SignedInUser;
const answer = { object: 'chat.completion', choices: [{ message: { content: 'Grüße' } }] };
const ended = { state: 'done', status: 200, answer } as const;

beforeAll(async () => {
  account = await anAccount();
  user = await aSignedInUser(account);
});
afterAll(() => account.drop());

const own = (given: Omit<OperationGiven, 'userId'>): Promise<string> =>
  keepOperation(account.owner, { userId: user.userId, ...given });
const get = async (id: string) => {
  const params = { op_id: encodeId('op', id) };
  return account.send(getOperation, { params, token: user.token });
};

describe('GET /api/operations/{op_id} answers 200', () => {
  test('with the answer, as the route gave it', async () => {
    const { body } = await get(await own({ ended }));
    expect(body).toMatchObject({ state: 'done', status: 200, answer_kept: true, answer });
  });

  test('without an answer while there is none, and when it is not kept any more', async () => {
    expect((await get(await own({}))).body).toMatchObject({ state: 'queued', answer: null });
    const over = await get(await own({ ended: { ...ended, isOver: true } }));
    expect(over.body).toMatchObject({ state: 'done', answer_kept: false, answer: null });
  });
});

describe('GET /api/operations/{op_id} answers 404', () => {
  test('alike for what is unknown, malformed or another user’s', async () => {
    const other = await aSignedInUser(account);
    const foreign = await keepOperation(account.owner, { userId: other.userId, ended });
    await expectNotFound(account, {
      route: getOperation,
      param: 'op_id',
      prefix: 'op',
      token: user.token,
      foreignId: encodeId('op', foreign),
    });
  });
});
