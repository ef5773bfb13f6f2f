/**
 * The migration command: `node deploy/migrate.ts`.
 * DATABASE_URL names the database as its owner; DATABASE_ROLE_PASSWORDS is a JSON object with the
 * login password of every service's role. REPEAT=all runs every file of functions, views and triggers
 * again, whatever was applied.
 */
import { OperatorError, runCommand } from '@tollgate/db/command';
import { migrate } from '@tollgate/db/migrate';

const databaseUrl = process.env['DATABASE_URL'];
const rolePasswords = process.env['DATABASE_ROLE_PASSWORDS'];

function parsed(text: string): Record<string, string> {
  try {
    return JSON.parse(text) as Record<string, string>;
  } catch {
    throw new OperatorError(
      'DATABASE_ROLE_PASSWORDS is no JSON. Write {"tollgate_account": "<password>", …} with a password of each role.',
    );
  }
}

if (databaseUrl === undefined || rolePasswords === undefined) {
  process.stderr.write('DATABASE_URL and DATABASE_ROLE_PASSWORDS have to be set.\n');
  process.exitCode = 1;
} else {
  await runCommand(databaseUrl, async () => {
    const done = await migrate({
      databaseUrl,
      rolePasswords: parsed(rolePasswords),
      repeatAll: process.env['REPEAT'] === 'all',
    });
    process.stdout.write(`migrated: ${JSON.stringify(done)}\n`);
  });
}
