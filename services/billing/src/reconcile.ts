import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { runCommand } from '@tollgate/db/command';
import { listChargesBetween } from './reservation.queries.ts';
import { compareUsage, readUsageLine } from './provider-usage.ts';
import type { Difference, UsageLine } from './provider-usage.ts';
import { connectReports } from './reports.ts';

const USAGE = `Compares what a provider says it served with what the ledger charged, and lists what only one of them knows.

  node services/billing/src/reconcile.ts --usage <file> --since <RFC 3339> [--until <RFC 3339>]

The file has one JSON object a line: {"at": "2026-11-21T10:00:00Z", "input_tokens": 12, "output_tokens": 34, "id": "..."}; input tokens
include cached ones, output tokens include those of reasoning. DATABASE_URL names the database, as the role tollgate_billing. Nothing is
changed. Exits 1 when there is a difference.
`;

await main();

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { usage: { type: 'string' }, since: { type: 'string' }, until: { type: 'string' } },
  });
  const { usage, since, until = new Date().toISOString() } = values;
  const url = process.env['DATABASE_URL'];
  if (usage === undefined || since === undefined || url === undefined) {
    process.stderr.write(USAGE);
    process.exitCode = 2;
    return;
  }
  const span = { since: new Date(since), until: new Date(until) };
  const served = (await readUsage(usage)).filter(({ at }) => at >= span.since && at < span.until);
  const db = connectReports(url);
  await runCommand(url, async () => {
    const charges = await listChargesBetween(db, span);
    const difference = compareUsage(served, charges);
    report(difference);
    process.exitCode = difference.uncharged.length + difference.unserved.length > 0 ? 1 : 0;
  });
  await db.destroy();
}

async function readUsage(path: string): Promise<UsageLine[]> {
  const lines: UsageLine[] = [];
  for await (const text of createInterface({ input: createReadStream(path) })) {
    if (text.trim() !== '') lines.push(readUsageLine(text, lines.length + 1));
  }
  return lines;
}

function report({ matched, uncharged, unserved }: Difference): void {
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  say(`${matched} answers of the provider are charged`);
  say(`${uncharged.length} answers of the provider are charged to nobody`);
  for (const { at, id, input, output } of uncharged) {
    say(`  ${at.toISOString()} ${input} in ${output} out ${id ?? ''}`.trimEnd());
  }
  say(`${unserved.length} charges have no answer of the provider`);
  for (const { opId, at, input, output } of unserved) {
    say(`  ${at.toISOString()} ${input} in ${output} out ${opId}`);
  }
}
