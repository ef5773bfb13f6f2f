/**
 * `node deploy/operations/read-archive.ts [--from <day>] [--to <day>] [--id req_…] [--user usr_…]
 * [--key key_…] [--model <name>] [--format jsonl|csv]`: fetches archived days from
 * RECORDS_ARCHIVE_IN one after the other, checks each, and only then writes its request records to
 * standard output, those that the options mean. A public id has its day in it. With DATABASE_URL a
 * day also has to be what the database saw archived. `--ledger`: movements of the ledger from
 * LEDGER_ARCHIVE_IN, by user and key only; a day has to be what its seals say.
 */
import { parseArgs } from 'node:util';
import { EXPORT_FORMATS, exportDays } from '@tollgate/archive/export-days';
import { LEDGER_DAYS } from '@tollgate/archive/ledger/read-ledger-day';
import { RECORD_DAYS } from '@tollgate/archive/read-day';
import { openBackupStore } from '@tollgate/backup/open-store';
import { OperatorError } from '@tollgate/db/command';
import { decodeId, timeOfUuid } from '@tollgate/runtime/ids';
import { operate, temporaryFolder, withPool } from './command.ts';

const USAGE =
  'make read-archive DAY=<2026-11-25>, or FROM= and TO=, or ID=<req_…>; IN=<folder or s3://bucket/prefix> USER_ID=<usr_…> KEY_ID=<key_…> MODEL=<name> FORMAT=jsonl|csv; LEDGER=1 LEDGER_IN=<folder or s3://bucket/prefix> for the ledger';
const DAY = /^\d{4}-\d\d-\d\d$/u;
const DAY_MS = 86_400_000;
const DAYS_MAX = 3_660;
const TEXT = { type: 'string', default: '' } as const;

/** @throws OperatorError for a text that is no id of this kind */
function idOf(prefix: 'req' | 'usr' | 'key', text: string): string | null {
  if (text === '') return null;
  const id = decodeId(prefix, text);
  if (id === null) throw new OperatorError(`${text} is no id such as ${prefix}_….`);
  return id;
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 'YYYY-MM-DD'.length);

/** A record is of the day that its id was made on, or of the next. */
function daysOf(from: string, to: string, id: string | null): string[] {
  if (from === '' && id !== null) {
    const made = timeOfUuid(id).getTime();
    return [dayOf(made), dayOf(made + DAY_MS)];
  }
  const last = to === '' ? from : to;
  if (!DAY.test(from) || !DAY.test(last)) throw new OperatorError(USAGE);
  const count = (Date.parse(last) - Date.parse(from)) / DAY_MS + 1;
  if (!(count > 0 && count <= DAYS_MAX)) throw new OperatorError(USAGE);
  return Array.from({ length: count }, (_day, index) => dayOf(Date.parse(from) + index * DAY_MS));
}

function readOptions() {
  const { values } = parseArgs({
    args: process.argv.slice(2),
    options: {
      from: TEXT,
      to: TEXT,
      id: TEXT,
      user: TEXT,
      key: TEXT,
      model: TEXT,
      format: TEXT,
      ledger: { type: 'boolean', default: false },
    },
  });
  const format = EXPORT_FORMATS.find((known) => known === (values.format || 'jsonl'));
  if (format === undefined) throw new OperatorError(USAGE);
  const id = idOf('req', values.id);
  if (values.ledger && (id !== null || values.model !== ''))
    throw new OperatorError(
      'The ledger has neither ids of requests nor models: leave ID and MODEL out.',
    );
  return {
    format,
    isLedger: values.ledger,
    days: daysOf(values.from, values.to, id),
    filter: {
      id,
      userId: idOf('usr', values.user),
      apiKeyId: idOf('key', values.key),
      model: values.model || null,
    },
  };
}

await operate(async ({ config }) => {
  const { format, isLedger, ...range } = readOptions();
  const field = isLedger ? 'LEDGER_ARCHIVE_IN' : 'RECORDS_ARCHIVE_IN';
  if (config[field] === '') throw new OperatorError(USAGE);
  const store = openBackupStore(config[field], config, field);
  const wanted = { ...range, store, source: isLedger ? LEDGER_DAYS : RECORD_DAYS };
  const output = { format, to: process.stdout };
  const { DATABASE_URL: url = '' } = process.env;
  const { rows, missing } = await (url === ''
    ? exportDays({ ...wanted, folder: temporaryFolder(), db: null }, output)
    : withPool(url, (at) => exportDays({ ...at, ...wanted }, output)));
  if (missing.length === wanted.days.length)
    throw new OperatorError(`${store.addressOf()} has no archived day of ${missing.join(', ')}.`);
  if (missing.length > 0) process.stderr.write(`Not in the archive: ${missing.join(', ')}.\n`);
  const what = isLedger ? 'movements of the ledger' : 'request records';
  process.stderr.write(`${rows} ${what}, as they were archived.\n`);
});
