import { readRepeatables } from '@tollgate/db/repeatable';
import { execFileSync } from 'node:child_process';
import { loadModule, parsePlPgSQLSync, parseSync } from 'libpg-query';
import { findPreviousRelease } from '../support/previous-tree.ts';
import { packageOf, ROOT } from './source-files.ts';
import { functionsIn, withPlainTypes } from './sql-functions.ts';

const LINES_MAX = 300;
const FILES = readRepeatables();
/** The package whose files may define what is in a schema. */
const OWNERS: Readonly<Record<string, string>> = {
  audit: 'libs/audit',
  billing: 'services/billing',
  catalog: 'libs/catalog',
  keys: 'libs/keys',
  ledger_archive: 'services/billing',
  maintenance: 'libs/db',
  requests: 'libs/requests',
  webhooks: 'libs/webhooks',
};

beforeAll(() => loadModule());

test('there are functions, and each is where its schema is at home', () => {
  const found = FILES.flatMap(functionsIn);
  expect(found.length).toBeGreaterThan(50);
  const strangers = found.filter(({ path, schema }) => OWNERS[schema] !== packageOf(path));
  expect(strangers.map(({ path, signature }) => `${path}: ${signature}`)).toEqual([]);
});

test.each(FILES.map((file) => [file.path, file] as const))(
  '%s parses, bodies too',
  (_path, file) => {
    expect(file.text.split('\n').length).toBeLessThanOrEqual(LINES_MAX);
    for (const { signature, language, body, text } of functionsIn(file)) {
      expect([signature, body.trim()]).not.toEqual([signature, '']);
      const parsed =
        language === 'plpgsql' ? parsePlPgSQLSync(withPlainTypes(text)) : parseSync(body);
      expect(Object.keys(parsed).length).toBeGreaterThan(0);
    }
  },
);

test.each([
  'create function a.b() returns int language sql as $$ selec 1 $$',
  'create function a.b() returns int language plpgsql as $$ begin if true then return 1; end $$',
])('a body that is none is seen: %s', (text) => {
  const [made] = functionsIn({ path: 'a', text });
  const parse = () =>
    made?.language === 'sql' ? parseSync(made.body) : parsePlPgSQLSync(made?.text ?? '');
  expect(parse).toThrow();
});

test('a function that the release before calls is still there by its arguments, once there was a release', async () => {
  const commit = await findPreviousRelease();
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  const paths =
    commit === null
      ? []
      : git('ls-tree', '-r', '--name-only', commit)
          .split('\n')
          .filter((path) => /^(libs|services)\/\w+\/sql\/\w[\w-]*\.sql$/.test(path));
  const before = paths.flatMap((path) =>
    functionsIn({ path, text: git('show', `${commit}:${path}`) }),
  );
  const now = new Set(FILES.flatMap(functionsIn).map(({ signature }) => signature));
  const gone = before.map(({ signature }) => signature).filter((one) => !now.has(one));
  expect(gone).toEqual([]);
});
