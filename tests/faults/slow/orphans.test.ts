import { rows } from '@tollgate/db/connect';
import { eventually } from '../../support/eventually.ts';
import { GOOGLE, setUpFamily } from '../../support/family-set-up.ts';
import { aFaultyStack } from '../../support/faulty-stack.ts';
import type { FaultyStack } from '../../support/faulty-stack.ts';

const START_MS = 240_000;
const VIDEOS = 'google/veo-3.1-generate-preview';

let stack: FaultyStack;
beforeAll(async () => {
  stack = await aFaultyStack({ directBilling: true });
}, START_MS);
afterAll(() => stack?.drop(), START_MS);
beforeEach(() => stack.money.begin());

test(
  'FA07 killed between the hold of an operation and its row: the hold is given back, long before its end',
  async () => {
    const { demo, money } = stack;
    const blocker = await money.owner.transaction();
    let lost: Promise<{ status: number }>;
    const before = await stack.wallet();
    try {
      await rows(blocker, 'lock table requests.operation in access exclusive mode');
      lost = stack.chat('A question.', { headers: { prefer: 'respond-async' } });
      await eventually(async () => (await stack.wallet()).reserved > 0n, 'no hold was placed');
      money.injected();
      await demo.stack.kill('inference', 'SIGKILL');
    } finally {
      await blocker.rollback();
    }
    expect((await lost).status).not.toBe(202);
    await eventually(async () => (await stack.wallet()).reserved === 0n, 'it is still held');
    expect(await stack.wallet()).toEqual(before);
    const [closed] = await rows<{ state: string; reason: string }>(
      money.owner,
      `select state, close_reason as reason from billing.reservation
       order by created_at desc limit 1`,
    );
    expect(closed).toEqual({ state: 'released', reason: 'never_accepted' });
    expect(await demo.invoice()).toEqual([]);
    await demo.stack.ready('inference');
    await money.sound('FA07');
  },
  START_MS,
);

test(
  'FG01 killed between the hold of a video and its row: the hold is given back, long before its end',
  async () => {
    const { demo, money } = stack;
    await setUpFamily(demo, { ...GOOGLE, models: [VIDEOS] });
    const blocker = await money.owner.transaction();
    let lost: Promise<{ status: number }>;
    const before = await stack.wallet();
    try {
      await rows(blocker, 'lock table requests.video in access exclusive mode');
      const json = { model: VIDEOS, prompt: 'A calm sea.', seconds: 4 };
      lost = stack.send({ path: '/v1/videos', json });
      await eventually(async () => (await stack.wallet()).reserved > 0n, 'no hold was placed');
      money.injected();
      await demo.stack.kill('inference', 'SIGKILL');
    } finally {
      await blocker.rollback();
    }
    expect((await lost).status).not.toBe(202);
    await eventually(async () => (await stack.wallet()).reserved === 0n, 'it is still held');
    expect(await stack.wallet()).toEqual(before);
    await demo.stack.ready('inference');
    await money.sound('FG01');
  },
  START_MS,
);
