import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import got from 'got';
import { openPort } from './open-port.ts';
import type { OpenPort } from './open-port.ts';

const HOST = '127.0.0.1';
const BURST = 64;

let server: Server;
let opened: OpenPort | undefined;
beforeEach(() => (server = createServer((_request, response) => void response.end('{}'))));
afterEach(async () => {
  server.closeAllConnections();
  await opened?.close();
  opened = undefined;
});

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('a burst of connections is accepted in fewer turns of the event loop than it has connections', async () => {
  const { port } = (opened = await openPort(server, { port: 0, host: HOST }));
  let turns = 0;
  const turnOf: number[] = [];
  server.on('connection', () => void turnOf.push(turns));
  const sockets = Array.from({ length: BURST }, () => connect(port, HOST));
  for (; turnOf.length < BURST; turns += 1) await turn();
  expect(new Set(turnOf).size).toBeLessThan(BURST / 2);
  for (const socket of sockets) socket.destroy();
});

test('every connection is served, and closing waits for the answers under way', async () => {
  let release: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  server.removeAllListeners('request');
  server.on('request', (_request, response) => void gate.then(() => response.end('{}')));
  const own = await openPort(server, { port: 0, host: HOST });
  const url = `http://${HOST}:${own.port}`;
  const arrived = new Promise<void>((resolve) => {
    let count = 0;
    server.on('request', () => (count += 1) === BURST && resolve());
  });
  const answers = Array.from({ length: BURST }, () => got(url).json());
  await arrived;
  let isClosed = false;
  const closing = own.close().then(() => (isClosed = true));
  await turn();
  expect(isClosed).toBe(false);
  await expect(got(url, { retry: { limit: 0 } })).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  release();
  expect(await Promise.all(answers)).toHaveLength(BURST);
  server.closeIdleConnections();
  await closing;
});

test('a port that another server has is refused, also when that one shares its own', async () => {
  opened = await openPort(server, { port: 0, host: HOST });
  const second = openPort(createServer(), { port: opened.port, host: HOST });
  await expect(second).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
