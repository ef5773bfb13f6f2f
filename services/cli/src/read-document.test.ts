import { CommandFault } from './faults.ts';
import { DOCUMENT_BYTES_MAX, DOCUMENT_DEPTH_MAX, readDocument } from './read-document.ts';

const reported = (text: string): readonly string[] => {
  try {
    readDocument('a.yaml', text);
    return [];
  } catch (error) {
    if (error instanceof CommandFault) return error.lines;
    throw error;
  }
};
const document = (...lines: string[]): string => ['tollgate: 1', ...lines].join('\n');
const SECRET = 'sk-this-is-none-of-your-business';

const BAD: readonly [what: string, text: string, line: string | RegExp][] = [
  ['nothing', '', 'a.yaml:1:1: the document is empty'],
  ['a list', '- 1', 'a.yaml:1:1: the document must be an object'],
  ['no version', 'users: {}', 'a.yaml:1:1: tollgate is required'],
  ['another version', 'tollgate: 2', 'a.yaml:1:1: tollgate must be 1'],
  ['an unknown noun', document('colour: blue'), 'a.yaml:2:1: colour is not known here'],
  [
    'an unknown member',
    document('users:', '  a@example.com:', '    nmae: Ada'),
    'a.yaml:4:5: users["a@example.com"].nmae is not known here',
  ],
  [
    'a name twice',
    document('aliases:', '  a: {targets: [{model: x/y}]}', '  a: {targets: [{model: x/y}]}'),
    'a.yaml:4:3: aliases.a stands here twice',
  ],
  ['a noun twice', document('users: {}', 'users: {}'), 'a.yaml:3:1: users stands here twice'],
  [
    'a price that is no text',
    document('prices:', '  x/y:', '    prices:', '      input: 0.25'),
    'a.yaml:5:7: prices["x/y"].prices.input must be a string',
  ],
  [
    'a wrong unit',
    document('retention:', '  sessions:', '    days: 30d'),
    'a.yaml:4:5: retention.sessions.days must be a whole number',
  ],
  [
    'another unit',
    document('retention:', '  sessions:', '    weeks: 3'),
    /^a\.yaml:\d:\d: retention\.sessions\.(?:days is required|weeks is not known here)$/,
  ],
  [
    'a fraction of a count',
    document('limits:', '  a@example.com: {requests_per_minute: 1.5}'),
    'a.yaml:3:19: limits["a@example.com"].requests_per_minute must be a whole number',
  ],
  [
    'an address in capitals',
    document('users:', '  Ada@example.com: {}'),
    'a.yaml:3:3: users["Ada@example.com"] is not known here',
  ],
  [
    'a status that cannot be undone',
    document('users:', '  a@example.com: {status: closed}'),
    'a.yaml:3:19: users["a@example.com"].status must be "active" or "suspended"',
  ],
  [
    'no target',
    document('aliases:', '  a: {targets: []}'),
    'a.yaml:3:7: aliases.a.targets must not be empty',
  ],
  [
    'a target without a model',
    document('aliases:', '  a:', '    targets:', '      - {weight: 1}'),
    'a.yaml:5:9: aliases.a.targets[0].model is required',
  ],
  ['an anchor', document('users: &all {}'), /^a\.yaml:2:\d+: anchors \(&name\) are not read here$/],
  [
    'an alias',
    document('users: &all {}', 'limits: *all'),
    /aliases \(\*name\) are not read here; write the value out$/,
  ],
  ['a tag', document('users: !secret {}'), /^a\.yaml:2:\d+: .*!secret/],
  [
    'a key that is no text',
    document('users: {1: {}}'),
    /has a name that is no text; quote the name$/,
  ],
  [
    'two documents',
    `${document()}\n---\n${document()}`,
    /^a\.yaml:\d:1: one file has one document$/,
  ],
  ['broken YAML', document('users: {a: '), /^a\.yaml:\d+:\d+: /],
  ['a tab', document('users:', '\ta: {}'), /^a\.yaml:\d+:\d+: /],
  [
    'a document of ten megabytes',
    'x'.repeat(10_000_000),
    `a.yaml: is longer than ${DOCUMENT_BYTES_MAX} bytes`,
  ],
  [
    'a deep nest in brackets',
    document(`users: ${'['.repeat(20_000)}`),
    `a.yaml:2:${8 + DOCUMENT_DEPTH_MAX - 1}: the document is nested deeper than ${DOCUMENT_DEPTH_MAX} levels`,
  ],
  [
    'a deep nest by indentation',
    document('users:', ...Array.from({ length: 2_000 }, (_, n) => `${' '.repeat(n + 1)}a:`)),
    /^a\.yaml:\d+:\d+: the document is nested deeper than 32 levels$/,
  ],
  [
    'a deep list',
    document('users:', `  ${'- '.repeat(5_000)}x`),
    /^a\.yaml:3:\d+: the document is nested deeper than 32 levels$/,
  ],
];

test.each(BAD)('%s is refused with the line and the field', (_what, text, line) => {
  const lines = reported(text);
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.length).toBeLessThan(25);
  const matching = lines.filter((one) =>
    typeof line === 'string' ? one === line : line.test(one),
  );
  expect([matching.length > 0, lines]).toEqual([true, lines]);
});

test('a bomb of aliases is refused before it goes off', () => {
  const levels = Array.from({ length: 30 }, (_, n) => `  l${n + 1}: &l${n + 1} [*l${n}, *l${n}]`);
  const lines = reported(document('users:', '  l0: &l0 [x]', ...levels));
  expect(lines[0]).toMatch(/^a\.yaml:3:\d+: anchors \(&name\) are not read here$/);
});

test('no line quotes a value, which may be a secret in the wrong place', () => {
  const inPlaceOf = (where: string): string => document(where.replace('HERE', SECRET));
  for (const where of [
    'providers: {x: {family: f, credentials: {a: {credential: HERE}}}}',
    'providers: {x: {family: f, credentials: {a: {credential: {api_key: {env: "HERE"}}}}}}',
    'users: HERE',
    'retention: {sessions: {days: HERE}}',
  ]) {
    const lines = reported(inPlaceOf(where));
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.join('\n')).not.toContain(SECRET);
  }
});

test('every fault is told, each on a line of its own', () => {
  const lines = reported(
    document('colour: blue', 'retention: {sessions: {days: 0}}', 'taste: bad'),
  );
  expect(lines).toHaveLength(3);
});

test('a good document is what it says; JSON is read, too', () => {
  const text = document('prices:', '  x/y: {prices: {input: "0.25"}}');
  const { document: read } = readDocument('a.yaml', text);
  expect(read).toEqual({ tollgate: 1, prices: { 'x/y': { prices: { input: '0.25' } } } });
  expect(readDocument('a.json', JSON.stringify(read)).document).toEqual(read);
});
