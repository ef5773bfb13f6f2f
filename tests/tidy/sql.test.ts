import { readRepeatables } from '@tollgate/db/repeatable';
import { execFileSync } from 'node:child_process';
import { loadModule, parsePlPgSQLSync, parseSync } from 'libpg-query';
import { findPreviousRelease } from '../support/previous-tree.ts';
import { packageOf, ROOT } from './source-files.ts';

const LINES_MAX = 300;
const FILES = readRepeatables();
/** The package whose files may define what is in a schema. */
const OWNERS: Readonly<Record<string, string>> = {
  audit: 'libs/audit',
  billing: 'services/billing',
  catalog: 'libs/catalog',
  keys: 'libs/keys',
  maintenance: 'libs/db',
  requests: 'libs/requests',
  webhooks: 'libs/webhooks',
};

interface Name {
  String: { sval: string };
}
interface Option {
  DefElem: {
    defname: string;
    arg: { String?: { sval: string }; List?: { items: [Name] } };
  };
}
interface TypeName {
  names: Name[];
  arrayBounds?: unknown[];
}
interface FunctionStatement {
  funcname: [Name, Name];
  parameters?: { FunctionParameter: { argType: TypeName; mode: string } }[];
  options: Option[];
}

interface SqlFunction {
  path: string;
  schema: string;
  /** Name and types of the arguments, as callers know it. */
  signature: string;
  language: string;
  body: string;
  /** The whole statement. */
  text: string;
}

const ARGUMENTS = new Set(['FUNC_PARAM_DEFAULT', 'FUNC_PARAM_IN', 'FUNC_PARAM_VARIADIC']);

const typeOf = ({ names, arrayBounds }: TypeName): string =>
  names.map(({ String: { sval } }) => sval).join('.') + (arrayBounds === undefined ? '' : '[]');

/** @throws Error for what is no SQL */
function functionsIn({ path, text }: { path: string; text: string }): SqlFunction[] {
  const bytes = Buffer.from(text);
  return (parseSync(text).stmts ?? []).flatMap(
    ({ stmt, stmt_location: from = 0, stmt_len: length }) => {
      const made = (stmt as { CreateFunctionStmt?: FunctionStatement }).CreateFunctionStmt;
      if (made === undefined) return [];
      const option = (name: string) =>
        made.options.find(({ DefElem: { defname } }) => defname === name)?.DefElem.arg;
      const types = (made.parameters ?? [])
        .map(({ FunctionParameter: one }) => one)
        .filter(({ mode }) => ARGUMENTS.has(mode))
        .map(({ argType }) => typeOf(argType));
      const [schema, name] = made.funcname.map(({ String: { sval } }) => sval);
      return {
        path,
        schema: schema ?? '',
        signature: `${schema}.${name}(${types.join(', ')})`,
        language: option('language')?.String?.sval ?? '',
        body: option('as')?.List?.items[0].String.sval ?? '',
        text: bytes.subarray(from, from + (length ?? bytes.length)).toString(),
      };
    },
  );
}

/**
 * The parser knows no types of ours: a row is a record to it, and a list of rows a list of
 * anything.
 */
const withPlainTypes = (text: string): string =>
  text
    .replaceAll(/\bbilling\.(?:\w+_order|closing)\[\]/g, 'text[]')
    .replaceAll(/\bbilling\.(?:\w+_order|closing)\b/g, 'record');

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
