import { PLATFORM_ROLES, rightsOf } from '@tollgate/contract/platform/roles';
import type { PlatformRole } from '@tollgate/contract/platform/roles';
import { buttonsIn, pageOf, rendered } from '../rendering.ts';
import type { Known, Rendered } from '../rendering.ts';
import type * as pages from './router.tsx';
import { examples } from '../examples.ts';
import type { Schemas } from '../shared/api/platform-client.ts';

type Router = typeof pages;

const USER = '/api/platform/users/{user_id}';

let built: Rendered<Router>;
/** What the server has answered, by the keys of the queries. */
let known: Known[];
beforeAll(async () => {
  built = await rendered<Router>('platform/router.tsx');
  const of = await examples();
  const user = { ...(of('/api/platform/users') as Schemas['PlatformUserOut'][])[0], id: 'usr_1' };
  const [model] = of('/api/platform/models') as Schemas['PlatformModelOut'][];
  const films = of('/api/platform/videos') as Schemas['PlatformVideoOut'][];
  const credentials = of(
    '/api/platform/provider-credentials',
  ) as Schemas['ProviderCredentialOut'][];
  const hooks = of('/api/platform/webhooks') as Schemas['WebhookOut'][];
  const quarantine = of('/api/platform/quarantine') as Schemas['QuarantineOut'];
  const { spools } = quarantine;
  const [failed] = of('/api/platform/jobs/{queue}/failed') as Schemas['JobOut'][];
  const approved = { ...model, id: 'mdl_2', state: 'approved' };
  known = [
    [['users', {}], [user]],
    [['user', 'usr_1'], user],
    [['user', 'usr_1', 'grants'], of(`${USER}/credit-grants`)],
    [['user', 'usr_1', 'moves'], of(`${USER}/credit-transactions`)],
    [['user', 'usr_1', 'models'], of(`${USER}/models`)],
    [['user', 'usr_1', 'keys'], of(`${USER}/keys`)],
    [['credentials'], credentials],
    [
      ['models', {}],
      [model, approved],
    ],
    [['models', { state: 'approved', limit: 50, offset: 0 }], [approved]],
    [['aliases', { limit: 50 }], of('/api/platform/aliases')],
    [['retention'], of('/api/platform/retention-policies')],
    [['purges'], []],
    [['webhooks'], hooks.map((hook) => ({ ...hook, url: 'https://a.example' }))],
    [['jobs'], of('/api/platform/jobs/summary')],
    [['jobs', 'failed', 'maintenance', 0], [{ ...failed, instead: null }]],
    [['films', null], films],
    [['quarantine'], { ...quarantine, spools: spools.map((one) => ({ ...one, set_aside: 1 })) }],
    [['administrators'], of('/api/platform/administrators')],
    [['reconciliations', {}], []],
  ];
});

/** The page of an address as a role sees it first. */
function pageFor(role: PlatformRole, path: string, source = 'local'): Promise<string> {
  const rights = rightsOf(role).join(' ');
  const me = { email: 'me@console.example', role, rights, source };
  return pageOf(built, `/console/platform${path}`, [[['me'], me], ...known]);
}

const WEBHOOK = ['Deliveries', 'Turn off', 'New secret', 'Delete'];
const CREDENTIAL = ['Test', 'Sync models', 'Disable', 'Replace the secret', 'Delete'];
const FOR_EVERYBODY: Readonly<Record<string, readonly string[]>> = {
  '/users': ['Find its owner'],
  '/administrators': ['Change password'],
  '/webhooks': ['Deliveries'],
  '/models': ['Contract', 'Contract'],
  '/aliases': ['Show what all can do'],
};

/** Every button of a page beside those of {@link FOR_EVERYBODY}, by the roles that have them. */
const PAGES: readonly [string, Readonly<Partial<Record<PlatformRole, readonly string[]>>>][] = [
  ['/users', { owner: ['Create user'], operator: ['Create user'] }],
  [
    '/users/usr_1',
    {
      owner: [
        'Grant credit',
        'Change',
        'Link to choose a password',
        'Suspend',
        'Set limits',
        'Play over 30 days',
        'Set uplift',
        'Revoke',
        'As the account',
        'Set the uplift of the model',
        'Create a key',
        'Suspend',
        'Limits',
        'Delete',
      ],
      operator: [
        'Change',
        'Link to choose a password',
        'Suspend',
        'Set limits',
        'Create a key',
        'Suspend',
        'Limits',
        'Delete',
      ],
      finance: [
        'Grant credit',
        'Play over 30 days',
        'Set uplift',
        'Revoke',
        'As the account',
        'Set the uplift of the model',
      ],
    },
  ],
  [
    '/providers',
    {
      owner: ['Add a credential', ...CREDENTIAL],
      operator: ['Add a credential', ...CREDENTIAL],
    },
  ],
  [
    '/models',
    {
      owner: ['Approve', 'Reject', 'Set prices', 'Switch off'],
      operator: ['Approve', 'Reject', 'Switch off'],
      finance: ['Set prices'],
    },
  ],
  ['/prices', { owner: ['Try prices'], finance: ['Try prices'] }],
  [
    '/aliases',
    {
      owner: ['Create alias', 'Change', 'Switch off', 'Delete'],
      operator: ['Create alias', 'Change', 'Switch off', 'Delete'],
    },
  ],
  [
    '/retention',
    { owner: ['Change', 'Count what would go'], operator: ['Change', 'Count what would go'] },
  ],
  [
    '/webhooks',
    {
      owner: ['Add a webhook', ...WEBHOOK.slice(1)],
      operator: ['Add a webhook', ...WEBHOOK.slice(1)],
    },
  ],
  ['/reconciliations', { owner: ['Compare a report'], finance: ['Compare a report'] }],
  [
    '/jobs',
    { owner: ['Retry', 'End', 'Put all back'], operator: ['Retry', 'End', 'Put all back'] },
  ],
  ['/administrators', { owner: ['Add an administrator', 'Change role', 'Keep out', 'Remove'] }],
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

test('where a page is about one action, it tells which roles have it', async () => {
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
