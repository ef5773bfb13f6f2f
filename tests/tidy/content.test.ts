import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  listTargets,
  listVariables,
  REFERENCE_PAGE,
  referencePage,
} from '@tollgate/generators/docs/reference';
import { ROLES_PAGE, rolesPage } from '@tollgate/generators/docs/roles';
import { pageOfPicture } from '../../services/docs/src/pictures.ts';
import { ROOT } from './source-files.ts';

const CONTENT = join(ROOT, 'services/docs/content');
const FIRST_LINES_CHARACTERS_MIN = 60;
const PICTURE_BYTES_MAX = 150 * 1024;
/** All pictures of the documentation, which everybody who clones the repository gets. */
const PICTURES_BYTES_MAX = 400_000;
const PICTURES = join(ROOT, 'services/docs/pictures');
/** A newcomer reads the whole README before the first command. */
const README_LINES_MAX = 70;
const PAGES = readdirSync(CONTENT).map((file) => ({
  name: file.replace(/\.md$/, ''),
  text: readFileSync(join(CONTENT, file), 'utf8'),
}));

test('roles.md is what `make docs` makes of the table of rights and the routes', () => {
  expect(readFileSync(join(ROOT, ROLES_PAGE), 'utf8')).toBe(rolesPage());
});

test('operations-reference.md is what `make docs` makes of the Makefile and the schemas', () => {
  expect(readFileSync(join(ROOT, REFERENCE_PAGE), 'utf8')).toBe(referencePage());
  expect(listTargets().map(({ name }) => name)).toContain('verify-ledger');
});

test('every variable of a service says what it is for', () => {
  const silent = listVariables().filter(({ description }) => !/[a-z]{3}/i.test(description));
  expect(silent).toEqual([]);
});

test('the first page leads to every other', () => {
  const index = PAGES.find(({ name }) => name === 'index')?.text ?? '';
  const linked = [...index.matchAll(/\]\(\/docs\/([a-z0-9-]+)\)/g)].map(([, name]) => name);
  const others = PAGES.map(({ name }) => name).filter((name) => name !== 'index');
  expect(new Set(linked)).toEqual(new Set(others));
});

test.each(PAGES)('$name begins with what it is for', ({ text }) => {
  const [title = '', opening = ''] = text.split('\n\n');
  expect(title).toMatch(/^# \S/);
  expect(opening).toMatch(/^[A-Z]/);
  expect(opening.length).toBeGreaterThan(FIRST_LINES_CHARACTERS_MIN);
});

test.each(PAGES)('links of $name lead to headings that are there', ({ text }) => {
  const slugs = (page: string): string[] =>
    [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\w\- ]/g, '')
        .replaceAll(' ', '-'),
    );
  for (const [, name = '', anchor = ''] of text.matchAll(/\]\(\/docs\/([a-z0-9-]+)#([^)]+)\)/g)) {
    const target = PAGES.find((page) => page.name === name);
    expect(slugs(target?.text ?? '')).toContain(anchor);
  }
});

test('the README fits on a screen, and its picture is there and small', () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  expect(readme.split('\n').length).toBeLessThan(README_LINES_MAX);
  const pictures = [...readme.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(([, path = '']) => path);
  expect(pictures.length).toBe(1);
  for (const path of pictures) {
    expect(statSync(join(ROOT, path)).size).toBeLessThan(PICTURE_BYTES_MAX);
  }
});

test('pictures of the documentation are few and small, and each is of the page that shows it', () => {
  const files = readdirSync(PICTURES);
  const bytes = files.map((file) => statSync(join(PICTURES, file)).size);
  expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThan(PICTURES_BYTES_MAX);
  const shown = PAGES.flatMap(({ name, text }) =>
    [...text.matchAll(/^!\[[^\]]+\]\(\.\.\/pictures\/([^)]+)\)$/gmu)].map(([, file = '']) => {
      expect(pageOfPicture(file)).toBe(name);
      return file;
    }),
  );
  expect(shown.toSorted()).toEqual(files.toSorted());
});
