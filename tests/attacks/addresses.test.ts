import { createServer } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  FETCHED_BYTES_MAX,
  OWNER_BYTES_MAX,
  OWNER_REQUESTS_MAX,
  REQUESTS_MAX,
  createMediaFetcher,
} from '@tollgate/providers/engine/media-fetcher';
import type { MediaFetcher } from '@tollgate/providers/engine/media-fetcher';
import { eventually } from '../support/eventually.ts';

const PNG = Buffer.from('\x89PNG\r\n\x1a\n0000', 'latin1');
const LARGE = Buffer.concat([PNG], FETCHED_BYTES_MAX);
/** A byte each so many milliseconds, so that no server looks dead. */
const DRIP_MS = 20;

let server: Server;
let origin = '';
let fetcher: MediaFetcher;
let dripping = 0;

/** Sends a byte now and then for ever. */
function drip(reply: ServerResponse): void {
  dripping += 1;
  const timer = setInterval(() => reply.write('x'), DRIP_MS);
  reply.once('close', () => {
    dripping -= 1;
    clearInterval(timer);
  });
}

beforeEach(async () => {
  server = createServer((request, reply) => {
    if (request.url === '/drip') drip(reply);
    else reply.end(request.url === '/large' ? LARGE : PNG);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
  fetcher = createMediaFetcher({ isOn: true, allowed: new Set([`127.0.0.1:${port}`]) });
});
afterEach(async () => {
  fetcher.close();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

const get = (owner: string, path: string, request = {}): Promise<unknown> =>
  fetcher.run(owner, (session) => session.fetch(origin + path), request);

/** Fetches that go on until their caller leaves. */
function attack(owner: string, count: number): { leave(): void; ended: Promise<unknown> } {
  const gone = new AbortController();
  const all = Array.from({ length: count }, () => get(owner, '/drip', { gone: gone.signal }));
  return { leave: () => gone.abort(), ended: Promise.allSettled(all) };
}

test('C43 a tenant whose hosts drip keeps its own share, and everybody else is served at once', async () => {
  const greedy = attack('greedy', OWNER_REQUESTS_MAX);
  await eventually(() => dripping === OWNER_REQUESTS_MAX);
  await expect(get('greedy', '/png')).rejects.toMatchObject({ busy: true });
  const others = Array.from({ length: REQUESTS_MAX - OWNER_REQUESTS_MAX }, (_, at) =>
    get(`other ${at}`, '/png'),
  );
  await expect(Promise.all(others)).resolves.toHaveLength(others.length);
  expect(dripping).toBe(OWNER_REQUESTS_MAX);
  greedy.leave();
  await greedy.ended;
});

test('C43 the last places go to tenants who have none', async () => {
  const first = ['a', 'b', 'c'].map((owner) => attack(owner, OWNER_REQUESTS_MAX));
  await eventually(() => dripping === 3 * OWNER_REQUESTS_MAX);
  const fourth = attack('d', OWNER_REQUESTS_MAX);
  await eventually(() => dripping === 3 * OWNER_REQUESTS_MAX + 1);
  await expect(get('e', '/png')).resolves.toMatchObject({ type: 'image/png' });
  for (const one of [...first, fourth]) one.leave();
  await Promise.all([...first, fourth].map(({ ended }) => ended));
});

test('C43 a caller who leaves keeps no place', async () => {
  const left = attack('hasty', OWNER_REQUESTS_MAX);
  await eventually(() => dripping === OWNER_REQUESTS_MAX);
  left.leave();
  await left.ended;
  await expect(get('hasty', '/png')).resolves.toMatchObject({ type: 'image/png' });
  await eventually(() => dripping === 0);
});

test('C43 calls that hold large files fill the share of their tenant and no more', async () => {
  const kept: (() => void)[] = [];
  const keep = (giveBack: () => void): void => void kept.push(giveBack);
  const whole = Math.floor(OWNER_BYTES_MAX / FETCHED_BYTES_MAX);
  for (let at = 0; at < whole; at += 1) await get('greedy', '/large', { keep });
  await expect(get('greedy', '/large', { keep })).rejects.toMatchObject({ busy: true });
  expect(kept).toHaveLength(whole);
  await expect(get('other', '/large')).resolves.toMatchObject({ type: 'image/png' });
  kept[0]?.();
  kept[0]?.();
  await expect(get('greedy', '/large', { keep })).resolves.toMatchObject({ type: 'image/png' });
  for (const giveBack of kept) giveBack();
});
