import { listFiles } from './source-files.ts';

/**
 * While processes are exchanged one by one the code of the release before works on the new schema.
 * So a migration only adds. What takes something away comes a release later and says which
 * migration made it dispensable, in `export const contracts`.
 */
const TAKES_AWAY: readonly { what: string; pattern: RegExp }[] = [
  {
    what: 'drops',
    pattern:
      /\bdrop\s+(?:table|column|schema|view|function|type|trigger|index|constraint|policy)\b/i,
  },
  { what: 'renames', pattern: /\brename\s+(?:to|column|constraint|\w+\s+to)\b/i },
  {
    what: 'narrows a column',
    pattern: /\balter\s+(?:column\s+)?\w+\s+(?:set\s+data\s+)?(?:type\b|set\s+not\s+null\b)/i,
  },
  { what: 'takes a right', pattern: /^\s*revoke\s[^;]*\bfrom\s+(?!public\b)/im },
  {
    what: 'adds a column that the code before does not fill',
    pattern:
      /\badd\s+column\b(?=[^,;]*\bnot\s+null\b)(?![^,;]*\bdefault\b)(?![^,;]*\bgenerated\b)/i,
  },
];

const CONTRACTS = /^export const contracts = \{ since: '(\d{4}_\w+)', because: '.{20,}' \};$/m;

const migrations = listFiles(/^libs\/db\/src\/migrations\/\d{4}_\w+\.ts$/).map(
  ({ path, text }) => ({
    name: /(\d{4}_\w+)\.ts$/.exec(path)?.[1] ?? '',
    text,
  }),
);

/**
 * The statements that a migration runs; what a function's body does later is no change of the
 * schema.
 */
function statementsOf(text: string): string {
  return text
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, '')
    .replaceAll(/^\s*(?:\/?\*|--|\/\/).*$/gm, '');
}

function takenBy(text: string): string[] {
  const statements = statementsOf(text);
  return TAKES_AWAY.filter(({ pattern }) => pattern.test(statements)).map(({ what }) => what);
}

describe('migrations', () => {
  test.each([
    ['drop table keys.api_key;', 'drops'],
    ['alter table keys.api_key drop column name;', 'drops'],
    ['alter table keys.api_key rename column name to title;', 'renames'],
    ['alter table keys.api_key rename name to title;', 'renames'],
    ['alter table a alter column b type bigint;', 'narrows a column'],
    ['alter table a alter column b set not null;', 'narrows a column'],
    ['revoke select on a from tollgate_admin;', 'takes a right'],
    [
      'alter table a add column b text not null;',
      'adds a column that the code before does not fill',
    ],
  ])('the check sees %s', (sql, what) => {
    expect(takenBy(sql)).toEqual([what]);
  });

  test.each([
    "alter table a add column b text not null default 'v1';",
    'revoke all on function f() from public;',
    'create function f() returns void as $$ drop table a; $$;',
    '-- drop table a',
    'create index b on a (c);',
  ])('the check lets %s pass', (sql) => {
    expect(takenBy(sql)).toEqual([]);
  });

  test('only add, or say since when nobody needs what they take away', () => {
    const names = migrations.map(({ name }) => name);
    const faults = migrations.flatMap(({ name, text }) => {
      const taken = takenBy(text);
      const since = CONTRACTS.exec(text)?.[1];
      const isEarlier = since !== undefined && names.includes(since) && since < name;
      return taken.length === 0 || isEarlier ? [] : [`${name} ${taken.join(', ')}`];
    });
    expect(faults).toEqual([]);
  });
});
