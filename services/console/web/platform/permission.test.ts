import { PLATFORM_ROLES, rightsOf } from '@tollgate/contract/platform/roles';
import type { PlatformRole } from '@tollgate/contract/platform/roles';
import type { PlatformUserOut } from '@tollgate/contract/platform/users';
import type { PlatformModelOut } from '@tollgate/contract/platform/models';
import type { PlatformVideoOut } from '@tollgate/contract/platform/videos';
import type { ProviderCredentialOut } from '@tollgate/contract/platform/credentials';
import type { WebhookOut } from '@tollgate/contract/webhooks';
import type { QuarantineOut } from '@tollgate/contract/platform/quarantine';
import type { JobOut } from '@tollgate/contract/platform/jobs';
import { buttonsIn, pageOf, rendered } from '../rendering.ts';
import type { Known, Rendered } from '../rendering.ts';
import type * as pages from './router.tsx';
import { examples } from '../examples.ts';

type Router = typeof pages;

const USER = '/api/platform/users/{user_id}';
const MODEL = '/api/platform/models/{model_id}';

let built: Rendered<Router>;
/** What the server has answered, by the keys of the queries. */
let known: Known[];
beforeAll(async () => {
  built = await rendered<Router>('platform/router.tsx');
  const of = await examples();
  const user = { ...(of('/api/platform/users') as PlatformUserOut[])[0], id: 'usr_1' };
  const [model] = of('/api/platform/models') as PlatformModelOut[];
  const videos = of('/api/platform/videos') as PlatformVideoOut[];
  const credentials = of('/api/platform/provider-credentials') as ProviderCredentialOut[];
  const hooks = of('/api/platform/webhooks') as WebhookOut[];
  const quarantine = of('/api/platform/quarantine') as QuarantineOut;
  const { spools } = quarantine;
  const [failed] = of('/api/platform/jobs/{queue}/failed') as JobOut[];
  const approved = { ...model, id: 'mdl_2', state: 'approved' };
  known = [
    [['users', {}], [user]],
    [['user', 'usr_1'], user],
    [['user', 'usr_1', 'grants'], of(`${USER}/credit-grants`)],
    [['user', 'usr_1', 'transactions'], of(`${USER}/credit-transactions`)],
    [['user', 'usr_1', 'models'], of(`${USER}/models`)],
    [['user', 'usr_1', 'keys'], of(`${USER}/keys`)],
    [['credentials'], credentials],
    [['vector-stores'], of('/api/platform/vector-stores')],
    [
      ['models', {}],
      [model, approved],
    ],
    [['models', { state: 'approved', limit: 50, offset: 0 }], [approved]],
    [['models', 'one', 'mdl_2'], approved],
    [['models', 'prices', 'mdl_2', {}], of(`${MODEL}/prices`)],
    [['aliases', { limit: 50 }], of('/api/platform/aliases')],
    [['retention'], of('/api/platform/retention-policies')],
    [['purges'], []],
    [['webhooks'], hooks.map((hook) => ({ ...hook, url: 'https://a.example' }))],
    [['jobs'], of('/api/platform/jobs/summary')],
    [['jobs', 'failed', 'maintenance', 0], [{ ...failed, instead: null }]],
    [['videos', null], videos],
    [['batches'], of('/api/platform/batches')],
    [['quarantine'], { ...quarantine, spools: spools.map((one) => ({ ...one, set_aside: 1 })) }],
    [['administrators'], of('/api/platform/administrators')],
    [['tokens'], of('/api/platform/administrator-tokens')],
    [['reconciliations', {}], []],
  ];
});

/** The page of an address as a role sees it first. */
function pageFor(role: PlatformRole, path: string, source = 'local'): Promise<string> {
  const rights = rightsOf(role).join(' ');
  const me = { email: 'me@console.example', role, rights, source };
  return pageOf(built, `/console/platform${path}`, [[['me'], me], ...known]);
}

const WEBHOOK = ['Deliveries', 'Disable', 'Rotate secret', 'Delete'];
const STORES = ['Add vector store', 'Delete'];
const CREDENTIAL = [
  'Test',
  'Sync models',
  'Disable',
  'Replace secret',
  'Proxy',
  'Time limits',
  'Delete',
];
const APPROVED = ['Set prices', 'Service tiers', 'Disable'];
const FOR_EVERYBODY: Readonly<Record<string, readonly string[]>> = {
  '/users': ['Filters', 'Apply', 'Find owner'],
  '/users/usr_1': ['Show holds'],
  '/administrators': ['Change password'],
  '/tokens': ['Create token'],
  '/webhooks': ['Deliveries'],
  '/models/mdl_2': ['Contract'],
  '/models': ['Filters', 'Apply', 'Contract', 'Contract'],
  '/aliases': ['Show shared capabilities'],
};

/** Every button of a page beside those of {@link FOR_EVERYBODY}, by the roles that have them. */
const PAGES: readonly [string, Readonly<Partial<Record<PlatformRole, readonly string[]>>>][] = [
  ['/users', { owner: ['Create user'], operator: ['Create user'] }],
  [
    '/users/usr_1',
    {
      owner: [
        'Grant credit',
        'Edit user',
        'Create password link',
        'Suspend',
        'Set limits',
        'Simulate',
        'Set uplift',
        'Revoke',
        'Use account uplift',
        'Set model uplift',
        'Create key',
        'Suspend',
        'Limits',
        'Delete',
      ],
      operator: [
        'Edit user',
        'Create password link',
        'Suspend',
        'Set limits',
        'Create key',
        'Suspend',
        'Limits',
        'Delete',
      ],
      finance: [
        'Grant credit',
        'Simulate',
        'Set uplift',
        'Revoke',
        'Use account uplift',
        'Set model uplift',
      ],
    },
  ],
  [
    '/providers',
    {
      owner: ['Add credential', ...CREDENTIAL, ...STORES],
      operator: ['Add credential', ...CREDENTIAL, ...STORES],
    },
  ],
  [
    '/models',
    {
      owner: ['Select all waiting models', 'Approve', 'Reject', ...APPROVED],
      operator: ['Select all waiting models', 'Approve', 'Reject', ...APPROVED.slice(1)],
      finance: ['Set prices'],
    },
  ],
  ['/models/mdl_2', { owner: APPROVED, operator: APPROVED.slice(1), finance: ['Set prices'] }],
  ['/prices', { owner: ['Simulate'], finance: ['Simulate'] }],
  [
    '/aliases',
    {
      owner: ['Create alias', 'Edit', 'Disable', 'Delete'],
      operator: ['Create alias', 'Edit', 'Disable', 'Delete'],
    },
  ],
  ['/retention', { owner: ['Change', 'Preview'], operator: ['Change', 'Preview'] }],
  [
    '/webhooks',
    {
      owner: ['Add webhook', ...WEBHOOK.slice(1)],
      operator: ['Add webhook', ...WEBHOOK.slice(1)],
    },
  ],
  ['/reconciliations', { owner: ['Compare report'], finance: ['Compare report'] }],
  [
    '/jobs',
    {
      owner: ['Retry', 'End', 'Cancel', 'Retry all'],
      operator: ['Retry', 'End', 'Cancel', 'Retry all'],
    },
  ],
  ['/administrators', { owner: ['Add administrator', 'Change role', 'Suspend', 'Remove'] }],
  ['/tokens', { owner: ['Revoke'] }],
];

describe.each(PAGES)('the page %s of administrators', (path, buttons) => {
  test.each(PLATFORM_ROLES)(
    'shows to the role %s what it may do, and nothing else',
    async (role) => {
      const markup = await pageFor(role, path);
      const wanted = [...(buttons[role] ?? []), ...(FOR_EVERYBODY[path] ?? [])];
      expect(buttonsIn(markup).toSorted()).toEqual(wanted.toSorted());
    },
  );
});

test('where a page is about one action, it shows which roles have it', async () => {
  expect(await pageFor('viewer', '/users')).toContain('Only for the role owner or operator.');
  expect(await pageFor('operator', '/users/usr_1')).toContain(
    'Only for the role owner or finance.',
  );
  expect(await pageFor('viewer', '/webhooks')).toContain('Only for the role owner or operator.');
  expect(await pageFor('owner', '/users')).not.toContain('Only for');
});

test('nobody is asked for a password here whom an OpenID provider answers for', async () => {
  expect(buttonsIn(await pageFor('viewer', '/administrators', 'oidc'))).toEqual([]);
});
