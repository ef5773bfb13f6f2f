import { examples } from '../examples.ts';
import { pageOf, rendered } from '../rendering.ts';
import type { Known, Rendered } from '../rendering.ts';
import type { Schemas } from '../shared/api/platform-client.ts';
import type * as pages from './router.tsx';

let built: Rendered<typeof pages>;
let known: Known[];
beforeAll(async () => {
  built = await rendered<typeof pages>('platform/router.tsx');
  const of = await examples();
  const jobs = of('/api/platform/jobs/summary') as Schemas['JobsSummaryOut'];
  known = [
    [['dashboard', 30], of('/api/platform/dashboard')],
    [['standing', 30], of('/api/platform/standing')],
    [['videos', 'indeterminate'], []],
    [['jobs'], { ...jobs, queues: [], purges: { ...jobs.purges, latest: [] } }],
  ];
});

const overviewWith = (alarms: Schemas['UsageAlarmsOut']): Promise<string> =>
  pageOf(built, '/console/platform/', [...known, [['usage-alarms'], alarms]]);

test('a model whose provider reports too much is named, and leads to the newest request', async () => {
  const moment = '2026-12-31T00:00:00Z';
  const page = await overviewWith({
    implausible: [
      {
        provider: 'acme',
        model: 'acme/small',
        reported: { output: 90_000_000 },
        request: 'req_1',
        first_at: moment,
        last_at: moment,
      },
    ],
    gone: [
      {
        provider: 'acme',
        model: 'acme/retired',
        credential: { id: 'cred_1', name: 'Main' },
        first_at: moment,
        last_at: moment,
      },
    ],
    held_at_worst: [
      {
        user_id: 'usr_1',
        user_email: 'a@example.com',
        model: 'acme/large',
        ratio: 2_000,
        excess: 99_950,
        since: moment,
        last_at: moment,
      },
    ],
  });
  expect(page).toContain('acme no longer offers acme/retired to the credential “Main”');
  expect(page).toContain('href="/console/platform/models"');
  expect(page).toContain('a@example.com continues to exceed holds on acme/large');
  expect(page).toContain('href="/console/platform/users/usr_1"');
  expect(page).toContain('The provider of acme/small reported an impossible usage');
  expect(page).toContain('href="/console/platform/requests/req_1"');
  expect(page).not.toContain('All clear');
});

test('nothing needs attention where every report is possible', async () => {
  expect(await overviewWith({ implausible: [], held_at_worst: [], gone: [] })).toContain(
    'All clear',
  );
});
