/**
 * `make test-clients`: clients as their users install them, from npm and PyPI, against a whole
 * stack in front of the fake provider. Prints one line for each case and ends with 1 when one
 * failed, or when none passed. ONLY=<regular expression> tries some of them. LATEST=1 takes the
 * newest versions instead of those of `versions.json`, and tries what fails with the pinned version
 * as well. A client that cannot be had on this machine is skipped, with the reason. Behind the line
 * of a case stand the calls that it is listed for in the page of what is reached.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFAULT_STATE_DIR } from '@tollgate/deploy/local/paths';
import type { Case, Client } from './client.ts';
import { CLIENTS } from './clients.ts';
import { installed } from './install.ts';
import { callsOf } from './calls.ts';
import { openScene } from './scene.ts';
import type { Scene } from './scene.ts';
import { newestVersions, PINNED } from './versions.ts';
import type { Versions } from './versions.ts';

/** A client with the cases of it that were asked for. */
interface Wanted {
  client: Client;
  cases: readonly Case[];
}

const FOLDER = join(DEFAULT_STATE_DIR, 'clients');
const REASON_CHARACTERS = 200;

const only = new RegExp(process.env['ONLY'] ?? '', 'iu');
const isLatest = (process.env['LATEST'] ?? '') !== '';
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

const counts = { passed: 0, failed: 0, skipped: 0 };
const faults: string[] = [];

/** What to look for in `ONLY`, and the words that begin a line. */
function titleOf(client: Client, { model, feature }: Case): string {
  return `${client.name}, ${model}, ${feature}`;
}

function listWanted(): Wanted[] {
  return CLIENTS.map((client) => ({
    client,
    cases: client.cases.filter((one) => only.test(titleOf(client, one))),
  })).filter(({ cases }) => cases.length > 0);
}

/** `1.0.0`, or `1.0.0 -> 1.1.0` where the version that runs is not the pinned one. */
function versionText({ packages: [name] }: Client, versions: Versions): string {
  const [pinned, used] = [PINNED[name], versions[name]];
  return pinned === used ? `${pinned}` : `${pinned} -> ${used}`;
}

/** Why a case failed; undefined when it passed. */
async function faultOf(
  client: Client,
  asked: Case,
  at: { scene: Scene; home: string },
): Promise<string | undefined> {
  const since = new Date();
  try {
    await client.run(asked, at);
    for (const line of await callsOf(client, asked, { scene: at.scene, since })) say(line);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

/** Whether a new release broke what the pinned one does, in words. */
async function comparedWithPinned(client: Client, asked: Case, scene: Scene): Promise<string> {
  try {
    const home = await installed(client, FOLDER, PINNED);
    const fault = await faultOf(client, asked, { scene, home });
    return fault === undefined
      ? 'the pinned version passes: the new release breaks it'
      : 'the pinned version fails as well';
  } catch {
    return 'the pinned version cannot be installed';
  }
}

async function tryClient(
  { client, cases }: Wanted,
  { scene, home, versions }: { scene: Scene; home: string; versions: Versions },
): Promise<void> {
  const version = versionText(client, versions);
  const isNew = client.packages.some((name) => PINNED[name] !== versions[name]);
  for (const asked of cases) {
    const line = `${client.name}  ${version}  ${scene.models[asked.model]}  ${asked.feature}`;
    const fault = await faultOf(client, asked, { scene, home });
    if (fault === undefined) {
      counts.passed += 1;
      say(`${line}  passed`);
      continue;
    }
    counts.failed += 1;
    const compared = isNew ? ` (${await comparedWithPinned(client, asked, scene)})` : '';
    say(`${line}  FAILED${compared}`);
    faults.push(`${line}${compared}\n${fault}`);
  }
}

/**
 * The folder of an installed client; undefined, with a loud line for each case, when it cannot be
 * had.
 */
async function homeOf({ client, cases }: Wanted, versions: Versions): Promise<string | undefined> {
  try {
    return await installed(client, FOLDER, versions);
  } catch (error) {
    const reason = messageOf(error).trim().split('\n').at(-1)?.slice(0, REASON_CHARACTERS);
    for (const asked of cases) {
      counts.skipped += 1;
      const title = `${client.name}  ${versionText(client, versions)}  ${asked.model}`;
      say(`${title}  ${asked.feature}  SKIPPED: it cannot be had on this machine: ${reason}`);
    }
    return undefined;
  }
}

const wanted = listWanted();
const names = [...new Set(wanted.flatMap(({ client }) => client.packages))];
const versions = isLatest ? await newestVersions(names) : PINNED;
await mkdir(FOLDER, { recursive: true });
const ready: (Wanted & { home: string })[] = [];
for (const one of wanted) {
  const home = await homeOf(one, versions);
  if (home !== undefined) ready.push({ ...one, home });
}
if (ready.length > 0) {
  const scene = await openScene();
  try {
    for (const one of ready) await tryClient(one, { scene, home: one.home, versions });
  } finally {
    await scene.stop();
  }
}
for (const fault of faults) say(`\n${fault}`);
const skipped = counts.skipped === 0 ? '' : `, ${counts.skipped} skipped`;
say(`\n${counts.passed} passed, ${counts.failed} failed${skipped}`);
process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0;
