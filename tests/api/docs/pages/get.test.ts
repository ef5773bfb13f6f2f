import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { loadSections, searchSections } from '../../../../services/docs/src/page-search.ts';
import { someDocs } from '../support/docs.ts';
import type { RunningDocs } from '../support/docs.ts';
import { crawl } from '../support/links.ts';
import { FIRST_PAGES } from '../support/searches.ts';

const CONTENT = join(import.meta.dirname, '../../../../services/docs/content');
const NAMES = readdirSync(CONTENT).map((file) => file.replace(/\.md$/, ''));
const EDIT_URL = 'https://git.example.com/tollgate/edit/';
let docs: RunningDocs;

beforeAll(async () => {
  docs = await someDocs();
});
afterAll(() => docs.drop());

const BROWSER = { accept: 'text/html,application/xhtml+xml' };
const see = (path: string, headers: Record<string, string> = {}) =>
  docs.send('GET', path, { headers: { ...BROWSER, ...headers } });

describe('GET /docs/{page} answers 200', () => {
  test.each(NAMES)('%s is Markdown for programs and a page for browsers', async (name) => {
    const plain = await docs.send('GET', `/docs/${name}`);
    expect(plain.headers['content-type']).toMatch(/^text\/markdown/);
    expect(plain.text).toMatch(/^# /);
    const named = await see(`/docs/${name}.md`);
    expect(named.text).toBe(plain.text);
    const page = await see(`/docs/${name}`);
    expect([page.headers['content-type'], page.headers['vary']]).toEqual([
      expect.stringMatching(/^text\/html/),
      expect.stringMatching(/accept/i),
    ]);
    expect(page.text).toMatch(/<h1[ >]/);
    // A page may lead to a vendor's documentation, but loads nothing from elsewhere.
    expect(page.text).not.toMatch(/src="https?:|<link[^>]+href="https?:/);
    const current = name === 'index' ? '/docs' : `/docs/${name}`;
    expect(page.text).toContain(`<a href="${current}" aria-current="page">`);
    for (const tool of [`/docs/${name}.md`, `/docs/edit/${name}`]) {
      expect(page.text).toContain(`href="${tool}"`);
    }
  });

  test.each(['public', 'internal'] as const)(
    'no link of the %s listener leads nowhere, and no page has a script or a style of its own',
    async (plane) => {
      const { pages, dead } = await crawl(docs, plane);
      expect(dead).toEqual([]);
      expect(pages.size).toBeGreaterThan(80);
      for (const [path, { text }] of pages) {
        expect([path, /\sstyle=|<style|\son\w+="|<script>|javascript:/.exec(text)]).toEqual([
          path,
          null,
        ]);
      }
      const isInside = (path: string): boolean => path.startsWith('/api/docs/platform-');
      expect([...pages.keys()].some(isInside)).toBe(plane === 'internal');
    },
  );

  test('the policy allows what this service serves, and nothing of a document', async () => {
    for (const path of ['/', '/docs', '/docs/errors', '/docs/nothing', '/api/docs', '/llms.txt']) {
      const { headers } = await see(path);
      const policy = String(headers['content-security-policy']);
      expect(policy).toMatch(/default-src 'none'.*script-src 'self'; style-src 'self';/);
      expect(policy).not.toMatch(/unsafe|https?:|\*/);
      expect(headers['x-frame-options']).toBe('DENY');
    }
  });

  test('what a browser has already is not sent again, and files are kept for a year', async () => {
    const page = await see('/docs/errors');
    expect(page.headers['cache-control']).toBe('no-cache');
    const again = await see('/docs/errors', { 'if-none-match': String(page.headers['etag']) });
    expect([again.status, again.text]).toEqual([304, '']);
    const [, script = ''] = /src="(\/docs\/assets\/main[^"]+)"/.exec(page.text) ?? [];
    const file = await see(script);
    expect([file.status, file.headers['cache-control']]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ]);
  });

  test('the root is a page for people, and words for programs', async () => {
    for (const plane of ['public', 'internal'] as const) {
      const { text } = await docs.send('GET', '/', { plane, headers: BROWSER });
      for (const link of ['/docs/quick-start', '/docs', '/api/docs', '/console', '/llms.txt']) {
        expect(text).toContain(`href="${link}"`);
      }
      expect(text.includes('href="/console/platform"')).toBe(plane === 'internal');
    }
    const plain = await docs.send('GET', '/');
    expect(plain.text).toContain('/docs/quick-start');
    expect(plain.text).not.toContain('<');
  });

  test('/docs is the first page, with a slash at its end too', async () => {
    for (const path of ['/docs/', '/api/docs/']) expect((await see(path)).status).toBe(200);
    expect((await docs.send('GET', '/docs')).text).toBe(
      (await docs.send('GET', '/docs/index.md')).text,
    );
  });

  test('llms.txt names every page, and llms-full.txt has them all', async () => {
    const list = await docs.send('GET', '/llms.txt');
    expect([list.status, list.headers['content-type']]).toEqual([
      200,
      expect.stringMatching(/^text\/plain/),
    ]);
    const whole = await docs.send('GET', '/llms-full.txt');
    for (const name of NAMES) {
      if (name !== 'index') expect(list.text).toContain(`(/docs/${name}.md)`);
      expect(whole.text).toContain((await docs.send('GET', `/docs/${name}.md`)).text.trimEnd());
    }
  });

  test.each(['public', 'internal'] as const)(
    'the search of the %s listener leads to what is there, and knows its own routes',
    async (plane) => {
      const { text } = await docs.send('GET', '/docs/search.json', { plane });
      const { storedFields } = JSON.parse(text) as {
        storedFields: Record<string, { address: string; heading: string }>;
      };
      const found = Object.values(storedFields);
      expect(found.map(({ heading }) => heading)).toContain('insufficient_credit');
      const { pages } = await crawl(docs, plane);
      const dead = found.filter(({ address }) => {
        const [path = '', anchor] = address.split('#');
        const page = pages.get(path);
        return page === undefined || (anchor !== undefined && !page.anchors.has(anchor));
      });
      expect(dead).toEqual([]);
      const isInside = found.some(({ address }) => address.startsWith('/api/docs/platform-'));
      expect(isInside).toBe(plane === 'internal');
    },
  );

  test('the search in a browser shows the page that a reader means first', async () => {
    const { text } = await docs.send('GET', '/docs/search.json', { plane: 'internal' });
    const index = loadSections(text);
    const found = FIRST_PAGES.map(([words]) => [words, searchSections(index, words, 1)[0]?.page]);
    expect(found).toEqual(FIRST_PAGES);
  });

  test('the same in several languages stands in tabs, with their outputs', async () => {
    const { text } = await see('/docs/quick-start');
    const row = /<div class="tabs">[\s\S]*?(?=<h2)/.exec(text)?.[0] ?? '';
    for (const name of ['curl', 'Python', 'TypeScript']) expect(row).toContain(`>${name}</button>`);
    expect(row).toContain('hljs-string');
    expect(row).toContain('<span>Output</span>');
  });

  test('a page is edited where the installation says; else the name of its file is told', async () => {
    const reported = await see('/docs/edit/errors');
    expect([reported.status, reported.text]).toEqual([
      200,
      expect.stringContaining('services/docs/content/errors.md'),
    ]);
    expect((await see('/docs/edit/nothing')).status).toBe(404);
    const named = await someDocs(10_000, EDIT_URL);
    try {
      const { status, headers } = await named.send('GET', '/docs/edit/errors');
      expect([status, headers['location']]).toEqual([302, `${EDIT_URL}errors.md`]);
    } finally {
      await named.drop();
    }
  });
});

const NOTHING = [
  'nothing',
  '..%2f..%2fpackage.json',
  '__proto__',
  'index.md.md',
  'errors.html',
  'missing',
  'edit',
  'assets',
  '..%2fpublic%2findex',
  'sources.sha256',
  'assets/gone.js',
  'assets/..%2fmissing.html',
  'edit/..%2f..%2fpackage',
];

describe('GET /docs/{page} answers 404', () => {
  test.each(NOTHING)('H04: there is no page %s', async (name) => {
    expect((await docs.send('GET', `/docs/${name}`)).status).toBe(404);
    expect((await see(`/docs/${name}`)).status).toBe(404);
  });

  test('with a page that helps for browsers, and an error for programs', async () => {
    const page = await see('/docs/quikstart');
    expect([page.status, page.headers['content-type']]).toEqual([
      404,
      expect.stringMatching(/^text\/html/),
    ]);
    expect(page.text).toContain('Search the documentation');
    expect(page.headers['etag']).toBeUndefined();
    const plain = await docs.send('GET', '/docs/quikstart');
    expect(JSON.parse(plain.text)).toMatchObject({ error: { code: 'not_found' } });
  });
});
