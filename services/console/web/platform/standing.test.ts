import type { PlatformStandingOut } from '@tollgate/contract/platform/standing';
import { examples } from '../examples.ts';
import { pageOf, rendered } from '../rendering.ts';
import type { Known, Rendered } from '../rendering.ts';
import type * as pages from './router.tsx';

let built: Rendered<typeof pages>;
let known: Known[];
beforeAll(async () => {
  built = await rendered<typeof pages>('platform/router.tsx');
  const of = await examples();
  known = [
    [['dashboard', 30], of('/api/platform/dashboard')],
    [['attention'], { data: [] }],
  ];
});

type Standing = Pick<PlatformStandingOut, 'margin' | 'oldest_hold'>;
const MARGIN = {
  uplifts: '15.500000000',
  losses: '20.000000000',
  losses_at_most: '1.250000000',
  least: '-5.750000000',
  most: '-4.500000000',
};

/** The text of the overview, with what is earned and held. */
const overviewOf = (standing: Standing): Promise<string> =>
  pageOf(built, '/console/platform/', [...known, [['standing', 30], standing]]);

test('a margin below zero says so, of what it is made, and how low it may be', async () => {
  const page = await overviewOf({ margin: MARGIN, oldest_hold: null });
  expect(page).toContain('−4.50');
  expect(page).toContain('15.50 from uplifts on list prices, minus 20 of provider costs');
  expect(page).toContain('at least −5.75 if all unknown losses');
  expect(page).toContain('href="/console/platform/losses"');
  expect(page).toMatch(/Oldest open hold<\/p><p[^>]*>none/u);
});

test('the oldest hold has its age, and leads to its request and its owner', async () => {
  const hold = {
    operation_id: 'op_1',
    user_id: 'usr_1',
    kind: 'video' as const,
    held: '3.000000000',
    created_at: '2026-12-31T00:00:00Z',
  };
  const at = (age: number): Promise<string> =>
    overviewOf({
      margin: { ...MARGIN, least: MARGIN.most },
      oldest_hold: { ...hold, age_seconds: age },
    });
  const page = await at(7);
  expect(page).toContain('7 s');
  expect(page).toContain('3 credits on hold for a video');
  expect(page).toContain('href="/console/platform/requests/req_1"');
  expect(page).toContain('href="/console/platform/users/usr_1"');
  expect(page).not.toContain('if all unknown losses');
  expect(await at(10_800)).toContain('3 h');
});
