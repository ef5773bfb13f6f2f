import { join } from 'node:path';
import { encodeId, newUuid } from '@tollgate/runtime/ids';
import knexFactory from 'knex';
import { loadModule, parseSync } from 'libpg-query';
import { listFiles, ROOT } from './source-files.ts';

type Ask = (...given: unknown[]) => unknown;

/** Query files whose exports are parts of statements, which the statements of other files show. */
const PARTS = new Set([
  'libs/requests/src/records/record-scope.queries.ts',
  'libs/requests/src/usage/sum-source.queries.ts',
]);
const PRICES = {
  input: 1n,
  output: 2n,
  longContext: [{ aboveInputTokens: 3, prices: { input: 4n } }],
};
/**
 * Arguments behind the pool, where the text of a statement depends on more than whether there is a
 * value.
 */
const ARGUMENTS: Readonly<Record<string, readonly (readonly unknown[])[]>> = {
  findRecord: [[{ name: 'req_of-a-caller', userId: null }], [{ name: encodeId('req', newUuid()) }]],
  listAllEntries: ['grants', 'requests', null].flatMap((movedBy) =>
    [true, false].map((holds) => [{ limit: 1, before: null, holds }, movedBy]),
  ),
  listEntries: [true, false].map((holds) => [newUuid(), { limit: 1, before: null, holds }]),
  listKeptOperations: [[{ isOpen: true }], [{ isOpen: false }], [{ isOpen: null }]],
  listVideosOfUser: [[{ isOpen: true }], [{ isOpen: false }], [{ isOpen: null }]],
  rateAgain: [
    [{}, { prices: PRICES, upliftBp: 5 }],
    [{}, { prices: { input: 1n }, upliftBp: null }],
  ],
};

/** Statements as the driver is given them: knex puts in what bindings there are. */
const dialect = knexFactory.knex({ client: 'pg' });

/**
 * A value of any type: whatever is read of it is such a value again, and as a text it is a number.
 */
function anything(): unknown {
  return new Proxy(() => undefined, {
    get(_target, name) {
      if (name === Symbol.toPrimitive) return () => '1';
      if (name === Symbol.iterator) return () => [anything()].values();
      return name === 'then' || name === 'toJSON' ? undefined : anything();
    },
    apply: () => anything(),
  });
}

/** Whatever is read of it is null. */
const nothing = new Proxy({}, { get: (_target, name) => (name === 'then' ? undefined : null) });

/** A pool without a database, which notes what it is asked and finds no row. */
function aListener(): { db: unknown; heard: Set<string> } {
  const heard = new Set<string>();
  const noRows = (sql: string) => {
    heard.add(sql);
    return Promise.resolve({ rows: [] });
  };
  const client = {
    acquireConnection: () =>
      Promise.resolve({ query: ({ text }: { text: string }) => noRows(text) }),
    releaseConnection: () => Promise.resolve(),
  };
  const raw = (sql: string, bindings: object = {}) =>
    noRows(
      dialect
        .raw(sql, Object.fromEntries(Object.entries(bindings)))
        .toSQL()
        .toNative().sql,
    );
  return { db: { client, raw }, heard };
}

/** What a function makes of no row is its own affair. */
async function asked(ask: Ask, given: readonly unknown[]): Promise<unknown> {
  try {
    return await ask(...given);
  } catch {
    return undefined;
  }
}

/**
 * The statements of a function, for arguments of every kind. A function that makes a query is
 * called, and then what it has made.
 */
async function statementsOf(name: string, ask: Ask): Promise<Set<string>> {
  const { db, heard } = aListener();
  const usual = [anything(), nothing, null].map((value) => [value, value, value]);
  for (const given of ARGUMENTS[name] ?? usual) {
    const made = await asked(ask, [db, ...given]);
    if (typeof made === 'function') await asked(made as Ask, [db, ...given]);
  }
  return heard;
}

/** knex leaves a binding that nobody gives as it stands. */
const withPlaceholders = (sql: string): string => sql.replaceAll(/(?<![:\w']):\w+/g, '$1');

function faultOf(sql: string): string | null {
  try {
    parseSync(withPlaceholders(sql));
    return null;
  } catch (error) {
    return `${String(error)}: ${sql}`;
  }
}

const FILES = listFiles(/\.queries\.ts$/).map(({ path }) => path);
beforeAll(() => loadModule());
afterAll(() => dialect.destroy());

test('there are query files, and none without an entity in its name', () => {
  expect(FILES.length).toBeGreaterThan(60);
  const unnamed = listFiles(/(?:^|\/)(?:[\w-]+-)?queries\.ts$/).map(({ path }) => path);
  expect(unnamed.filter((path) => !path.startsWith('services/console/'))).toEqual([]);
});

test.each(FILES.filter((path) => !PARTS.has(path)))('%s: every statement parses', async (path) => {
  const exports = (await import(join(ROOT, path))) as Record<string, unknown>;
  for (const [name, ask] of Object.entries(exports)) {
    if (typeof ask !== 'function') continue;
    const statements = [...(await statementsOf(name, ask as Ask))];
    expect([name, statements.length > 0]).toEqual([name, true]);
    expect(statements.map(faultOf).filter((fault) => fault !== null)).toEqual([]);
  }
});

test('a statement that is none is seen', () => {
  expect(faultOf('selec 1')).toContain('syntax error');
  expect(faultOf('select a from b where c = :d')).toBeNull();
});
