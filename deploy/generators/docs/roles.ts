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

/** The path of the page, from the root of the repository. */
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

What each role may do, and which right each route of \`/api/platform\` needs. The page is generated from the table that the server checks, so it is complete. Every route needs one right. A role without it gets 403
\`role_required\`, which names the roles that have it. The audit log has the rejection as \`administrator.role_refusal\`, once a minute for each route and session.
`;

const GIVING = `- **\`owner\`** may do everything, and alone manages administrators. **\`operator\`** runs the gateway: providers, models, users and keys. **\`finance\`** manages money: credit, prices and uplifts. **\`viewer\`** reads. Those who connect providers do
  not set prices, and those who grant credit issue no keys that could spend it.
- Owners give roles, on the page Administrators or with \`PATCH /api/platform/administrators/{administrator_id}\`. An administrator who is added without a role is a \`viewer\`. Administrators from before roles existed are owners.
- The role is read at each request, so a change of role, or being disabled, takes effect at once, also for open sessions.
- An installation always keeps one active local owner, who can sign in while no OpenID provider answers. The last one cannot be removed, disabled or given another role. When two owners do that to each other at the same moment, one of them remains.
- An administrator who signs in through an OpenID provider gets the role from groups there, at each sign-in.
`;
