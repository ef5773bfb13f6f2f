/**
 * `make ledger-reference`: migrates an empty database and writes down what the ledger consists of
 * there, for the verifier to compare with. Does nothing while the sources are those of the existing
 * reference.
 */
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectDatabase, row, rows } from '@tollgate/db/connect';
import { checksumOf, readRepeatables } from '@tollgate/db/repeatable';
import { removeStateDir } from '@tollgate/deploy/local/paths';
import { startStack } from '@tollgate/deploy/local/stack';
import {
  DESCRIBE_LEDGER,
  REFERENCE_FILE,
  SERVER_MAJOR,
} from '../../../services/billing/src/invariants/code-description.ts';
import type { LedgerReference } from '../../../services/billing/src/invariants/code-description.ts';
import { digestOfSources } from './sources.ts';

const sources = digestOfSources();
const before = await readFile(REFERENCE_FILE, 'utf8').catch(() => '');
if (!before.startsWith(`{\n  "sources": "${sources}"`) || !isJson(before)) await write();

/** Two versions that git has put together line by line are none. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

async function write(): Promise<void> {
  const stateDir = await mkdtemp(join(tmpdir(), 'tollgate-ledger-reference-'));
  const log = (): void => undefined;
  const redisUrl = process.env['REDIS_URL'];
  const stack = await startStack({ stateDir, redisUrl, services: [], durable: false, log });
  const url = stack.connections.databaseUrl;
  const owner = connectDatabase({ url, applicationName: 'ledger-reference' });
  try {
    const found = await rows<{ object: string; sha: string }>(owner, DESCRIBE_LEDGER);
    const server = await row<{ major: number }>(owner, `select ${SERVER_MAJOR} as major`);
    const sorted = found.toSorted((a, b) => (a.object < b.object ? -1 : 1));
    const reference: LedgerReference = {
      sources,
      server: server?.major ?? 0,
      repeatables: Object.fromEntries(
        readRepeatables().map((file) => [file.path, checksumOf(file)]),
      ),
      objects: Object.fromEntries(sorted.map(({ object, sha }) => [object, sha])),
    };
    await writeFile(REFERENCE_FILE, `${JSON.stringify(reference, null, 2)}\n`);
    process.stdout.write('wrote services/billing/src/ledger-reference.json\n');
  } finally {
    await owner.destroy();
    await stack.stop();
    await removeStateDir(stateDir);
  }
}
