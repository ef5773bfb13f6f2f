import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pickPorts } from './ports.ts';

let stateDir = '';

beforeEach(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'tollgate-ports-'));
});

afterEach(() => rm(stateDir, { recursive: true }));

const aListener = async (): Promise<{ server: Server; port: number }> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
};

test('a preferred port that is free is taken', async () => {
  const { server, port } = await aListener();
  server.close();
  await once(server, 'close');
  expect(await pickPorts(stateDir, { public: port })).toEqual({ public: port });
});

test('a port in use is passed over', async () => {
  const { server, port } = await aListener();
  const picked = await pickPorts(stateDir, { public: port, internal: port });
  expect(picked['public']).not.toBe(port);
  expect(picked['internal']).not.toBe(picked['public']);
  server.close();
});

test('a port that was picked is remembered', async () => {
  const { server, port } = await aListener();
  server.close();
  await once(server, 'close');
  await writeFile(join(stateDir, 'ports.json'), JSON.stringify({ public: port }));
  expect(await pickPorts(stateDir, { public: 0 })).toEqual({ public: port });
  const picked = await pickPorts(stateDir, { internal: 0 });
  const kept = JSON.parse(await readFile(join(stateDir, 'ports.json'), 'utf8'));
  expect(kept).toEqual({ public: port, ...picked });
});

test('a port that another process has picked and does not listen on yet is passed over', async () => {
  const module = JSON.stringify(join(import.meta.dirname, 'ports.ts'));
  const script = `console.log(await (await import(${module})).freePort())`;
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', script]);
  const port = Number(stdout);
  expect(port).toBeGreaterThan(0);
  const picked = await pickPorts(stateDir, { public: port, internal: port });
  expect(Object.values(picked)).not.toContain(port);
});
