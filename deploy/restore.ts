/**
 * `node deploy/restore.ts <folder>`: fills an empty database from a backup. DATABASE_URL names the database as its owner;
 * DATABASE_ROLE_PASSWORDS is a JSON object with the login password of every service's role.
 */
import { restore } from '@tollgate/db/backup/restore';
import { connectionFault } from '@tollgate/db/connection-fault';

const databaseUrl = process.env['DATABASE_URL'];
const rolePasswords = process.env['DATABASE_ROLE_PASSWORDS'] ?? '{}';
const [folder] = process.argv.slice(2);
const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

if (databaseUrl === undefined || folder === undefined || folder === '') {
  process.stderr.write('make restore FROM=<folder>; DATABASE_URL names an empty database.\n');
  process.exitCode = 1;
} else {
  try {
    const passwords = JSON.parse(rolePasswords) as Record<string, string>;
    const { takenAt } = await restore({ databaseUrl, rolePasswords: passwords, folder, log: say });
    say(
      `The database is as it was at ${takenAt}. Run make verify-ledger and make verify-audit now.`,
    );
  } catch (error) {
    const told = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${connectionFault(databaseUrl, error) ?? told}\n`);
    process.exitCode = 1;
  }
}
