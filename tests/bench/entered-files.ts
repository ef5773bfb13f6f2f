/**
 * Loaded before a service (`node --import`): answers on a port how often each function of this work
 * tree was called since the last question, by file and place. The port is written to the file that
 * `ENTERED_FILES_PORT` names.
 */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { Session } from 'node:inspector/promises';
import type { AddressInfo } from 'node:net';
import { isAbsolute, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const portFile = process.env['ENTERED_FILES_PORT'];

/** Whether a script is a file of this work tree that somebody wrote for production. */
const isOurs = (path: string): boolean =>
  !path.startsWith('..') && !isAbsolute(path) && !/node_modules|^tests\//.test(path);

if (portFile !== undefined) {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const server = createServer((_request, response) => {
    void session.post('Profiler.takePreciseCoverage').then(({ result }) => {
      const calls = result
        .filter(({ url }) => url.startsWith('file:'))
        .map(({ url, functions }) => ({ path: relative(ROOT, fileURLToPath(url)), functions }))
        .filter(({ path }) => isOurs(path))
        .flatMap(({ path, functions }) => functions.flatMap((one) => callsOf(path, one)));
      response.end(JSON.stringify(Object.fromEntries(calls)));
    });
  });
  server.listen(0, '127.0.0.1', () => {
    writeFileSync(portFile, String((server.address() as AddressInfo).port));
  });
  server.unref();
}

/**
 * The calls of one function. V8 starts to count anew with each question, so a module that was only
 * loaded before it has none.
 */
function callsOf(path: string, { ranges }: { ranges: readonly Range[] }): [string, number][] {
  const [{ startOffset, count } = { startOffset: 0, count: 0 }] = ranges;
  return count === 0 ? [] : [[`${path}#${startOffset}`, count]];
}

interface Range {
  startOffset: number;
  count: number;
}
