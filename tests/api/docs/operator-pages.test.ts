import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { OPERATOR_PAGES } from '../../../services/docs/src/audience.ts';
import { ROOT } from '../../tidy/source-files.ts';
import { someDocs } from './support/docs.ts';
import type { RunningDocs, Sent } from './support/docs.ts';

const START_MS = 300_000;
const BROWSER = { accept: 'text/html' };
const NAMES = [...OPERATOR_PAGES];
const PICTURES = readdirSync(join(ROOT, 'services/docs/pictures'));
const LINK = new RegExp(`/docs/(?:${NAMES.join('|')})(?=["#).])`, 'u');

let docs: RunningDocs;
beforeAll(async () => {
  docs = await someDocs(10_000, undefined, false);
}, START_MS);
afterAll(() => docs?.drop());

const statusOf = async (path: string, sent: Sent = {}): Promise<number> =>
  (await docs.send('GET', path, sent)).status;

test('every page for operators is a page of the documentation', () => {
  const pages = readdirSync(join(ROOT, 'services/docs/content'));
  expect(NAMES.filter((name) => !pages.includes(`${name}.md`))).toEqual([]);
});

test.each([...NAMES, 'configuration.schema.json'])(
  '%s is found through the internal listener and not through the public one',
  async (name) => {
    expect(await statusOf(`/docs/${name}`)).toBe(404);
    expect(await statusOf(`/docs/${name}`, { headers: BROWSER })).toBe(404);
    expect(await statusOf(`/docs/${name}`, { plane: 'internal' })).toBe(200);
    if (name.endsWith('.json')) return;
    for (const path of [`/docs/${name}.md`, `/docs/edit/${name}`]) {
      expect([path, await statusOf(path)]).toEqual([path, 404]);
      expect([path, await statusOf(path, { plane: 'internal' })]).toEqual([path, 200]);
    }
    const page = await docs.send('GET', `/docs/${name}`, { plane: 'internal', headers: BROWSER });
    expect([page.status, page.text.includes(`href="/docs/${name}" aria-current`)]).toEqual([
      200,
      true,
    ]);
  },
);

test('pictures of a page are shown where the page is, each with its size, and are no part of its text', async () => {
  const inside = { plane: 'internal', headers: BROWSER } as const;
  const { text, headers } = await docs.send('GET', '/docs/first-hour', inside);
  expect(headers['content-security-policy']).toContain("img-src 'self'");
  const shown = [...text.matchAll(/<img src="(?<path>[^"]+)" alt="[^"]{20,}" (?<size>[^>]*)>/gu)];
  expect(shown.length).toBe(PICTURES.length);
  for (const { groups } of shown) {
    const { path = '', size } = groups ?? {};
    expect(size).toBe('width="1024" height="640" loading="lazy" decoding="async"');
    const picture = await docs.send('GET', path, { plane: 'internal' });
    expect([path, picture.status, picture.headers['content-type']]).toEqual([
      path,
      200,
      'image/webp',
    ]);
    expect([path, await statusOf(path)]).toEqual([path, 404]);
  }
  const plain = await docs.send('GET', '/docs/first-hour.md', { plane: 'internal' });
  const read = await docs.tool('read_doc', { page: 'first-hour' }, { plane: 'internal' });
  const whole = await docs.send('GET', '/llms-full.txt', { plane: 'internal' });
  for (const one of [plain, read, whole]) expect(one.text).not.toContain('.webp');
});

test('the public listener leads to none of them: contents, menus, lists, search and agents', async () => {
  const menuOf = (html: string): string =>
    /<nav class="menu"[\s\S]*?<\/nav>/u.exec(html)?.[0] ?? '';
  for (const path of ['/docs', '/docs/index.md', '/llms.txt']) {
    const { status, text } = await docs.send('GET', path);
    expect([path, status, LINK.exec(text)?.[0]]).toEqual([path, 200, undefined]);
  }
  for (const path of ['/docs', '/docs/streaming', '/docs/nowhere']) {
    const { text } = await docs.send('GET', path, { headers: BROWSER });
    expect(menuOf(text)).toContain('/docs/streaming');
    expect([path, LINK.exec(menuOf(text))?.[0]]).toEqual([path, undefined]);
    const inside = await docs.send('GET', path, { headers: BROWSER, plane: 'internal' });
    expect([path, LINK.test(menuOf(inside.text))]).toEqual([path, true]);
  }
  const search = await docs.send('GET', '/docs/search.json');
  expect([search.status, LINK.exec(search.text)?.[0]]).toEqual([200, undefined]);
  const whole = await docs.send('GET', '/llms-full.txt');
  expect(whole.text).toContain('# Streaming');
  for (const title of ['# Operations\n', '# Threat model\n', '# Alarms\n']) {
    expect([title, whole.text.includes(title)]).toEqual([title, false]);
  }
  const found = await docs.tool('search_docs', { query: 'restore a backup', limit: 20 });
  const { results, pages } = JSON.parse(found.text) as Record<string, { page: string }[]>;
  const named = [...(results ?? []), ...(pages ?? [])].map(({ page }) => page);
  expect(named).toContain('streaming');
  expect(named.filter((page) => OPERATOR_PAGES.has(page))).toEqual([]);
  expect((await docs.tool('read_doc', { page: 'operations' })).isError).toBe(true);
  const inside = await docs.tool('read_doc', { page: 'operations' }, { plane: 'internal' });
  expect([inside.isError, inside.text.startsWith('# Operations')]).toEqual([false, true]);
});
