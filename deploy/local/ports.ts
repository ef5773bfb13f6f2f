import { randomInt, randomUUID } from 'node:crypto';
import { mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import getPort, { portNumbers } from 'get-port';

// Below the ranges from which Linux and macOS draw the ports of outgoing connections: a server that
// is killed finds its port still free when it comes back.
const PORT_MIN = 12_000;
const PORT_MAX = 30_000;
const PORT_SPAN = 500;

/**
 * Long enough for a process to listen on the port that was picked for it, and to come back to the
 * port after a crash.
 */
const CLAIM_MS = 600_000;
const CLAIM_ATTEMPTS_MAX = 50;
/**
 * A stack picks about a dozen ports at once; looking through all claims for each of them would cost
 * more than the picking.
 */
const DROP_EVERY_MS = 60_000;

// Whatever TMPDIR says: runs with temporary folders of their own pick from the same ports.
const claimsDir = join('/tmp', `tollgate-claimed-ports-${userInfo().uid}`);

let droppedAt = -Infinity;

async function dropOldClaims(): Promise<void> {
  if (Date.now() - droppedAt < DROP_EVERY_MS) return;
  droppedAt = Date.now();
  for (const name of await readdir(claimsDir)) {
    const file = join(claimsDir, name);
    const claim = await stat(file).catch(() => null);
    if (claim !== null && Date.now() - claim.mtimeMs > CLAIM_MS) await rm(file, { force: true });
  }
}

/**
 * Other stacks pick ports between the pick and the listening: a port belongs to the stack that
 * writes its file first.
 */
async function claim(port: number, owner: string): Promise<boolean> {
  const file = join(claimsDir, String(port));
  try {
    await writeFile(file, owner, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return (await readFile(file, 'utf8').catch(() => '')) === owner;
  }
}

async function free(preferred: number[], owner: string): Promise<number> {
  await mkdir(claimsDir, { recursive: true });
  await dropOldClaims();
  const refused = new Set<number>();
  for (let attempt = 0; attempt < CLAIM_ATTEMPTS_MAX; attempt += 1) {
    const start = randomInt(PORT_MIN, PORT_MAX - PORT_SPAN);
    const port = await getPort({
      port: [...preferred, ...portNumbers(start, start + PORT_SPAN)],
      exclude: refused,
    });
    if (await claim(port, owner)) return port;
    refused.add(port);
  }
  throw new Error(`no free port between ${PORT_MIN} and ${PORT_MAX} that nobody else has claimed`);
}

/**
 * A port that nothing listens on at this moment, and that no other stack of this user has picked of
 * late.
 */
export const freePort = (): Promise<number> => free([], randomUUID());

/**
 * Picks a free port for every name: the one remembered in `ports.json` of the state folder, else
 * the preferred one (0 means none), else any. What was picked is remembered.
 */
export async function pickPorts(
  stateDir: string,
  preferred: Record<string, number>,
): Promise<Record<string, number>> {
  const file = join(stateDir, 'ports.json');
  const remembered: Record<string, number> = await readFile(file, 'utf8').then(
    JSON.parse,
    () => ({}),
  );
  const ports: Record<string, number> = {};
  for (const [name, wish] of Object.entries(preferred)) {
    const wishes = [remembered[name] ?? 0, wish].filter((port) => port > 0);
    const port = await free(wishes, `${stateDir} ${name}`);
    ports[name] = port;
  }
  await writeFile(file, JSON.stringify({ ...remembered, ...ports }, null, 2));
  return ports;
}
