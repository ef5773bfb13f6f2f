/**
 * What operators do about decisions that billing refused permanently: `node quarantine-command.ts
 * list|replay <spool folder> …`. Lists them, one JSON line each, or puts them back into the spool,
 * whose process sends them again. Exit code 2 when it is called otherwise.
 */
import { listQuarantined, putBack } from './quarantine.ts';

const USAGE = 'usage: quarantine-command.ts list|replay <spool folder> …\n';
const EXIT_USAGE = 2;

const [verb, ...folders] = process.argv.slice(2);
if ((verb !== 'list' && verb !== 'replay') || folders.length === 0) {
  process.stderr.write(USAGE);
  process.exitCode = EXIT_USAGE;
} else {
  let count = 0;
  for (const spool of folders) count += await (verb === 'list' ? list : replay)(spool);
  process.stdout.write(verb === 'list' ? `${count} set aside\n` : `${count} put back\n`);
}

async function list(spool: string): Promise<number> {
  const found = await listQuarantined(spool);
  for (const one of found) process.stdout.write(`${JSON.stringify({ spool, ...one })}\n`);
  return found.length;
}

function replay(spool: string): Promise<number> {
  return putBack(spool);
}
