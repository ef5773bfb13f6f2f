import {
  PLATFORM_RIGHTS,
  PLATFORM_ROLES,
  mayUse,
  rolesWith,
} from '@tollgate/contract/platform/roles';
import type { PlatformRight } from '@tollgate/contract/platform/roles';
import { table } from '@tollgate/deploy/docs/table';
import { listDefinitions } from '../openapi/mounted.ts';
import { nameOf } from '../openapi/operations.ts';

/** Where the page stands, from the root of the repository. */
export const ROLES_PAGE = 'services/docs/content/roles.md';

const RIGHTS = Object.keys(PLATFORM_RIGHTS) as PlatformRight[];

/** The page about what administrators may do, in Markdown. */
export function rolesPage(): string {
  const rights = RIGHTS.map((right) => [
    `\`${right}\``,
    PLATFORM_RIGHTS[right].text,
    ...PLATFORM_ROLES.map((role) => (mayUse(role, right) ? 'yes' : '')),
  ]);
  const routes = RIGHTS.flatMap((right) => [
    `### \`${right}\`\n`,
    `Roles: ${rolesWith(right)
      .map((role) => `\`${role}\``)
      .join(', ')}.\n`,
    `${routesOf(right)}\n`,
  ]);
  return [
    INTRODUCTION,
    table(['Right', 'What it allows', ...PLATFORM_ROLES.map((role) => `\`${role}\``)], rights),
    GIVING,
    '## Routes by right\n',
    ...routes,
  ]
    .join('\n')
    .trimEnd()
    .concat('\n');
}

function routesOf(right: PlatformRight): string {
  return listDefinitions()
    .filter((route) => route.auth === 'platform' && route.needs === right)
    .map((route) => `- \`${nameOf(route)}\``)
    .join('\n');
}

const INTRODUCTION = `# Roles of administrators

What each role may do, and which right each route of \`/api/platform\` needs: made from the one table that the gate reads, so it is complete. Every route needs one right. A role without that right is answered 403 with
\`role_required\`, which names the roles that have it; the refusal is in the audit trail as \`administrator.role_refusal\`, once a minute for each route and session.
`;

const GIVING = `- **\`owner\`** does everything, and alone says who administers. **\`operator\`** runs the gateway: providers, models, users and keys. **\`finance\`** has what is money: credit, prices and uplifts. **\`viewer\`** reads. Whoever connects providers does
  not say what they cost, and whoever grants credit issues no keys that could spend it.
- Owners give roles, on the page Administrators or with \`PATCH /api/platform/administrators/{administrator_id}\`. One who is added without a role is a \`viewer\`. Those who administered before there were roles are owners.
- A role is read at each request: another one holds at once, also for open sessions, and so does being disabled.
- An installation keeps an active local owner, who gets in while no OpenID provider answers: the last one can neither be removed, disabled nor given another role. Of two owners who do that to each other at the same moment one is left.
- Whoever signs in through an OpenID provider gets the role from groups there, anew at each sign-in.
`;
