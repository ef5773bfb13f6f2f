import { randomInt } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import getPort, { portNumbers } from 'get-port';

// Below the ranges from which Linux and macOS draw the ports of outgoing connections: a server that
// is killed finds its port still free when it comes back.
const PORT_MIN = 12_000;
const PORT_MAX = 30_000;
const PORT_SPAN = 500;

const free = (preferred: number[], taken: Set<number>): Promise<number> => {
  const start = randomInt(PORT_MIN, PORT_MAX - PORT_SPAN);
  return getPort({
    port: [...preferred, ...portNumbers(start, start + PORT_SPAN)],
    exclude: taken,
  });
};

/** A port that nothing listens on at this moment. */
export const freePort = (): Promise<number> => free([], new Set());

/**
 * Picks a free port for every name: the one remembered in `ports.json` of the state folder, else the
 * preferred one (0 means none), else any. What was picked is remembered.
 */
export const pickPorts = async (
  stateDir: string,
  preferred: Record<string, number>,
): Promise<Record<string, number>> => {
  const file = join(stateDir, 'ports.json');
  const remembered: Record<string, number> = await readFile(file, 'utf8').then(
    JSON.parse,
    () => ({}),
  );
  const ports: Record<string, number> = {};
  const taken = new Set<number>();
  for (const [name, wish] of Object.entries(preferred)) {
    const wishes = [remembered[name] ?? 0, wish].filter((port) => port > 0 && !taken.has(port));
    const port = await free(wishes, taken);
    ports[name] = port;
    taken.add(port);
  }
  await writeFile(file, JSON.stringify({ ...remembered, ...ports }, null, 2));
  return ports;
};
