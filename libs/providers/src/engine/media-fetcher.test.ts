import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGuardedLookup, isPublicAddress } from './address-guard.ts';
import { FETCHED_BYTES_MAX, FETCHES_MAX, createMediaFetcher } from './media-fetcher.ts';
import type { MediaFetcher } from './media-fetcher.ts';

const PNG = Buffer.from('\x89PNG\r\n\x1a\n0000', 'latin1');
let server: Server;
let origin = '';
let asked: IncomingMessage[] = [];
let fetcher: MediaFetcher;

const ANSWERS: Record<string, (reply: ServerResponse) => void> = {
  '/png': (reply) => reply.setHeader('content-type', 'text/html').end(PNG),
  '/gif': (reply) => reply.end('GIF89a..'),
  '/jpeg': (reply) => reply.end(Buffer.from([0xff, 0xd8, 0xff, 0xe0])),
  '/webp': (reply) => reply.end('RIFF0000WEBP'),
  '/pdf': (reply) => reply.end('%PDF-1.7 x'),
  '/text': (reply) => reply.end('Größe'),
  '/zip': (reply) => reply.end(Buffer.from([0x50, 0x4b, 0, 0xff, 0xfe])),
  '/moved': (reply) => reply.writeHead(302, { location: '/png' }).end(),
  '/round': (reply) => reply.writeHead(302, { location: '/round' }).end(),
  '/inside': (reply) => reply.writeHead(302, { location: 'https://10.0.0.1/x' }).end(),
  '/metadata': (reply) => reply.writeHead(301, { location: 'http://169.254.169.254/' }).end(),
  '/gone': (reply) => reply.writeHead(404).end(PNG),
  '/endless': (reply) => {
    const chunk = Buffer.alloc(1_048_576);
    const more = (): void => {
      while (!reply.destroyed && reply.write(chunk));
      reply.once('drain', more);
    };
    more();
  },
};

beforeAll(async () => {
  server = createServer((request, reply) => {
    asked.push(request);
    ANSWERS[request.url ?? '']?.(reply);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
  fetcher = createMediaFetcher({ isOn: true, allowed: new Set([`127.0.0.1:${port}`]) });
});
beforeEach(() => {
  asked = [];
});
afterAll(() => {
  fetcher.close();
  server.closeAllConnections();
  server.close();
});

const fetched = (url: string) => fetcher.run('owner', (session) => session.fetch(url));

test.each([
  ['/png', 'image/png'],
  ['/gif', 'image/gif'],
  ['/jpeg', 'image/jpeg'],
  ['/webp', 'image/webp'],
  ['/pdf', 'application/pdf'],
  ['/text', 'text/plain'],
  ['/zip', 'application/octet-stream'],
  ['/moved', 'image/png'],
])('what %s serves is %s by its content', async (path, type) => {
  expect((await fetched(origin + path)).type).toBe(type);
  expect(asked[0]?.headers).toMatchObject({ 'accept-encoding': 'identity' });
  expect(Object.keys(asked[0]?.headers ?? {})).not.toContain('authorization');
});

test.each([
  ['/gone', 'the server answered 404'],
  ['/round', 'the server redirects more than 3 times'],
  ['/endless', 'the files of a request are larger than 20 MiB'],
  ['/inside', 'only public https addresses at the ports 443 and 8443 are fetched'],
  ['/metadata', 'only public https addresses at the ports 443 and 8443 are fetched'],
])('what %s serves is refused', async (path, words) => {
  await expect(fetched(origin + path)).rejects.toThrow(words);
});

describe('what lies inside', () => {
  test.each([
    'http://127.0.0.1/x.png',
    'https://127.0.0.1/x.png',
    'https://[::1]/x.png',
    'https://[::ffff:10.0.0.1]/x.png',
    'https://169.254.169.254/latest/meta-data',
    'https://10.0.0.1/',
    'https://0x7f.1/',
    'https://localhost/',
    'https://billing/',
    'https://db.internal/',
    'https://example.com:22/',
    'https://user:secret@example.com/',
    'http://example.com/x.png',
    'gopher://example.com/',
    'file:///etc/passwd',
  ])('C42 is not fetched at %s', async (url) => {
    expect(() => fetcher.assertPublic(url)).toThrow();
    await expect(fetched(url)).rejects.toThrow(/public https|user name/u);
    expect(asked).toEqual([]);
  });

  test('C42 is not fetched by a name that leads inside, which reads like one that does not exist', async () => {
    const inside = createGuardedLookup({
      resolve: (name, _, done) =>
        name === 'none.example.com'
          ? done(Object.assign(new Error('no name'), { code: 'ENOTFOUND' }), [])
          : done(null, [{ address: '10.0.0.1', family: 4 }]),
      isPublic: isPublicAddress,
    });
    const guarded = createMediaFetcher({ isOn: true, lookup: inside });
    for (const name of ['inside.example.com', 'none.example.com']) {
      const work = guarded.run('o', (session) => session.fetch(`https://${name}/x.png`));
      await expect(work).rejects.toThrow('the address cannot be reached from here');
    }
    guarded.close();
  });
});

describe('memory', () => {
  test('C43 is not filled with more addresses than a request may name', async () => {
    const all = fetcher.run('owner', async (session) => {
      for (let at = 0; at <= FETCHES_MAX; at += 1) await session.fetch(`${origin}/png`);
    });
    await expect(all).rejects.toThrow('a request may name 20 addresses at most');
    expect(asked).toHaveLength(FETCHES_MAX);
  });

  test('C43 is not filled with files that are too large together', async () => {
    const half = Buffer.alloc(FETCHED_BYTES_MAX / 2 + 1);
    ANSWERS['/half'] = (reply) => reply.end(half);
    const both = fetcher.run('owner', async (session) => {
      await session.fetch(`${origin}/half`);
      await session.fetch(`${origin}/half`);
    });
    await expect(both).rejects.toThrow('the files of a request are larger than 20 MiB');
  });

  test('C43 is not filled with many requests at one time, and others are still served', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((done) => {
      release = done;
    });
    const first = [1, 2].map(() => fetcher.run('greedy', () => held));
    await expect(fetcher.run('greedy', () => held)).rejects.toMatchObject({ busy: true });
    expect((await fetched(`${origin}/png`)).type).toBe('image/png');
    release();
    await Promise.all(first);
    await expect(fetcher.run('greedy', () => Promise.resolve(1))).resolves.toBe(1);
  });
});
