import { STORABLE_PATTERN } from '@tollgate/contract/text';
import { execa } from 'execa';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Coverage } from '../openapi/coverage.ts';
import { ROOT } from './source-files.ts';

const FOLDER = 'services/docs/openapi';
const LINTER = createRequire(import.meta.url).resolve('@redocly/cli/package.json');
const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

/** Runs a script that looks into every service in a process of its own. */
const run = (...args: string[]) =>
  execa(process.execPath, args, { cwd: ROOT, reject: false, all: true, env: quiet });

describe('the interface description', () => {
  test('is what make openapi would write', async () => {
    const { all, exitCode } = await run('deploy/generators/openapi/write.ts', '--check');
    expect([all, exitCode]).toEqual(['', 0]);
  });

  test.each(['public', 'internal'])('the linter finds no error in %s.json', async (plane) => {
    const { all, exitCode } = await run(
      join(LINTER, '../bin/cli.js'),
      'lint',
      `${FOLDER}/${plane}.json`,
      '--format=json',
    );
    const report = JSON.parse(/\{[\s\S]*\}/.exec(all)?.[0] ?? '{}') as {
      totals?: { errors: number };
    };
    expect([report.totals?.errors, exitCode]).toEqual([0, 0]);
  });
});

/** Patterns without a description in what a document says of bodies that are sent. */
function unexplained(file: string): string[] {
  const document = JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as {
    components: { schemas: Record<string, unknown> };
    paths: Record<string, Record<string, { requestBody?: unknown }>>;
  };
  const faults: string[] = [];
  const seen = new Set<string>();
  const look = (node: unknown, path: string): void => {
    if (typeof node !== 'object' || node === null) return;
    const { $ref: reference, pattern, description } = node as Record<string, unknown>;
    if (typeof reference === 'string') {
      const name = reference.split('/').at(-1) ?? '';
      if (seen.has(name)) return;
      seen.add(name);
      look(document.components.schemas[name], name);
      return;
    }
    const isText = typeof pattern === 'string' && pattern !== STORABLE_PATTERN;
    if (isText && description === undefined) faults.push(`${path}: ${pattern}`);
    // What keys of a map may be is told by the map.
    for (const [key, value] of Object.entries(node)) {
      if (key !== 'propertyNames') look(value, `${path}/${key}`);
    }
  };
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, { requestBody }] of Object.entries(operations)) {
      look(requestBody, `${method} ${path}`);
    }
  }
  return faults;
}

test.each(['public', 'internal'])(
  'what a field of a body must be like is told in words, in %s.json',
  (plane) => expect(unexplained(`${FOLDER}/${plane}.json`)).toEqual([]),
);

describe('routes and their tests', () => {
  let coverage: Omit<Coverage, 'tested'>[];

  beforeAll(async () => {
    const { stdout } = await run('tests/openapi/print.ts', '--json');
    coverage = JSON.parse(stdout) as typeof coverage;
  });

  test('the table sees the routes at all', () => {
    expect(coverage.filter(({ exists }) => exists).length).toBeGreaterThan(60);
  });

  test('every status that tests expect of a route is documented; what is not goes into its errors', () => {
    const faults = coverage.flatMap(({ name, undocumented }) =>
      undocumented.length === 0 ? [] : [`${name}: ${undocumented.join(', ')}`],
    );
    expect(faults).toEqual([]);
  });

  test('every route that was asked for is there', () => {
    expect(coverage.filter(({ exists }) => !exists).map(({ name }) => name)).toEqual([]);
  });

  test('every status of every route has its test; `make routes` shows which', () => {
    const faults = coverage.flatMap(({ name, untested }) =>
      untested.length === 0 ? [] : [`${name}: ${untested.join(', ')}`],
    );
    expect(faults).toEqual([]);
  });
});
