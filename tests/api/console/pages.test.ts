import { generateKeyPairSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { createHealth } from '@tollgate/http/health';
import { listen } from '@tollgate/http/listen';
import { createServiceTokenSigner, createServiceTokenVerifier } from '@tollgate/http/service-token';
import { createLogger } from '@tollgate/runtime/logger';
import { execa } from 'execa';
import got from 'got';
import { createConsoleApp } from '../../../services/console/src/app.ts';
import { readBuilds } from '../../../services/console/src/builds.ts';
import { ROOT } from '../../tidy/source-files.ts';

/** JavaScript and CSS of the first load, gzipped. */
const FIRST_LOAD_BYTES_MAX = 150 * 1024;
const BUILD_MS = 120_000;
const DIST = join(ROOT, 'services/console/dist');

type Plane = 'public' | 'internal' | 'none';
interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}
let send: (path: string, headers?: Record<string, string>, plane?: Plane) => Promise<Answer>;
let stop: () => Promise<void>;

beforeAll(async () => {
  await execa(process.execPath, ['services/console/build.ts'], { cwd: ROOT });
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const named = { kid: 'edge', alg: 'EdDSA' };
  const jwk = { ...privateKey.export({ format: 'jwk' }), ...named };
  const trust = { keys: [{ ...publicKey.export({ format: 'jwk' }), ...named }] };
  const signer = await createServiceTokenSigner(JSON.stringify(jwk));
  const logger = createLogger('console', 'error', { write: () => undefined });
  const health = createHealth([]);
  const verifier = createServiceTokenVerifier(JSON.stringify(trust), 'console');
  const app = createConsoleApp({ builds: await readBuilds(), verifier, health, logger });
  const listening = await listen(app, { port: 0, host: '127.0.0.1', logger });
  stop = () => listening.close();
  send = async (path, headers = {}, plane = 'public') => {
    const token = plane === 'none' ? '' : await signer.sign('console', { plane });
    const answer = await got(`http://127.0.0.1:${listening.port}${path}`, {
      headers: { 'x-internal-token': token, 'accept-encoding': 'identity', ...headers },
      responseType: 'buffer',
      decompress: false,
      throwHttpErrors: false,
      retry: { limit: 0 },
    });
    return { status: answer.statusCode, headers: answer.headers, body: Buffer.from(answer.body) };
  };
}, BUILD_MS);
afterAll(() => stop());

const scriptOf = (page: Answer): string =>
  /src="([^"]+\.js)"/.exec(page.body.toString())?.[1] ?? 'none';

describe('the users’ console', () => {
  test.each(['/console', '/console/', '/console/keys', '/console/requests/req_1'])(
    '%s is the first page, which is asked for each time and belongs into nobody’s frame',
    async (path) => {
      const { status, headers, body } = await send(path);
      expect([status, headers['cache-control']]).toEqual([200, 'no-cache']);
      expect(body.toString()).toContain('<div id="root">');
      const policy = String(headers['content-security-policy']);
      expect(policy).not.toContain('unsafe');
      for (const rule of ["form-action 'none'", "frame-ancestors 'none'", "connect-src 'self'"]) {
        expect(policy).toContain(rule);
      }
    },
  );

  test('a file has a name of its own content, is kept for a year, and comes compressed', async () => {
    const script = scriptOf(await send('/console'));
    const plain = await send(script);
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const small = await send(script, { 'accept-encoding': 'gzip, br' });
    expect(small.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(small.body).equals(plain.body)).toBe(true);
    const older = await send(script, { 'accept-encoding': 'gzip, br;q=0' });
    expect(older.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(older.body).equals(plain.body)).toBe(true);
  });

  test('what a browser has already is not sent again', async () => {
    const first = await send('/console');
    const again = await send('/console', { 'if-none-match': String(first.headers['etag']) });
    expect([again.status, again.body.length]).toEqual([304, 0]);
  });

  test.each(['/console/assets/gone-1a2b3c.js', '/console/manifest.json', '/console/index.html.br'])(
    'there is nothing at %s',
    async (path) => expect((await send(path)).status).toBe(404),
  );
});

describe('the administrators’ console', () => {
  test('is answered through the internal listener only', async () => {
    const paths = ['/console/platform', '/console/platform/', '/console/platform/users'];
    for (const path of paths) {
      expect([path, (await send(path, {}, 'internal')).status]).toEqual([path, 200]);
      expect([path, (await send(path, {}, 'public')).status]).toEqual([path, 404]);
    }
    const reader = await send('/console/platform', { accept: 'text/html,*/*' }, 'public');
    expect([reader.status, reader.headers['content-type']]).toEqual([
      404,
      'text/html; charset=utf-8',
    ]);
    expect(reader.body.toString()).toContain('href="/console"');
    const script = scriptOf(await send('/console/platform', {}, 'internal'));
    expect(script).toMatch(/^\/console\/platform\/assets\//);
    expect((await send(script, {}, 'internal')).status).toBe(200);
    expect((await send(script)).status).toBe(404);
  });
});

test('nobody is answered without the edge', async () => {
  expect((await send('/console', {}, 'none')).status).toBe(404);
});

interface Chunk {
  file: string;
  isEntry?: boolean;
  isDynamicEntry?: boolean;
  imports?: string[];
  css?: string[];
}

/** The first page of each console, which is loaded with the entry. */
const FIRST = { users: 'routes/home.tsx', platform: 'routes/overview.tsx' } as const;
type ConsoleName = keyof typeof FIRST;
const CONSOLES: readonly ConsoleName[] = ['users', 'platform'];

/** What the build made of each module. */
const manifestOf = async (name: ConsoleName): Promise<Record<string, Chunk>> =>
  JSON.parse(await readFile(join(DIST, name, 'manifest.json'), 'utf8')) as Record<string, Chunk>;

/** The files that a browser loads for modules, JavaScript and CSS. */
function filesOf(manifest: Record<string, Chunk>, modules: readonly string[]): Set<string> {
  const loaded = new Set<string>();
  const load = (key: string): void => {
    const { file, imports = [], css = [] } = manifest[key] ?? { file: '' };
    if (loaded.has(file)) return;
    for (const one of [file, ...css]) loaded.add(one);
    for (const one of imports) load(one);
  };
  for (const one of modules) load(one);
  return loaded;
}

test.each(CONSOLES)(
  'the first load of %s has 150 KB at most, JavaScript and CSS gzipped',
  async (name) => {
    const manifest = await manifestOf(name);
    const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry === true);
    expect(entries).toEqual(['index.html']);
    const loaded = filesOf(manifest, [...entries, FIRST[name]]);
    const sizes = await Promise.all(
      [...loaded].map(async (file) => gzipSync(await readFile(join(DIST, name, file))).length),
    );
    const sum = sizes.reduce((total, size) => total + size, 0);
    expect(sum).toBeGreaterThan(50_000);
    expect(sum).toBeLessThanOrEqual(FIRST_LOAD_BYTES_MAX);
  },
);

test.each(CONSOLES)('the code of each page of %s is loaded with the page', async (name) => {
  const manifest = await manifestOf(name);
  const first = filesOf(manifest, ['index.html', FIRST[name]]);
  const pages = Object.entries(manifest).filter(
    ([key, { isDynamicEntry }]) =>
      key.startsWith('routes/') && isDynamicEntry === true && key !== FIRST[name],
  );
  expect(pages.length).toBeGreaterThan(10);
  expect(pages.filter(([, { file }]) => first.has(file))).toEqual([]);
});
