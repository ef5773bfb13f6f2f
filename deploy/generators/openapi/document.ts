import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  ERROR_CODES,
  GatewayError,
  toEnvelope,
  toMessagesError,
} from '@tollgate/contract/error-codes';
import type { ErrorCode } from '@tollgate/contract/error-codes';
import { COOKIE } from '@tollgate/contract/headers';
import type { RouteDefinition } from '@tollgate/contract/route';
import { listDefinitions } from './mounted.ts';
import { errorsOf, isOfMessages, pathOf, tagOf, writeOperation } from './operations.ts';
import { readSchemas } from './schemas.ts';
import type { Json } from './schemas.ts';

/** The version that the interface declares. */
const VERSION = '0.1.0';
const ERRORS_PAGE = join(import.meta.dirname, '../../../services/docs/content/errors.md');
const REQUEST_ID = 'req_01jd0000000000000000000000';

/** A listener of the edge. */
export type Plane = 'public' | 'internal';

/** The interface description of a listener: the platform's routes are on the internal one only. */
export async function writeDocument(plane: Plane): Promise<Json> {
  const routes = listDefinitions().filter(
    ({ path }) => plane === 'internal' || !path.startsWith('/api/platform/'),
  );
  const schemas = await readSchemas();
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of routes) {
    (paths[pathOf(route)] ??= {})[route.method] = writeOperation(route, schemas);
  }
  const responses = shareRefusals(paths);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tollgate',
      version: VERSION,
      summary: 'A gateway to language models with a prepaid wallet',
      description: DESCRIPTION,
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: '/', description: 'This installation' }],
    tags: tagsOf(routes),
    paths,
    components: {
      securitySchemes: securitySchemes(plane),
      headers: HEADERS,
      schemas: {
        ...schemas.components(),
        Error: ERROR,
        MessagesError: MESSAGES_ERROR,
        HTTPValidationError: VALIDATION,
      },
      responses: {
        ...responses,
        Validation: {
          description: 'A field is missing or does not fit; `loc` says which.',
          headers: { 'X-Request-ID': { $ref: '#/components/headers/X-Request-ID' } },
          content: {
            'application/json': {
              schema: { $ref: '#/components/schemas/HTTPValidationError' },
              example: {
                detail: [{ loc: ['body', 'name'], msg: 'is required', type: 'required' }],
              },
            },
          },
        },
      },
      examples: errorExamples(routes),
    },
  };
}

const DESCRIPTION = [
  'Clients call `/v1` with a key that this installation issued; the guides are at `/docs`, and agents read them at `/docs/mcp`.',
  '',
  "Errors are one envelope everywhere, but for faults of the input on `/api`, which are 422 with a list, and for `/v1/messages`, which has that of Anthropic's API.",
  'What a code means and what to do about it stands at `/docs/errors`.',
].join('\n');

function tagsOf(routes: readonly RouteDefinition[]): Json {
  return [...new Set(routes.map(tagOf))].map((name) => ({ name }));
}

const OWN_PAGE = 'Whatever is not read must name this installation in `Origin`.';

function securitySchemes(plane: Plane): Json {
  const bearer = (description: string): Json => ({ type: 'http', scheme: 'bearer', description });
  const cookie = (name: string, description: string): Json => ({
    type: 'apiKey',
    in: 'cookie',
    name,
    description,
  });
  return {
    apiKey: bearer('An API key of a user: `svc_live_…` or `svc_test_…`.'),
    apiKeyHeader: {
      type: 'apiKey',
      in: 'header',
      name: 'x-api-key',
      description: 'An API key of a user, where clients of the Messages API put it.',
    },
    userToken: bearer('The access token of a login.'),
    userCookie: cookie(COOKIE.userAccess, `The same token as a cookie. ${OWN_PAGE}`),
    sessionCookie: cookie(COOKIE.session, `The rotating session of a browser. ${OWN_PAGE}`),
    ...(plane === 'public'
      ? {}
      : {
          platformToken: bearer('The access token of an administrator.'),
          platformCookie: cookie(COOKIE.platformAccess, `The same token as a cookie. ${OWN_PAGE}`),
        }),
  };
}

const header = (description: string, schema: Json): Json => ({ description, schema });
const HEADERS: Json = {
  'X-Request-ID': header('The id of this request: yours, or one of ours.', { type: 'string' }),
  'X-Svc-Provider': header('The provider that answered.', { type: 'string' }),
  'X-Svc-Model': header('The model that answered, also when an alias was asked for.', {
    type: 'string',
  }),
  'X-Svc-Output-Policy': header('Who has set the ceiling of output tokens.', {
    type: 'string',
    enum: ['managed', 'explicit'],
  }),
  'X-Svc-Effective-Max-Tokens': header('The ceiling that held, in tokens.', { type: 'integer' }),
  'X-Svc-Default-Effort-Left-Out': header(
    'The default effort of the key, where the request does not go with it and it was left out.',
    { type: 'string' },
  ),
  'X-Svc-Ignored': header(
    'Fields of the request that cannot change an answer and that did not go to the provider, separated by commas.',
    { type: 'string' },
  ),
  'X-Svc-Charged': header(
    'The credits that the call was charged, a decimal with nine digits behind the point; of a stored answer, what the first call was charged. Absent on streams and where the charge is not final.',
    { type: 'string' },
  ),
  'X-Svc-Catalog-Revision': header(
    'The revision of the catalogue in which the model was found; that of an asynchronous operation stays.',
    { type: 'string' },
  ),
  'X-Idempotent-Replay': header('`true` on a stored answer.', { type: 'string' }),
  'X-Svc-Token-Count': header('Who counted the tokens; our own bound lies a little above.', {
    type: 'string',
    enum: ['provider', 'bound'],
  }),
  'X-Should-Retry': header('Whether the same request may be sent again.', {
    type: 'string',
    enum: ['true', 'false'],
  }),
  'Retry-After': header('Seconds to wait.', { type: 'integer', minimum: 1 }),
  'Preference-Applied': header('`respond-async`: the call is answered later.', { type: 'string' }),
  'X-Svc-Original-Request-ID': header('The id of the request that was answered first.', {
    type: 'string',
  }),
};

const ERROR: Json = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['message', 'type', 'param', 'code', 'request_id'],
      properties: {
        message: { type: 'string' },
        type: {
          type: 'string',
          enum: [...new Set(Object.values(ERROR_CODES).map(({ type }) => type))],
        },
        param: { type: ['string', 'null'] },
        code: { type: 'string' },
        request_id: { type: 'string' },
      },
    },
  },
};

const MESSAGES_ERROR: Json = {
  type: 'object',
  required: ['type', 'error', 'request_id'],
  properties: {
    type: { const: 'error' },
    error: {
      type: 'object',
      required: ['type', 'message', 'code', 'param', 'request_id'],
      properties: {
        type: { type: 'string' },
        message: { type: 'string' },
        code: { type: 'string' },
        param: { type: ['string', 'null'] },
        request_id: { type: 'string' },
      },
    },
    request_id: { type: 'string' },
  },
};

const VALIDATION: Json = {
  type: 'object',
  required: ['detail'],
  properties: {
    detail: {
      type: 'array',
      items: {
        type: 'object',
        required: ['loc', 'msg', 'type'],
        properties: {
          loc: { type: 'array', items: { type: ['string', 'integer'] } },
          msg: { type: 'string' },
          type: { type: 'string' },
        },
      },
    },
  },
};

/** What the page of errors says of a code, after its line of facts. */
function adviceOf(page: string, code: string): string {
  const section = page.split(`### \`${code}\``)[1]?.split('\n### ')[0] ?? '';
  return section.split('\n\n').slice(1).join('\n\n').trim();
}

/**
 * Puts each refusal that operations have in common into one component, `Refused401` and so on, and
 * lets the operations refer to it.
 */
function shareRefusals(paths: Record<string, Record<string, Json>>): Record<string, Json> {
  const named = new Map<string, string>();
  const shared: Record<string, Json> = {};
  for (const operation of Object.values(paths).flatMap((one) => Object.values(one))) {
    const { responses } = operation as { responses: Record<string, Record<string, Json>> };
    for (const [status, response] of Object.entries(responses)) {
      if (Number(status) < 400 || '$ref' in response) continue;
      const text = JSON.stringify([status, response]);
      const already = Object.keys(shared).filter((name) => name.startsWith(`Refused${status}`));
      const name =
        named.get(text) ??
        `Refused${status}${'abcdefghijklmnopqrstuvwxyz'[already.length - 1] ?? ''}`;
      named.set(text, name);
      shared[name] = response;
      responses[status] = { $ref: `#/components/responses/${name}` };
    }
  }
  return Object.fromEntries(
    Object.entries(shared).sort(([one], [other]) => one.localeCompare(other, 'en')),
  );
}

function errorExamples(routes: readonly RouteDefinition[]): Json {
  const used = new Set(routes.flatMap(errorsOf));
  const ofMessages = new Set(routes.filter(isOfMessages).flatMap(errorsOf));
  const page = readFileSync(ERRORS_PAGE, 'utf8');
  return Object.fromEntries(
    (Object.keys(ERROR_CODES) as ErrorCode[])
      .filter((code) => used.has(code))
      .flatMap((code) => {
        const advice = adviceOf(page, code).split('\n\n').slice(1);
        const error = new GatewayError(code, (advice[0] ?? code).replaceAll('\n', ' '));
        const reported = { summary: code, description: advice.slice(1).join('\n\n') };
        const both: [string, unknown][] = [
          [code, toEnvelope(error, REQUEST_ID)],
          [`messages_${code}`, toMessagesError(error, REQUEST_ID)],
        ];
        return both
          .filter(([name]) => name === code || ofMessages.has(code))
          .map(([name, value]) => [name, { ...reported, value: value as Json }]);
      }),
  );
}
