/** Where the console reads which right a route needs. */
export const CONSOLE_NEEDS = 'services/console/web/shared/api/platform-needs.ts';

interface Operation {
  'x-right'?: string;
  'x-roles'?: readonly string[];
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
}

/** What the console hides by: the right that each route needs, and the roles that have it. Routes that every role may call stay out. */
export function writeConsoleNeeds(document: unknown): string {
  const { paths } = document as Document;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      route: `${method.toUpperCase()} ${path}`,
      right: operation['x-right'],
      roles: operation['x-roles'] ?? [],
    })),
  );
  const everyRole = Math.max(...operations.map(({ roles }) => roles.length));
  const needs = new Map<string, string>();
  const rolesOf = new Map<string, string>();
  for (const { route, right, roles } of operations) {
    if (right === undefined || roles.length === everyRole) continue;
    needs.set(`'${route}'`, `'${right}'`);
    rolesOf.set(right, `[${roles.map((role) => `'${role}'`).join(', ')}]`);
  }
  return `/* Written by make openapi from the interface description. */

/** The right that a route needs, where not every role has it. */
export const NEEDS = ${table(needs)};

/** The roles that have a right, the highest first. */
export const ROLES_WITH = ${table(rolesOf)};
`;
}

const table = (entries: ReadonlyMap<string, string>): string =>
  `{\n${[...entries].map(([name, value]) => `  ${name}: ${value},\n`).join('')}} as const`;
