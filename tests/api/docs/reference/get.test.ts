import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { someDocs } from '../support/docs.ts';
import type { RunningDocs } from '../support/docs.ts';

const FOLDER = join(import.meta.dirname, '../../../../services/docs/openapi');
const PLANES = ['public', 'internal'] as const;
let docs: RunningDocs;

beforeAll(async () => {
  docs = await someDocs();
});
afterAll(() => docs.drop());

interface Description {
  paths: Record<string, Record<string, { operationId: string; responses: object }>>;
}

const read = async (path: string, plane: 'public' | 'internal') =>
  (await docs.send('GET', path, { plane, headers: { accept: 'text/html' } })).text;

const chaptersOf = (start: string): string[] => [
  ...new Set([...start.matchAll(/href="(\/api\/docs\/[a-z-]+)"/g)].map(([, path = '']) => path)),
];

describe('GET /api/docs answers 200', () => {
  test.each(PLANES)('%s: what callers of models need comes first', async (plane) => {
    const start = await read('/api/docs', plane);
    const chapters = chaptersOf(start);
    expect(chapters[0]).toBe('/api/docs/inference');
    expect(chapters.indexOf('/api/docs/account-keys')).toBe(1);
    const [runtime, usage] = ['runtime', 'usage'].map((name) => `/api/docs/account-${name}`);
    expect(chapters.indexOf(runtime ?? '')).toBeGreaterThan(chapters.indexOf(usage ?? ''));
    expect(chapters.at(-1)).toBe('/api/docs/health');
    expect(chapters.some((path) => path.includes('platform'))).toBe(plane === 'internal');
  });

  test.each(PLANES)(
    '%s: every operation has samples, a form, and each of its statuses with an example or the reason for none',
    async (plane) => {
      const chapters = chaptersOf(await read('/api/docs', plane));
      const pages = await Promise.all(chapters.map((path) => read(path, plane)));
      const sections = new Map(
        pages
          .flatMap((page) => page.split('<section class="operation" id="').slice(1))
          .map((section) => [section.slice(0, section.indexOf('"')), section]),
      );
      const text = readFileSync(join(FOLDER, `${plane}.json`), 'utf8');
      const { paths } = JSON.parse(text) as Description;
      const operations = Object.values(paths).flatMap((one) => Object.values(one));
      expect(sections.size).toBe(operations.length);
      for (const { operationId, responses } of operations) {
        const section = sections.get(operationId) ?? '';
        for (const part of ['data-language="python"', `id="try-${operationId}"`]) {
          expect([operationId, section.includes(part)]).toEqual([operationId, true]);
        }
        const answers = section.split('<details class="answer"').slice(1);
        expect([operationId, answers.length]).toEqual([operationId, Object.keys(responses).length]);
        for (const answer of answers) {
          expect(answer).toMatch(
            /<pre |Without a body|A file of the type <code>(?:video|text\/html|application\/jsonl)/,
          );
        }
      }
    },
  );
});

describe('GET /api/docs answers 404', () => {
  test.each([
    'package.json',
    'index.js',
    'swagger-ui.css',
    'nothing',
    'index',
    '..',
    '%2e%2e%2fpackage.json',
    'constructor',
  ])('there is no chapter %s', async (name) => {
    expect((await docs.send('GET', `/api/docs/${name}`)).status).toBe(404);
  });

  test('chapters of administrators are not there through the public listener', async () => {
    const path = '/api/docs/platform-users';
    expect((await docs.send('GET', path)).status).toBe(404);
    expect((await docs.send('GET', path, { plane: 'internal' })).status).toBe(200);
  });
});
