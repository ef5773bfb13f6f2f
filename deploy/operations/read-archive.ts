/**
 * `node deploy/operations/read-archive.ts <day> [jsonl|csv]`: fetches an archived day from
 * RECORDS_ARCHIVE_IN, checks it, and only then writes its request records to standard output. With
 * DATABASE_URL it also has to be the day that the database saw archived.
 */
import { EXPORT_FORMATS, exportDay } from '@tollgate/archive/read-day';
import { openBackupStore } from '@tollgate/backup/open-store';
import { OperatorError } from '@tollgate/db/command';
import { operate, temporaryFolder, withPool } from './command.ts';

const USAGE =
  'make read-archive DAY=<2026-11-25> IN=<folder or s3://bucket/prefix> FORMAT=jsonl|csv';
const DAY = /^\d{4}-\d\d-\d\d$/u;

await operate(async ({ address: day, config }) => {
  const asked = process.argv[3] || 'jsonl';
  const format = EXPORT_FORMATS.find((known) => known === asked);
  if (!DAY.test(day) || format === undefined || config.RECORDS_ARCHIVE_IN === '')
    throw new OperatorError(USAGE);
  const store = openBackupStore(config.RECORDS_ARCHIVE_IN, config, 'RECORDS_ARCHIVE_IN');
  const output = { format, to: process.stdout };
  const { DATABASE_URL: url = '' } = process.env;
  const { rows } = await (url === ''
    ? exportDay({ store, day, folder: temporaryFolder(), db: null }, output)
    : withPool(url, (at) => exportDay({ ...at, store, day }, output)));
  process.stderr.write(`${rows} request records of ${day}, as they were archived.\n`);
});
