/**
 * `node deploy/operations/backup.ts [address]`: writes the whole database as of one moment to a new
 * folder or a new `s3://bucket/prefix`. Without an address, into BACKUP_IN under the name of its
 * moment, and then removes what BACKUP_KEEP and BACKUP_KEEP_DAYS do not keep. DATABASE_URL names
 * the database, as its owner or as `tollgate_backup`. The secrets and the spool folders are kept
 * apart from it.
 */
import { openBackup, openBackupStore } from '@tollgate/backup/open-store';
import type { BackupConfig } from '@tollgate/backup/open-store';
import { removeOld } from '@tollgate/backup/backup-store';
import { backUp } from '@tollgate/db/backup/back-up';
import type { MadeBackup } from '@tollgate/db/backup/back-up';
import { forgetOthers } from '@tollgate/db/backup/notes';
import { OperatorError } from '@tollgate/db/command';
import { connected, databaseUrl, operate, say } from './command.ts';

const USAGE =
  'make backup TO=<new folder or s3://bucket/prefix>, or IN=<folder or s3://bucket/prefix of many>; DATABASE_URL names the database.';

function report(address: string, { manifest, bytes }: MadeBackup): void {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  say(`The database as of ${manifest.takenAt} is in ${address}: ${rows} rows, ${bytes} bytes.`);
}

async function backUpInto(config: BackupConfig): Promise<void> {
  const url = databaseUrl(USAGE);
  const store = openBackupStore(config.BACKUP_IN, config, 'BACKUP_IN');
  const made = await backUp({ databaseUrl: url, store, log: say });
  report(store.addressOf(made.name), made);
  const rule = { keep: config.BACKUP_KEEP, keepDays: config.BACKUP_KEEP_DAYS };
  const { removed, kept } = await removeOld(store, rule, Date.parse(made.manifest.takenAt));
  for (const { name, isWhole } of removed) {
    say(`removed ${store.addressOf(name)}${isWhole ? '' : ', which never became whole'}`);
  }
  const names = kept.filter(({ isWhole }) => isWhole).map(({ name }) => name);
  await connected(url, (client) => forgetOthers(client, store, names));
  say(`${names.length} whole backups are in ${store.addressOf()}.`);
}

await operate(async ({ address, config }) => {
  if (address !== '') {
    const { store, name } = openBackup(address, config, 'TO');
    const made = await backUp({ databaseUrl: databaseUrl(USAGE), store, name, log: say });
    report(store.addressOf(name), made);
  } else if (config.BACKUP_IN !== '') {
    await backUpInto(config);
  } else {
    throw new OperatorError(USAGE);
  }
});
