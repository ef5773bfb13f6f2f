/**
 * Every statement of the hot path of billing reaches a row by what it was given for an owner. So
 * the tables of the ledger can be distributed by owner one day.
 */
import { readRepeatables } from '@tollgate/db/repeatable';
import { loadModule, parsePlPgSQLSync, parseSync } from 'libpg-query';
import { functionsIn, withPlainTypes } from './sql-functions.ts';
import type { SqlFunction } from './sql-functions.ts';

/** What processes call for paid calls; what each of them calls in turn is found. */
const ENTRIES = [
  'reserve_holds',
  'settle_holds',
  'move_holds',
  'release_batch',
  'reserve_batch',
  'settle_batch',
  'move_batch',
];
/** What triggers do in the same statements. */
const TRIGGERS = ['note_consumption', 'name_owner_of_loss'];

/**
 * The columns that lead to one owner: the owner, an operation, which has one owner for good, or a
 * grant, which has one too.
 */
const LEADS: Readonly<Record<string, readonly string[]>> = {
  wallet: ['user_id'],
  entry: ['user_id'],
  credit_grant: ['user_id', 'id'],
  grant_day: ['grant_id'],
  reservation: ['user_id', 'op_id'],
  forgone: ['op_id'],
  provider_cost: ['op_id'],
};

/**
 * Functions that read what every node of a distributed ledger would have: a row for each year that
 * left, which only operations of weeks ago are compared with.
 */
const EVERYWHERE: ReadonlySet<string> = new Set(['left_before']);

type Node = Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** Every object of a tree of one kind, however deep. */
function* nodesOf(tree: unknown, kind: string): Generator<Node> {
  if (!isNode(tree)) return;
  for (const [name, inner] of Object.entries(tree)) {
    if (name === kind && isNode(inner)) yield inner;
    yield* nodesOf(inner, kind);
  }
}

const assigned = (text: string): string => `select ${text.slice(text.indexOf(':=') + 2)}`;
/**
 * How a text of PL/pgSQL becomes a statement, by the mode in which PostgreSQL reads it
 * (`RawParseMode` of its parser): a statement, an expression, an assignment to one to three names.
 */
const STATEMENT: Readonly<Record<number, (text: string) => string>> = {
  0: (text) => text,
  2: (text) => `select ${text}`,
  3: assigned,
  4: assigned,
  5: assigned,
};

/** The statements of a function, each as a tree. */
function statementsOf({ language, body, text, signature }: SqlFunction): unknown[] {
  if (language === 'sql') return parseSync(body).stmts ?? [];
  const parsed = parsePlPgSQLSync(withPlainTypes(text)) as unknown;
  return [...nodesOf(parsed, 'PLpgSQL_expr')].flatMap((one) => {
    const read = STATEMENT[Number(one['parseMode'] ?? 0)];
    if (read === undefined) throw new Error(`${signature} has an expression of another mode`);
    return parseSync(read(String(one['query']))).stmts ?? [];
  });
}

/** `[alias, column]` of a column; null for anything else. */
function columnOf(node: unknown): readonly [alias: string, column: string] | null {
  const reference = isNode(node) ? node['ColumnRef'] : undefined;
  if (!isNode(reference)) return null;
  const names = [...nodesOf(reference, 'String')].map(({ sval }) => String(sval));
  const column = names.at(-1) ?? '';
  return [names.at(-2) ?? '', column];
}

/** Pairs of sides that a statement sets equal, each way round. */
function equalSides(statement: unknown): [Node, unknown][] {
  return [...nodesOf(statement, 'A_Expr')].flatMap((one): [Node, unknown][] => {
    const isEqual = [...nodesOf(one['name'], 'String')].some(({ sval }) => sval === '=');
    const { lexpr, rexpr } = one;
    if (!isEqual || !isNode(lexpr) || !isNode(rexpr)) return [];
    return [
      [lexpr, rexpr],
      [rexpr, lexpr],
    ];
  });
}

/** Whether a table of a statement is reached by a column that leads to one owner. */
function isLed(statement: unknown, { relname, alias }: Node): boolean {
  const table = String(relname);
  const name = isNode(alias) ? String(alias['aliasname']) : table;
  return equalSides(statement).some(([side, other]) => {
    const [of = '', column = ''] = columnOf(side) ?? [];
    const [ofOther = ''] = columnOf(other) ?? [];
    const isOwn = of === name && (LEADS[table]?.includes(column) ?? false);
    return isOwn && ofOther !== name;
  });
}

/** The columns that an insert names; null where the table is not inserted into. */
function insertedInto(statement: unknown, relation: Node): string[] | null {
  const insert = [...nodesOf(statement, 'InsertStmt')].find((one) => one['relation'] === relation);
  if (insert === undefined) return null;
  return [...nodesOf(insert['cols'], 'ResTarget')].map(({ name }) => String(name));
}

/** Tables of the ledger that a statement reaches by nothing of an owner. */
function strayTables(statement: unknown): string[] {
  const relations = [
    ...nodesOf(statement, 'RangeVar'),
    ...['InsertStmt', 'UpdateStmt', 'DeleteStmt'].flatMap((kind) =>
      [...nodesOf(statement, kind)].map(({ relation }) => relation as Node),
    ),
  ].filter(({ schemaname }) => schemaname === 'billing');
  return relations
    .filter((relation) => {
      const columns = insertedInto(statement, relation);
      const leads = LEADS[String(relation['relname'])] ?? [];
      if (columns !== null) return !columns.some((column) => leads.includes(column));
      return !isLed(statement, relation);
    })
    .map(({ relname }) => String(relname));
}

const nameOf = ({ signature }: SqlFunction): string =>
  signature.slice('billing.'.length, signature.indexOf('('));

/** The functions that paid calls reach. */
function hotFunctions(all: readonly SqlFunction[]): SqlFunction[] {
  const reached = new Set([...ENTRIES, ...TRIGGERS]);
  for (const name of reached) {
    for (const { body } of all.filter((one) => nameOf(one) === name)) {
      const called = [...body.matchAll(/\bbilling\.(\w+)\s*\(/gu)].map(([, one = '']) => one);
      called.filter((one) => !EVERYWHERE.has(one)).forEach((one) => reached.add(one));
    }
  }
  return all.filter((one) => reached.has(nameOf(one)));
}

const straysOf = (one: SqlFunction): string[] =>
  statementsOf(one).flatMap((statement) =>
    strayTables(statement).map((table) => `${one.signature}: ${table}`),
  );

beforeAll(() => loadModule());

test('a statement of a paid call reaches rows of the ledger by an owner, an operation or a grant', () => {
  const hot = hotFunctions(readRepeatables().flatMap(functionsIn)).filter(
    ({ schema }) => schema === 'billing',
  );
  const names = hot.map(nameOf);
  expect(names).toEqual(
    expect.arrayContaining([
      ...ENTRIES,
      ...TRIGGERS,
      'place_straight',
      'charge_straight',
      'place_round',
      'book_holds',
      'charge_round',
      'book_charges',
      'draw_grants',
      'draw_many_grants',
      'close_holds',
      'expire_grants',
      'take_wallets',
      'lock_wallets',
      'lock_known_wallets',
    ]),
  );
  const tables = new Set(hot.flatMap((one) => statementsOf(one).flatMap(tablesOf)));
  expect([...tables].toSorted()).toEqual(Object.keys(LEADS).toSorted());
  expect(hot.flatMap(straysOf)).toEqual([]);
});

const tablesOf = (statement: unknown): string[] =>
  [...nodesOf(statement, 'RangeVar'), ...nodesOf(statement, 'relation')]
    .filter(({ schemaname }) => schemaname === 'billing')
    .map(({ relname }) => String(relname));

test.each([
  ['select count(*) from billing.wallet', ['wallet']],
  ['select from billing.wallet w where w.available_n = 0', ['wallet']],
  ['select from billing.wallet w where w.user_id = w.user_id', ['wallet']],
  ["update billing.reservation r set state = 'held' where r.attempt = 1", ['reservation']],
  ['insert into billing.entry (id, at) values (1, 2)', ['entry']],
  ['select from billing.process', ['process']],
  ['select from billing.wallet w where w.user_id = any (users)', []],
  [
    'with due as (select user_id from unnest(ids) t(user_id)) update billing.wallet w set available_n = 0 from due d where w.user_id = d.user_id',
    [],
  ],
  [
    'select from billing.wallet w join billing.entry e on e.kind = w.kind where w.user_id = one',
    ['entry'],
  ],
])('%s is judged', (text, strays) => {
  expect((parseSync(text).stmts ?? []).flatMap(strayTables)).toEqual(strays);
});
