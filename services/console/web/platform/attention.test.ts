import type { AttentionItemOut } from '@tollgate/contract/platform/attention';
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
    [['standing', 30], of('/api/platform/standing')],
  ];
});

const overviewWith = (data: readonly AttentionItemOut[]): Promise<string> =>
  pageOf(built, '/console/platform/', [...known, [['attention'], { data }]]);

const BARE = { count: 1, id: null, name: null, detail: null, since: null } as const;

test.each<[AttentionItemOut, string, string]>([
  [
    { ...BARE, kind: 'credential_rejected', severity: 'critical', id: 'cred_1', name: 'Main' },
    'The provider rejected the secret of the credential “Main”.',
    'href="/console/platform/providers"',
  ],
  [
    {
      ...BARE,
      kind: 'user_without_credit',
      severity: 'warning',
      id: 'usr_1',
      name: 'a@b',
      count: 44,
    },
    'a@b has no credit: 44 calls rejected in the last day.',
    'href="/console/platform/users/usr_1"',
  ],
  [
    {
      ...BARE,
      kind: 'target_gone',
      severity: 'warning',
      id: 'acme/retired',
      name: 'acme/retired',
      detail: 'Main',
    },
    'no longer offers acme/retired to the credential “Main”',
    'href="/console/platform/models?public_id=acme%2Fretired"',
  ],
  [
    { ...BARE, kind: 'usage_implausible', severity: 'warning', id: 'req_1', name: 'acme/small' },
    'The provider of acme/small reported an impossible usage',
    'href="/console/platform/requests/req_1"',
  ],
  [
    { ...BARE, kind: 'spool_alarm', severity: 'critical', name: 'inference stuck' },
    'The settlement spool of inference: settlements wait for too long.',
    'href="/console/platform/jobs"',
  ],
  [
    { ...BARE, kind: 'models_waiting', severity: 'notice', count: 10 },
    '10 models wait for approval.',
    'href="/console/platform/models?state=discovered"',
  ],
])(
  'what needs attention is a sentence with a link to where it is dealt with',
  async (item, text, link) => {
    const page = await overviewWith([item]);
    expect(page).toContain(text);
    expect(page).toContain(link);
    expect(page).not.toContain('All clear');
  },
);

test('nothing needs attention where nothing is wrong', async () => {
  expect(await overviewWith([])).toContain('All clear');
});
