/**
 * `node deploy/backup.ts <folder>`: writes the whole database as of one moment into a new folder. DATABASE_URL names the database as
 * its owner. The secrets and the spool folders are kept apart from it.
 */
import { backUp } from '@tollgate/db/backup/back-up';
import { connectionFault } from '@tollgate/db/connection-fault';

const databaseUrl = process.env['DATABASE_URL'];
const [folder] = process.argv.slice(2);
const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

if (databaseUrl === undefined || folder === undefined || folder === '') {
  process.stderr.write('make backup TO=<new folder>; DATABASE_URL names the database.\n');
  process.exitCode = 1;
} else {
  try {
    const { takenAt } = await backUp({ databaseUrl, folder, log: say });
    say(`The database as of ${takenAt} is in ${folder}.`);
  } catch (error) {
    const told = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${connectionFault(databaseUrl, error) ?? told}\n`);
    process.exitCode = 1;
  }
}
