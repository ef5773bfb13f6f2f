import type { UserOut } from '@tollgate/contract/users';
import { aSharedDemo } from '../support/shared-demo.ts';
import type { Demo } from '../support/demo.ts';
import { eventually } from '../support/eventually.ts';

const START_MS = 240_000;
const SECOND_MS = 1_000;
/** Enough for one call and not for two. */
const DAILY = '0.000100000';

let demo: Demo;
beforeAll(async () => {
  demo = await aSharedDemo();
}, START_MS);
afterAll(() => demo?.stack.drop(), START_MS);

const chat = () =>
  demo.v1<{ error?: { code: string; param: string } }>('/chat/completions', {
    model: demo.env.TOLLGATE_MODEL,
    messages: [{ role: 'user', content: 'Hello' }],
    max_tokens: 10,
  });
const me = async (): Promise<UserOut> => (await demo.user<UserOut>('GET', '/me')).body;
const inZone = async (quota_time_zone: string): Promise<UserOut> => {
  const { id } = await me();
  const { status, body } = await demo.platform<UserOut>('PATCH', `/users/${id}`, {
    quota_time_zone,
  });
  expect(status).toBe(200);
  return body;
};
const refusedFor = async (): Promise<number> => {
  let seconds = 0;
  await eventually(async () => {
    const { status, headers, body } = await chat();
    if (status !== 429) return false;
    expect([body.error?.code, body.error?.param]).toEqual(['quota_exceeded', 'credits_per_day']);
    seconds = Number(headers['retry-after']);
    return true;
  }, 'the quota was not used up');
  return seconds;
};

test('a used quota stays used through every change of the zone, and says when it resets', async () => {
  const { id } = await me();
  const limited = await demo.platform('PUT', `/users/${id}/limits`, { credits_per_day: DAILY });
  expect(limited.status).toBe(200);
  await refusedFor();
  for (const zone of ['Pacific/Kiritimati', 'Etc/GMT+12', 'Asia/Kathmandu', 'UTC', 'Asia/Tokyo']) {
    const { quota } = await inZone(zone);
    expect([quota.time_zone, (await me()).quota]).toEqual([zone, quota]);
    const leftMs = Date.parse(quota.day_resets_at) - Date.now();
    // Inference learns of the change within a second or two.
    await eventually(async () => {
      const said = (await refusedFor()) * SECOND_MS;
      return Math.abs(said - leftMs) < 30 * SECOND_MS;
    }, `the wait is not that of ${zone}`);
  }
  const lifted = await demo.platform('PUT', `/users/${id}/limits`, { credits_per_day: null });
  expect(lifted.status).toBe(200);
  await eventually(async () => (await chat()).status === 200);
});
