import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { probe } from './probe.ts';

test('the process says where it listens, and stops on SIGTERM', async () => {
  const main = fileURLToPath(new URL('main.ts', import.meta.url));
  const child = spawn(process.execPath, [main, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const { msg, url } = JSON.parse(line.toString()) as { msg: string; url: string };
  expect(msg).toBe('listening');
  expect((await probe(url, { method: 'GET', path: '/v1/models' })).status).toBe(200);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});
