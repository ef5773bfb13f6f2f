import { createAdministrator } from '@tollgate/identity/administrators';
import {
  mayUse,
  PLATFORM_RIGHTS,
  PLATFORM_ROLES,
  rightsOf,
  rolesWith,
} from '@tollgate/contract/platform/roles';
import type { PlatformRole } from '@tollgate/contract/platform/roles';
import type { RouteDefinition } from '@tollgate/contract/route';
import { newPublicId } from '@tollgate/runtime/ids';
import { platformLogin } from '@tollgate/contract/routes/admin/auth';
import { createPlatformUser } from '@tollgate/contract/routes/admin/users';
import { routes } from '../../../services/admin/src/routes.ts';
import { anAdmin } from './support/admin.ts';
import type { RunningAdmin } from './support/admin.ts';
import { eventsOf } from './support/trail.ts';

interface Refusal {
  actor: { label: string };
  details: { role: string; needs: string; method: string; path: string };
}

type Guarded = RouteDefinition & { auth: 'platform' };
const guarded = routes({ credentials: {} } as never)
  .map(({ definition }) => definition)
  .filter((route): route is Guarded => route.auth === 'platform');

const password = 'correct horse battery';
let admin: RunningAdmin;
const tokens = {} as Record<PlatformRole, string>;

beforeAll(async () => {
  admin = await anAdmin();
  for (const role of PLATFORM_ROLES) {
    const email = `${role}@example.com`;
    await createAdministrator(admin.deps, { email, name: role, password, role });
    const login = await admin.send(platformLogin, { token: null, body: { email, password } });
    tokens[role] = login.body.access_token;
  }
});
afterAll(() => admin.drop());

/** A request that no route takes for more than a try: ids of nothing, and a body that fits none. */
const tryOut = (route: Guarded, role: PlatformRole) =>
  admin.send(route, {
    token: tokens[role],
    params: {
      user_id: newPublicId('usr'),
      administrator_id: newPublicId('adm'),
      category: 'none',
      action: 'none',
    },
    ...(route.body === undefined ? {} : { text: '[]' }),
    headers: { 'content-type': 'application/json' },
  });

/** What is looked for may be a secret, which no address carries. */
const READ_BY_POST: readonly string[] = ['/api/platform/keys/find'];

describe('the table of rights', () => {
  test('gives owners everything, viewers nothing that changes, and every role its own account', () => {
    expect(rightsOf('owner')).toEqual(Object.keys(PLATFORM_RIGHTS));
    expect(rightsOf('viewer')).toEqual(['own_account', 'read']);
    const readers = guarded.filter(({ needs }) => needs === 'read');
    const posted = readers.filter(({ method }) => method !== 'get').map(({ path }) => path);
    expect(posted).toEqual(READ_BY_POST);
    const changing = guarded.filter(
      ({ method, path }) => method !== 'get' && !READ_BY_POST.includes(path),
    );
    expect(new Set(changing.map(({ needs }) => needs))).not.toContain('read');
  });

  test('has no right that no route needs', () => {
    expect(new Set(guarded.map(({ needs }) => needs))).toEqual(
      new Set(Object.keys(PLATFORM_RIGHTS)),
    );
  });

  test('keeps money from operators, and users, keys and providers from finance', () => {
    expect(rolesWith('credits')).toEqual(['owner', 'finance']);
    expect(rolesWith('prices')).toEqual(['owner', 'finance']);
    expect(rolesWith('users')).toEqual(['owner', 'operator']);
    expect(rolesWith('keys')).toEqual(['owner', 'operator']);
    expect(rolesWith('catalogue')).toEqual(['owner', 'operator']);
    expect(rolesWith('administrators')).toEqual(['owner']);
  });
});

describe.each(PLATFORM_ROLES)(
  'every platform route answers 403, or not, to the role %s',
  (role) => {
    test('J01: as the table says', async () => {
      const wrong: string[] = [];
      for (const route of guarded) {
        const { status, body } = await tryOut(route, role);
        const code = body?.error?.code;
        const isRefused = status === 403 && code === 'role_required';
        if (isRefused === mayUse(role, route.needs)) {
          wrong.push(`${route.method} ${route.path} answers ${status} ${code} to ${role}`);
        }
        if (!isRefused) continue;
        expect(body.error).toMatchObject({
          role,
          needed_roles: rolesWith(route.needs).join(', '),
          message: `This needs the role ${rolesWith(route.needs).join(' or ')}; yours is ${role}.`,
        });
      }
      expect(wrong).toEqual([]);
    });

    test('J02: each refusal is in the trail, with who, the route and the right; trying on tells no more', async () => {
      const forbidden = guarded.filter(({ needs }) => !mayUse(role, needs));
      for (const route of forbidden) await tryOut(route, role);
      const events = (await eventsOf(admin, 'administrator.role_refusal')) as unknown as Refusal[];
      const reported = events.filter(({ actor }) => actor.label === `${role}@example.com`);
      const words = ({ method, path, needs }: Omit<Refusal['details'], 'role'>) =>
        `${method} ${path} needs ${needs}`;
      expect(reported.map(({ details }) => words(details)).toSorted()).toEqual(
        forbidden.map(words).toSorted(),
      );
      expect(reported.filter(({ details }) => details.role !== role)).toEqual([]);
    });
  },
);

test('J03: the refusal comes before anything is read of the request, and nothing is changed', async () => {
  const before = await admin.owner.raw('select epoch from change.counter');
  const { status } = await admin.send(createPlatformUser, {
    token: tokens.finance,
    text: '{"email": "half',
  });
  expect(status).toBe(403);
  const after = await admin.owner.raw('select epoch from change.counter');
  expect(after.rows).toEqual(before.rows);
});
