import { someDocs } from '../support/docs.ts';
import type { RunningDocs } from '../support/docs.ts';

let docs: RunningDocs;

beforeAll(async () => {
  docs = await someDocs();
});
afterAll(() => docs.drop());

describe('GET /api/docs answers 200', () => {
  test('the page loads what this service serves, and nothing from elsewhere', async () => {
    const page = await docs.send('GET', '/api/docs');
    expect(page.status).toBe(200);
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval|script-src[^;]*unsafe/);
    const files = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path = '']) => path);
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) {
      expect(file).toMatch(/^\/api\/docs\//);
      const answer = await docs.send('GET', file);
      expect([file, answer.status]).toEqual([file, 200]);
      expect(answer.text.length).toBeGreaterThan(100);
    }
  });
});

describe('GET /api/docs answers 404', () => {
  test.each([
    'package.json',
    'index.js',
    'page.css.map',
    '..',
    '%2e%2e%2fpackage.json',
    'constructor',
  ])('there is no file %s', async (name) => {
    expect((await docs.send('GET', `/api/docs/${name}`)).status).toBe(404);
  });
});
