import { OperatorError } from './command.ts';
import type { MigrateOptions } from './migrate.ts';

const FORM = 'Write {"tollgate_account": "<password>", …} with a password of each role.';

/**
 * Reads DATABASE_ROLE_PASSWORDS, a JSON object of passwords by role.
 * @throws OperatorError when the text is none
 */
export function parseRolePasswords(text: string): NonNullable<MigrateOptions['rolePasswords']> {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    throw new OperatorError(`DATABASE_ROLE_PASSWORDS is no JSON. ${FORM}`);
  }
  if (typeof found !== 'object' || found === null || Array.isArray(found))
    throw new OperatorError(`DATABASE_ROLE_PASSWORDS is no JSON object. ${FORM}`);
  for (const [role, password] of Object.entries(found)) {
    if (typeof password !== 'string' || password === '')
      throw new OperatorError(`DATABASE_ROLE_PASSWORDS has no password of ${role}. ${FORM}`);
  }
  return found;
}
