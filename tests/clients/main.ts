/**
 * `make test-clients`: clients as their users install them, from npm and PyPI, against a whole stack in front of the fake provider.
 * Prints a table of clients and features, and exits 1 when one fails. ONLY=<part of a name> tries some of them. A client that
 * cannot be installed counts as failed, but for those of Python where there is no Python.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { DEFAULT_STATE_DIR } from '@tollgate/deploy/local/paths';
import { FEATURES } from './client.ts';
import type { Client, Feature } from './client.ts';
import { CLAUDE_CODE } from './claude-code.ts';
import { codex } from './codex.ts';
import { OPENCODE } from './opencode.ts';
import { PYTHON_SDKS } from './python.ts';
import { openScene } from './scene.ts';
import type { Scene } from './scene.ts';

type Verdicts = Partial<Record<Feature, 'ok' | 'FAILED'>>;

const only = process.env['ONLY'] ?? '';
const faults: string[] = [];
const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function tryClient(client: Client, scene: Scene): Promise<Verdicts> {
  const verdicts: Verdicts = {};
  for (const feature of client.features) {
    try {
      await client.run(feature, scene);
      verdicts[feature] = 'ok';
    } catch (error) {
      verdicts[feature] = 'FAILED';
      faults.push(`${client.name}, ${feature}: ${messageOf(error)}`);
    }
    say(`${client.name}: ${feature} ${verdicts[feature]}`);
  }
  return verdicts;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function tableOf(rows: readonly [string, Verdicts][]): string {
  const width = Math.max(...rows.map(([name]) => name.length)) + 2;
  const line = (name: string, cells: readonly string[]): string =>
    name.padEnd(width) + cells.map((cell) => cell.padEnd(14)).join('');
  const body = rows.map(([name, verdicts]) =>
    line(
      name,
      FEATURES.map((feature) => verdicts[feature] ?? '-'),
    ),
  );
  return [line('client', FEATURES), ...body].join('\n');
}

const hasPython = await execa('python3', ['-m', 'venv', '--help']).then(
  () => true,
  () => false,
);
if (!hasPython) say('The SDKs of Python are left out: there is no python3 with venv.');
const clients = [codex, ...CLAUDE_CODE, ...OPENCODE, ...(hasPython ? PYTHON_SDKS : [])].filter(
  ({ name }) => name.toLowerCase().includes(only.toLowerCase()),
);
const folder = join(DEFAULT_STATE_DIR, 'clients');
await mkdir(folder, { recursive: true });
const installed: Client[] = [];
for (const client of clients) {
  say(`installing ${client.name}`);
  try {
    await client.install(folder);
    installed.push(client);
  } catch (error) {
    faults.push(`${client.name} is not to be had: ${messageOf(error).trim().split('\n').at(-1)}`);
  }
}
const scene = await openScene();
const rows: [string, Verdicts][] = [];
try {
  for (const client of installed) rows.push([client.name, await tryClient(client, scene)]);
} finally {
  await scene.stop();
}
say(`\n${tableOf(rows)}`);
for (const fault of faults) say(`\n${fault}`);
process.exitCode = faults.length > 0 ? 1 : 0;
