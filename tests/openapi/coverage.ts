import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERROR_CODES } from '@tollgate/contract/error-codes';
import type { RouteAuth, RouteDefinition } from '@tollgate/contract/route';
import { listDefinitions } from '@tollgate/generators/openapi/mounted';
import { asksForRole, errorStatusesOf, nameOf } from '@tollgate/generators/openapi/operations';
import { ASKED_FOR } from './asked-for.ts';

const ROOT = join(import.meta.dirname, '../..');

/**
 * Statuses that say that a part of the installation is away or broken; they are tested once, for
 * all routes.
 */
const SHARED: ReadonlySet<number> = new Set([400, 408, 413, 414, 415, 431, 500, 502, 503, 504]);

/** Routes whose only reason for 429 is one of all routes, which the tests of the edge show. */
const hasNoOwnLimit = ({ errors = [] }: RouteDefinition): boolean =>
  errors.every((code) => ERROR_CODES[code].status !== 429);

/** The end-to-end test of every status of `/v1`. */
const V1 = 'tests/e2e/v1-statuses.test.ts';
const PAID = [200, 400, 401, 402, 403, 404, 409, 429];

/**
 * Tests that go through every route that asks for a credential, with the statuses that they expect
 * of each.
 */
const EVERY_ROUTE: readonly { auth: RouteAuth; file: string; statuses: readonly number[] }[] = [
  { auth: 'platform', file: 'tests/api/admin/access.test.ts', statuses: [401, 404] },
  { auth: 'user', file: 'tests/api/account/access.test.ts', statuses: [401] },
];
/** The test that makes every change of a document under a lease that has ended. */
const EVERY_LEASE = 'tests/api/admin/configuration/leased-routes.test.ts';
/** The test that plays every route with every role. */
const EVERY_ROLE = 'tests/api/admin/roles.test.ts';
/**
 * Tests that go through every route with an id in its path: what is not there, and what belongs to
 * somebody else.
 */
const EVERY_ID = [{ prefix: '/api/platform/', file: 'tests/api/admin/not-found.test.ts' }];

/** Routes without a test file of their own, and where they are tested. */
const ELSEWHERE: readonly { route: string; file: string; statuses: readonly number[] }[] = [
  {
    route: 'POST /api/platform/auth/change-password',
    file: 'tests/api/admin/auth/callback.test.ts',
    statuses: [409],
  },
  {
    route: 'GET /api/platform/aliases/{alias_id}',
    file: 'tests/api/admin/aliases/list.test.ts',
    statuses: [200],
  },
  {
    route: 'GET /api/platform/retention-policies',
    file: 'tests/api/admin/retention/policies.test.ts',
    statuses: [200],
  },
  {
    route: 'PUT /api/platform/retention-policies/{category}',
    file: 'tests/api/admin/retention/policies.test.ts',
    statuses: [200, 422],
  },
  ...['POST /api/platform/retention-purge/preview', 'POST /api/platform/retention-purge'].map(
    (route) => ({
      route,
      file: 'tests/api/admin/retention/refusals.test.ts',
      statuses: [422],
    }),
  ),
  {
    route: 'POST /api/platform/retention-purge/preview',
    file: 'tests/api/admin/retention/purge.test.ts',
    statuses: [200],
  },
  {
    route: 'GET /api/platform/retention-purge/{purge_id}',
    file: 'tests/api/admin/retention/purge.test.ts',
    statuses: [200],
  },
  {
    route: 'GET /api/platform/usage/summary',
    file: 'tests/api/admin/analytics/dashboard.test.ts',
    statuses: [200, 401],
  },
  {
    route: 'GET /api/platform/analytics.csv',
    file: 'tests/api/admin/analytics/get.test.ts',
    statuses: [200, 401, 422],
  },
  {
    route: 'GET /api/platform/exports/requests.csv',
    file: 'tests/api/admin/requests/list.test.ts',
    statuses: [200, 401, 422],
  },
  { route: 'GET /v1/models', file: V1, statuses: [200, 400, 401, 403] },
  { route: 'GET /v1/models/{model}', file: V1, statuses: [200, 401, 403, 404] },
  { route: 'GET /v1/vector_stores', file: V1, statuses: [200, 400, 401, 403] },
  { route: 'GET /v1/vector_stores/{vector_store_id}', file: V1, statuses: [200, 401, 403, 404] },
  { route: 'GET /v1/async/{op_id}', file: V1, statuses: [200, 202, 401, 403, 404] },
  ...[
    { route: 'GET /api/webhooks', statuses: [200] },
    { route: 'POST /api/webhooks', statuses: [201, 409, 422] },
    { route: 'GET /api/webhooks/{webhook_id}', statuses: [200, 404] },
    { route: 'PATCH /api/webhooks/{webhook_id}', statuses: [200, 404, 422] },
    { route: 'DELETE /api/webhooks/{webhook_id}', statuses: [204, 404] },
    { route: 'POST /api/webhooks/{webhook_id}/rotate-secret', statuses: [200, 404] },
    { route: 'POST /api/webhooks/{webhook_id}/test', statuses: [202, 404, 409, 429] },
    { route: 'GET /api/webhooks/{webhook_id}/deliveries', statuses: [200, 404, 422] },
    { route: 'GET /api/webhooks/{webhook_id}/deliveries/{message_id}', statuses: [200, 404] },
    {
      route: 'POST /api/webhooks/{webhook_id}/deliveries/{message_id}/resend',
      statuses: [202, 404, 409],
    },
    { route: 'GET /api/credits/threshold', statuses: [200] },
    { route: 'PUT /api/credits/threshold', statuses: [200, 422] },
  ].map((one) => ({ ...one, file: 'tests/api/account/webhooks/webhooks.test.ts' })),
  ...[
    { route: 'GET /api/platform/webhooks', statuses: [200] },
    { route: 'POST /api/platform/webhooks', statuses: [201, 409, 422] },
    { route: 'GET /api/platform/webhooks/{webhook_id}', statuses: [200] },
    { route: 'PATCH /api/platform/webhooks/{webhook_id}', statuses: [200, 422] },
    { route: 'DELETE /api/platform/webhooks/{webhook_id}', statuses: [204] },
    { route: 'POST /api/platform/webhooks/{webhook_id}/rotate-secret', statuses: [200] },
    { route: 'POST /api/platform/webhooks/{webhook_id}/test', statuses: [202, 409, 429] },
    { route: 'GET /api/platform/webhooks/{webhook_id}/deliveries', statuses: [200, 422] },
    { route: 'GET /api/platform/webhooks/{webhook_id}/deliveries/{message_id}', statuses: [200] },
    {
      route: 'POST /api/platform/webhooks/{webhook_id}/deliveries/{message_id}/resend',
      statuses: [202, 409],
    },
  ].map((one) => ({ ...one, file: 'tests/api/admin/webhooks/webhooks.test.ts' })),
  ...[
    { route: 'POST /v1/videos', statuses: [202, 401, 402, 403, 404, 409, 429] },
    { route: 'GET /v1/videos', statuses: [200, 401, 403] },
    { route: 'GET /v1/videos/{video_id}', statuses: [200, 401, 403, 404] },
    { route: 'GET /v1/media/{media_id}', statuses: [200, 206, 401, 403, 404, 416] },
    { route: 'DELETE /v1/media/{media_id}', statuses: [200, 401, 403, 404] },
    { route: 'DELETE /v1/videos/{video_id}', statuses: [200, 401, 403, 404, 409] },
    { route: 'GET /v1/videos/{video_id}/content', statuses: [200, 206, 401, 403, 404, 409, 416] },
  ].map((one) => ({ ...one, file: 'tests/e2e/videos.test.ts' })),
  ...[
    { route: 'POST /v1/files', statuses: [200, 401, 403, 429] },
    { route: 'GET /v1/files', statuses: [200, 401, 403] },
    { route: 'GET /v1/files/{file_id}', statuses: [200, 401, 403, 404] },
    { route: 'DELETE /v1/files/{file_id}', statuses: [200, 401, 403, 404, 409] },
    { route: 'GET /v1/files/{file_id}/content', statuses: [200, 401, 403, 404] },
    { route: 'POST /v1/batches', statuses: [200, 401, 403, 409, 429] },
    { route: 'GET /v1/batches', statuses: [200, 401, 403] },
    { route: 'GET /v1/batches/{batch_id}', statuses: [200, 401, 403, 404] },
    { route: 'POST /v1/batches/{batch_id}/cancel', statuses: [200, 401, 403, 404, 409] },
  ].map((one) => ({ ...one, file: 'tests/e2e/batches.test.ts' })),
  ...[
    { route: 'GET /api/batches', statuses: [200, 422] },
    { route: 'GET /api/batches/{batch_id}', statuses: [200, 404] },
    { route: 'POST /api/batches/{batch_id}/cancel', statuses: [202, 404, 409] },
  ].map((one) => ({ ...one, file: 'tests/api/account/batches/batches.test.ts' })),
  ...[
    { route: 'GET /api/platform/batches', statuses: [200, 422] },
    { route: 'POST /api/platform/batches/{batch_id}/cancel', statuses: [202, 404, 409, 422] },
  ].map((one) => ({ ...one, file: 'tests/api/admin/batches/batches.test.ts' })),
  {
    route: 'POST /v1/videos/quote',
    file: 'tests/e2e/video-quote.test.ts',
    statuses: [200, 401, 403, 404],
  },
  { route: 'POST /v1/chat/completions', file: V1, statuses: [...PAID, 202] },
  { route: 'POST /v1/chat/completions/quote', file: V1, statuses: [200, 400, 401, 403, 404] },
  { route: 'POST /v1/responses', file: V1, statuses: [...PAID, 202] },
  { route: 'POST /v1/messages', file: V1, statuses: PAID },
  { route: 'POST /v1/messages/count_tokens', file: V1, statuses: [200, 400, 401, 403, 404] },
  { route: 'POST /v1/embeddings', file: V1, statuses: PAID },
  { route: 'POST /v1/images/generations', file: V1, statuses: PAID },
  { route: 'POST /v1/images/edits', file: V1, statuses: PAID },
  { route: 'POST /v1/rerank', file: V1, statuses: PAID },
  { route: 'POST /v1/moderations', file: V1, statuses: PAID },
  { route: 'POST /v1/audio/speech', file: V1, statuses: PAID },
  { route: 'POST /v1/audio/transcriptions', file: V1, statuses: PAID },
  { route: 'POST /v1/audio/translations', file: V1, statuses: PAID },
  { route: 'GET /health/live', file: 'tests/api/account/process.test.ts', statuses: [200] },
  { route: 'GET /health/startup', file: 'tests/api/account/process.test.ts', statuses: [200] },
  { route: 'GET /health/ready', file: 'tests/api/account/process.test.ts', statuses: [200, 503] },
];

/** A route and what is known of its tests. */
export interface Coverage {
  /** `POST /api/keys`. */
  name: string;
  exists: boolean;
  /** Test files by status. */
  tested: ReadonlyMap<number, readonly string[]>;
  /**
   * Statuses that the description names and no test of this route covers; without those that all
   * routes share.
   */
  untested: readonly number[];
  /** Statuses that tests cover and the description does not name. */
  undocumented: readonly number[];
}

/** Every route that exists or was asked for, with the tests of each of its statuses. */
export function listCoverage(): Coverage[] {
  const files = readTestFiles();
  const known = listDefinitions().map((route) => coverageOf(route, files));
  const names = new Set(known.map(({ name }) => name.replaceAll(/\{\w+\}/g, '{}')));
  const missing = ASKED_FOR.filter((name) => !names.has(name.replaceAll(/\{\w+\}/g, '{}')));
  return [
    ...known,
    ...missing.map((name) => ({
      name,
      exists: false,
      tested: new Map<number, string[]>(),
      untested: [],
      undocumented: [],
    })),
  ];
}

function coverageOf(route: RouteDefinition, files: ReadonlyMap<string, string>): Coverage {
  const name = nameOf(route);
  const tested = new Map<number, string[]>();
  const note = (status: number, file: string): void => {
    const before = tested.get(status) ?? [];
    if (!before.includes(file)) tested.set(status, [...before, file]);
  };
  const own = files.get(name);
  if (own !== undefined) for (const status of statusesIn(own)) note(status, own);
  for (const { auth, file, statuses } of EVERY_ROUTE) {
    if (route.auth === auth) {
      for (const status of statuses) note(status, file);
      // Only what changes something can be the work of another site.
      if (route.method !== 'get') note(403, file);
    }
  }
  if (asksForRole(route)) note(403, EVERY_ROLE);
  if (route.leased === true) note(409, EVERY_LEASE);
  for (const { prefix, file } of EVERY_ID) {
    if (route.path.startsWith(prefix) && /:(?!action)\w+/.test(route.path)) note(404, file);
  }
  for (const one of ELSEWHERE) {
    if (one.route === name) for (const status of one.statuses) note(status, one.file);
  }
  const documented = documentedOf(route);
  return {
    name,
    exists: true,
    tested,
    untested: documented.filter(
      (status) =>
        !tested.has(status) && !SHARED.has(status) && !(status === 429 && hasNoOwnLimit(route)),
    ),
    // A platform route is not there for the public listener; the public description does not show
    // it at all.
    undocumented: [...tested.keys()].filter(
      (status) => !documented.includes(status) && ![404, 405].includes(status),
    ),
  };
}

function documentedOf(route: RouteDefinition): number[] {
  const further = Object.keys(route.furtherAnswers ?? {}).map((key) => Number(key.split(' ')[0]));
  return [...new Set([route.status, ...further, ...errorStatusesOf(route)])].sort((a, b) => a - b);
}

/** The test file of each operation file, by the route that it defines or answers. */
function readTestFiles(): Map<string, string> {
  const files = new Map<string, string>();
  const byExport = exportedRoutes();
  for (const path of globSync('services/*/src/routes/*/*.ts', { cwd: ROOT })) {
    const [, service = '', rest = ''] = /^services\/(\w+)\/src\/routes\/(.+)\.ts$/.exec(path) ?? [];
    const test = `tests/api/${service}/${rest}.test.ts`;
    if (!existsSync(join(ROOT, test))) continue;
    const text = readFileSync(join(ROOT, path), 'utf8');
    const answered = [...text.matchAll(/[rR]oute\(\s*(\w+),/g)].flatMap(
      ([, name = '']) => byExport.get(`${service} ${name}`) ?? [],
    );
    for (const name of answered) files.set(name, test);
  }
  return files;
}

/** Routes as `POST /api/keys`, by the service that answers and the name of the definition. */
function exportedRoutes(): Map<string, string> {
  const found = globSync('libs/contract/src/routes/*/*.ts', { cwd: ROOT }).flatMap((path) => {
    const service = path.split('/').at(-2);
    const text = readFileSync(join(ROOT, path), 'utf8');
    const definitions =
      /export const (\w+) = defineRoute\(\{\s*method: '(\w+)',\s*path: '([^']+)'/g;
    return [...text.matchAll(definitions)].map(
      ([, name = '', method = '', address = '']): [string, string] => [
        `${service} ${name}`,
        `${method.toUpperCase()} ${address.replaceAll(/[:*](\w+)/g, '{$1}')}`,
      ],
    );
  });
  return new Map(found);
}

/** The statuses for which a test file has a `describe` of its own. */
function statusesIn(file: string): number[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  return [...text.matchAll(/^describe\('[^'\n]* answers? (\d{3})/gm)].map(([, status]) =>
    Number(status),
  );
}
