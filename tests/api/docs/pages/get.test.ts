import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { someDocs } from '../support/docs.ts';
import type { RunningDocs } from '../support/docs.ts';

const CONTENT = join(import.meta.dirname, '../../../../services/docs/content');
const NAMES = readdirSync(CONTENT).map((file) => file.replace(/\.md$/, ''));
let docs: RunningDocs;

beforeAll(async () => {
  docs = await someDocs();
});
afterAll(() => docs.drop());

describe('GET /docs/{page} answers 200', () => {
  test.each(NAMES)('%s is Markdown for programs and a page for browsers', async (name) => {
    const plain = await docs.send('GET', `/docs/${name}`);
    expect(plain.headers['content-type']).toMatch(/^text\/markdown/);
    expect(plain.text).toMatch(/^# /);
    const named = await docs.send('GET', `/docs/${name}.md`, { headers: { accept: 'text/html' } });
    expect(named.text).toBe(plain.text);
    const page = await docs.send('GET', `/docs/${name}`, { headers: { accept: 'text/html' } });
    expect(page.headers['content-type']).toMatch(/^text\/html/);
    expect(page.text).toContain('<h1>');
    expect(page.text).not.toMatch(/(?:src|href)="https?:/);
  });

  test('every link between pages leads somewhere', async () => {
    for (const name of NAMES) {
      const { text } = await docs.send('GET', `/docs/${name}.md`);
      for (const [, target = ''] of text.matchAll(/\]\((\/[^)#]+)/g)) {
        const { status } = await docs.send('GET', target);
        expect([name, target, status]).toEqual([name, target, 200]);
      }
    }
  });

  test('the root is a small page for people, and words for programs', async () => {
    const page = await docs.send('GET', '/', { headers: { accept: 'text/html' } });
    expect([page.status, page.headers['content-type']]).toEqual([
      200,
      expect.stringMatching(/^text\/html/),
    ]);
    const links = [...page.text.matchAll(/href="(\/docs[^"]*)"/g)].map(([, target = '']) => target);
    expect(links).toContain('/docs/quick-start');
    for (const link of links) expect((await docs.send('GET', link)).status).toBe(200);
    const plain = await docs.send('GET', '/');
    expect(plain.text).toContain('/docs/quick-start');
    expect(plain.text).not.toContain('<');
  });

  test('/docs is the first page', async () => {
    expect((await docs.send('GET', '/docs')).text).toBe(
      (await docs.send('GET', '/docs/index.md')).text,
    );
  });
});

describe('GET /docs/{page} answers 404', () => {
  test.each(['nothing', '..%2f..%2fpackage.json', '__proto__', 'index.md.md', 'errors.html'])(
    'H04: there is no page %s',
    async (name) => {
      expect((await docs.send('GET', `/docs/${name}`)).status).toBe(404);
    },
  );
});
