import { portablePattern, STORABLE_PATTERN } from '@tollgate/contract/text';
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

/** What generators make names of. */
interface Named {
  $ref?: string;
  type?: string;
  items?: Named;
  anyOf?: Named[];
}
interface WithContent {
  content?: Record<string, { schema?: Named }>;
}

describe('the interface description', () => {
  test('has the digest that was reviewed', async () => {
    const { all, exitCode } = await run('deploy/generators/openapi/write.ts', '--check');
    expect([all, exitCode]).toEqual(['', 0]);
  });

  test('has each route that services mount, and no other', async () => {
    const { all, exitCode } = await run('tests/openapi/unmounted.ts');
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
    const isText = typeof pattern === 'string' && pattern !== portablePattern(STORABLE_PATTERN);
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

interface Operation {
  operationId?: string;
  security?: unknown[];
  parameters?: { in: string; schema: Record<string, unknown> }[];
  requestBody?: { content: Record<string, { schema: unknown }> };
  responses: Record<string, { headers?: Record<string, unknown> }>;
}

describe.each(['public', 'internal'])('tools that read %s.json', (plane) => {
  const text = readFileSync(join(ROOT, `${FOLDER}/${plane}.json`), 'utf8');
  const { paths, components } = JSON.parse(text) as {
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, unknown> };
  };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method} ${path}`,
      operation,
    })),
  );

  test('know the signs in every pattern, with and without the flag of Unicode', () => {
    const patterns = [...text.matchAll(/"pattern": ("(?:[^"\\\\]|\\\\.)*")/gu)].map(
      ([, pattern = '""']) => JSON.parse(pattern) as string,
    );
    expect(patterns.length).toBeGreaterThan(50);
    const odd = patterns.filter((pattern) => /\\p\{|\(\?<[^=!]/u.test(pattern));
    expect(odd).toEqual([]);
    for (const pattern of patterns) {
      expect(() => [new RegExp(pattern), new RegExp(pattern, 'u')]).not.toThrow();
    }
  });

  test('find the names of the specification, each for its own schema', () => {
    const names = Object.keys(components.schemas);
    expect(names).toEqual(
      expect.arrayContaining(['SimpleApiKeyCreate', 'ApiKeyCreated', 'ApiKeyOut', 'LoginRequest']),
    );
    if (plane === 'public') return;
    expect(names).toEqual(
      expect.arrayContaining([
        'PlatformLoginRequest',
        'PlatformOrganizationUpdate',
        'PlatformOrganizationStatus',
        'PlatformKeyAction',
        'OrganizationPriceUplift',
        'PlatformCreditGrantCreate',
        'RetentionPolicyUpdate',
        'RetentionPurgeRequest',
        'ProviderCredentialCreate',
        'PlatformProviderCredentialUpdate',
        'PlatformProviderCredentialRemoval',
        'PriceResearchRequest',
        'PriceVersionCreate',
        'ModelApproval',
        'PlatformModelDecision',
      ]),
    );
    const action = paths['/api/platform/users/{user_id}/keys/{key_id}/{action}']?.['post'];
    expect(action?.requestBody?.content['application/json']?.schema).toEqual({
      anyOf: [{ $ref: '#/components/schemas/PlatformKeyAction' }, { type: 'null' }],
    });
  });

  test('find words as enum, and no name for what may be null: clients that are made of it parse both', () => {
    type Choice = { type?: string; const?: unknown; [more: string]: unknown };
    const found: string[] = [];
    JSON.parse(text, (key, value: unknown) => {
      if (key === 'anyOf' && Array.isArray(value)) {
        const choices = value as Choice[];
        if (choices.every(({ const: word }) => typeof word === 'string'))
          found.push(JSON.stringify(choices));
      }
      return value;
    });
    const nullable = Object.entries(components.schemas).filter(([, schema]) =>
      (schema as { anyOf?: Choice[] }).anyOf?.some(({ type }) => type === 'null'),
    );
    expect([found, nullable.map(([name]) => name)]).toEqual([[], []]);
    expect(text).toContain('"enum"');
  });

  test('find an id of its own for each operation, which can be a name in any language', () => {
    const ids = operations.map(({ operation }) => operation.operationId ?? '');
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z][A-Za-z0-9]+$/u.test(id))).toEqual([]);
  });

  test('find a name at what each operation of users and administrators takes and answers as JSON', () => {
    const refsOf = (schema: Named): Named[] => schema.anyOf ?? [schema.items ?? schema];
    const unnamed = operations
      // An interface description has the schema of OpenAPI, which is not ours.
      .filter(({ name }) => name.includes(' /api/') && name !== 'get /api/openapi.json')
      .flatMap(({ name, operation: { requestBody, responses } }) =>
        [requestBody, ...Object.values(responses)].flatMap((body) => {
          const schema = (body as WithContent | undefined)?.content?.['application/json']?.schema;
          const isNamed = refsOf(schema ?? { type: 'null' }).every(
            ({ $ref, type }) =>
              $ref?.startsWith('#/components/schemas/') === true || type === 'null',
          );
          return isNamed ? [] : [name];
        }),
      );
    expect(unnamed).toEqual([]);
  });

  test('find 429 at each operation with a credential, and a pattern at each part of a path', () => {
    const silent = operations.filter(
      ({ operation: { security = [], responses } }) =>
        security.length > 0 && responses['429'] === undefined,
    );
    expect(silent.map(({ name }) => name)).toEqual([]);
    const open = operations.filter(({ operation: { parameters = [] } }) =>
      parameters.some(
        ({ in: location, schema }) =>
          location === 'path' &&
          schema['type'] === 'string' &&
          schema['pattern'] === undefined &&
          schema['enum'] === undefined,
      ),
    );
    expect(open.map(({ name }) => name)).toEqual([]);
  });

  test('find the headers of a handle, and of the answer that is fetched for it', () => {
    const polled = paths['/v1/async/{op_id}']?.['get']?.responses;
    expect(Object.keys(polled?.['202']?.headers ?? {})).toContain('Retry-After');
    expect(Object.keys(polled?.['200']?.headers ?? {})).toEqual(
      expect.arrayContaining(['X-Svc-Model', 'X-Svc-Provider', 'X-Svc-Original-Request-ID']),
    );
    expect(paths['/v1/videos/{video_id}/content']?.['get']?.responses).toHaveProperty('416');
  });
});

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
