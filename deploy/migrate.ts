/**
 * The migration command: `node deploy/migrate.ts`. DATABASE_URL names the database as its owner;
 * DATABASE_ROLE_PASSWORDS is a JSON object with the login password of every service's role.
 * REPEAT=all runs every file of functions, views and triggers again, whatever was applied.
 */
import { runCommand } from '@tollgate/db/command';
import { migrate } from '@tollgate/db/migrate';
import { parseRolePasswords } from '@tollgate/db/role-passwords';

const databaseUrl = process.env['DATABASE_URL'];
const rolePasswords = process.env['DATABASE_ROLE_PASSWORDS'];

if (databaseUrl === undefined || rolePasswords === undefined) {
  process.stderr.write('DATABASE_URL and DATABASE_ROLE_PASSWORDS have to be set.\n');
  process.exitCode = 1;
} else {
  await runCommand(databaseUrl, async () => {
    const done = await migrate({
      databaseUrl,
      rolePasswords: parseRolePasswords(rolePasswords),
      repeatAll: process.env['REPEAT'] === 'all',
    });
    process.stdout.write(`migrated: ${JSON.stringify(done)}\n`);
  });
}
