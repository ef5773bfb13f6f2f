import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERROR_CODES } from '@tollgate/contract/error-codes';
import { listProductionFiles, ROOT } from './source-files.ts';

const DOCUMENT = readFileSync(join(ROOT, 'services/docs/content/errors.md'), 'utf8');

describe('errors.md', () => {
  test('has one heading for each code and none beside', () => {
    const headings = [...DOCUMENT.matchAll(/^### `(\w+)`$/gm)].map(([, code]) => code);
    expect(headings).toEqual(Object.keys(ERROR_CODES));
  });

  test.each(Object.entries(ERROR_CODES))('tells the status of %s', (code, { status, retry }) => {
    const section = DOCUMENT.split(`### \`${code}\``)[1]?.split('\n### ')[0] ?? '';
    expect(section).toContain(`Status ${status}.`);
    expect(section).toContain(retry ? 'Retry: yes' : 'Retry: no');
  });

  test('every code is thrown somewhere', () => {
    const code = listProductionFiles()
      .filter(({ path }) => !path.endsWith('contract/src/error-codes.ts'))
      .map(({ text }) => text)
      .join('\n');
    const unused = Object.keys(ERROR_CODES).filter((name) => !code.includes(`'${name}'`));
    expect(unused).toEqual([]);
  });
});
