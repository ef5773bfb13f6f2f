import { ERROR_CODES } from '@tollgate/contract/error-codes';
import type { ErrorCode } from '@tollgate/contract/error-codes';
import { PATH_PATTERN, PATH_SEGMENT_PATTERN } from '@tollgate/contract/path-text';
import { LEASE_HEADER } from '@tollgate/contract/platform/configuration';
import { PLATFORM_RIGHTS, PLATFORM_ROLES, rolesWith } from '@tollgate/contract/platform/roles';
import type { PlatformRight } from '@tollgate/contract/platform/roles';
import type { RouteDefinition } from '@tollgate/contract/route';
import { getAsyncOperationRoute } from '@tollgate/contract/routes/inference/async';
import { countTokensRoute } from '@tollgate/contract/routes/inference/messages';
import { REQUEST_EXAMPLES } from './examples.ts';
import { sample } from './sample.ts';
import type { Json, Schemas } from './schemas.ts';

/** The interface description's own spelling of a path. */
export const pathOf = ({ path }: RouteDefinition): string => path.replaceAll(/[:*](\w+)/g, '{$1}');

/** `POST /api/keys/{key_id}`. */
export const nameOf = (route: RouteDefinition): string =>
  `${route.method.toUpperCase()} ${pathOf(route)}`;

/** Whether faults of the input are reported as 422. */
const isControl = ({ path }: RouteDefinition): boolean => path.startsWith('/api/');

const EVERYWHERE: readonly ErrorCode[] = [
  'invalid_path',
  'invalid_header',
  'request_timeout',
  'target_too_long',
  'headers_too_large',
  'internal_error',
  // An address that has sent many wrong credentials is refused any other one, and a connection may
  // have few requests waiting.
  'rate_limit_exceeded',
  'overloaded',
  'service_crashed',
  'service_unavailable',
  'service_timeout',
];
const WITH_BODY: readonly ErrorCode[] = [
  'invalid_json',
  'json_too_deep',
  'payload_too_large',
  'unsupported_media_type',
];
const BY_AUTH: Readonly<Record<string, readonly ErrorCode[]>> = {
  none: [],
  user: ['unauthenticated'],
  platform: ['unauthenticated'],
  key: [
    'unauthenticated',
    'invalid_api_key',
    'key_suspended',
    'key_expired',
    'account_suspended',
    'permission_denied',
  ],
};

/** Every error that a route can answer, beside faults of its input on the control planes. */
export function errorsOf(route: RouteDefinition): ErrorCode[] {
  if (route.path.startsWith('/health/')) return ['internal_error'];
  const codes = new Set<ErrorCode>([
    ...EVERYWHERE,
    ...(BY_AUTH[route.auth] ?? []),
    ...(route.errors ?? []),
  ]);
  if (route.body !== undefined) for (const code of WITH_BODY) codes.add(code);
  if (asksForRole(route)) codes.add('role_required');
  if (route.leased === true) codes.add('conflict');
  if (route.params !== undefined) codes.add('not_found');
  const byCookie = route.auth === 'user' || route.auth === 'platform';
  if (byCookie && route.method !== 'get') codes.add('cross_site_request');
  return Object.keys(ERROR_CODES).filter((code): code is ErrorCode => codes.has(code as ErrorCode));
}

/**
 * Statuses by which a route refuses, in order. Any text is a parameter of a path: what names
 * nothing is not found.
 */
export function errorStatusesOf(route: RouteDefinition): number[] {
  const takes = route.body ?? route.query;
  const statuses = errorsOf(route).map((code) => ERROR_CODES[code].status as number);
  if (isControl(route) && takes !== undefined) statuses.push(422);
  return [...new Set(statuses)].sort((one, other) => one - other);
}

const TAGS: readonly [prefix: string, tag: string][] = [
  ['/v1/', 'Inference'],
  ['/health/', 'Health'],
  ['/api/openapi.json', 'Documentation'],
  ['/api/platform/', 'Platform'],
  ['/api/', 'Account'],
];

/** The group of a route, such as `Account: keys`. */
export function tagOf({ path }: RouteDefinition): string {
  const [prefix = '', tag = ''] = TAGS.find(([start]) => path.startsWith(start)) ?? [];
  if (tag !== 'Account' && tag !== 'Platform') return tag;
  const topic = path.slice(prefix.length).split('/')[0] ?? '';
  return `${tag}: ${topic.replaceAll('-', ' ').replace('.csv', '')}`;
}

const SECURITY: Readonly<Record<string, Json>> = {
  none: [],
  key: [{ apiKey: [] }],
  user: [{ userToken: [] }, { userCookie: [] }, { sessionCookie: [] }],
  platform: [{ platformToken: [] }, { platformCookie: [] }],
};

/** Operations that take less than others of their kind. */
const OWN_SECURITY: Readonly<Record<string, Json>> = {
  'POST /api/auth/refresh': [{ sessionCookie: [] }],
};

function securityOf(route: RouteDefinition): Json {
  if (route.apiKeyHeader === true) return [{ apiKey: [] }, { apiKeyHeader: [] }];
  return OWN_SECURITY[nameOf(route)] ?? SECURITY[route.auth] ?? [];
}

/** Whether a route reports errors in the shape of Anthropic's API. */
export function isOfMessages({ path }: RouteDefinition): boolean {
  return path === '/v1/messages' || path.startsWith('/v1/messages/');
}

/** `post /api/keys/:key_id/suspend` as `postApiKeysByKeyIdSuspend`. */
function operationIdOf({ method, path }: RouteDefinition): string {
  const words = path.split(/[/._-]/).map((step) => {
    const word = /^[:*]/.test(step) ? `by-${step.slice(1)}` : step;
    return word
      .split(/[-_]/)
      .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
      .join('');
  });
  return `${method}${words.join('')}`;
}

/** One operation of the description. */
export function writeOperation(route: RouteDefinition, schemas: Schemas): Json {
  return {
    operationId: operationIdOf(route),
    summary: route.summary,
    ...(route.auth === 'platform' ? rolesOf(route.needs) : {}),
    tags: [tagOf(route)],
    security: securityOf(route),
    ...parametersOf(route, schemas),
    ...requestBodyOf(route, schemas),
    responses: { ...successesOf(route, schemas), ...refusalsOf(route) },
  };
}

function rolesOf(needs: PlatformRight): Record<string, Json> {
  const roles = rolesWith(needs);
  return {
    description: `Roles: ${roles.map((role) => `\`${role}\``).join(', ')}. The right is \`${needs}\`: ${PLATFORM_RIGHTS[needs].text}`,
    'x-right': needs,
    'x-roles': [...roles],
  };
}

/** Whether there is a role that may not call the route. */
export const asksForRole = (route: RouteDefinition): boolean =>
  route.auth === 'platform' && rolesWith(route.needs).length < PLATFORM_ROLES.length;

interface ObjectSchema {
  properties?: Record<string, object>;
  required?: string[];
}

function parametersOf(route: RouteDefinition, schemas: Schemas): Record<string, Json> {
  const one = (
    name: string,
    location: string,
    given: { schema: object; required: boolean; description?: string },
  ): Json => ({
    name,
    in: location,
    required: given.required,
    ...(given.description === undefined ? {} : { description: given.description }),
    schema: schemas.write(given.schema),
    // Optional fields have their examples in the schema: there the interactive view does not send
    // them unasked.
    ...(given.required && location !== 'query'
      ? { example: sample(given.schema, false, name) as Json }
      : {}),
  });
  const part = (schema: object | undefined, location: 'path' | 'query'): Json[] => {
    const { properties = {}, required = [] } = (schema ?? {}) as ObjectSchema;
    return Object.entries(properties).map(([name, property]) => {
      const value = location === 'path' ? inPath(route, name, property) : property;
      const optional = 'default' in value || !required.includes(name);
      return one(name, location, { schema: value, required: location === 'path' || !optional });
    });
  };
  const taken = { ...route.requestHeaders, ...(route.leased === true ? LEASE_HEADER : {}) };
  const headers = Object.entries(taken).map(([name, header]) =>
    one(name, 'header', { ...header, required: header.required ?? false }),
  );
  const parameters = [...part(route.params, 'path'), ...part(route.query, 'query'), ...headers];
  return parameters.length === 0 ? {} : { parameters };
}

/**
 * A text in a path with the characters that the edge lets through: it answers 400 `invalid_path` to
 * any other text.
 */
function inPath({ path }: RouteDefinition, name: string, schema: object): object {
  const { type, pattern } = schema as { type?: string; pattern?: string };
  if (type !== 'string' || pattern !== undefined) return schema;
  return { ...schema, pattern: path.includes(`*${name}`) ? PATH_PATTERN : PATH_SEGMENT_PATTERN };
}

function requestBodyOf(route: RouteDefinition, schemas: Schemas): Record<string, Json> {
  if (route.upload !== undefined) {
    const schema = schemas.write(route.upload);
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
  }
  if (route.body === undefined) return {};
  const example = REQUEST_EXAMPLES[nameOf(route)] ?? sample(route.body, false);
  const body = schemas.write(route.body);
  // Where no body is needed, null is taken for none.
  const schema = route.bodyOptional === true ? { anyOf: [body, { type: 'null' }] } : body;
  const content = { schema, example: example as Json };
  return {
    requestBody: {
      required: route.bodyOptional !== true,
      content: { 'application/json': content, ...formOf(route, schemas) },
    },
  };
}

/** A form has the fields of the JSON body, as text; some of them may be files. */
function formOf({ body, form }: RouteDefinition, schemas: Schemas): Record<string, Json> {
  if (body === undefined || form === undefined) return {};
  const { properties = {}, required = [] } = body as ObjectSchema;
  const file = { type: 'string', contentMediaType: 'application/octet-stream' };
  const fields = Object.entries(properties).map(([name, schema]): [string, Json] => [
    name,
    form.files.includes(name)
      ? { ...file, description: `A file: ${form.filesMax} in one form` }
      : schemas.write(schema),
  ]);
  const schema = { type: 'object', required, properties: Object.fromEntries(fields) };
  return { 'multipart/form-data': { schema: { ...schema, additionalProperties: false } } };
}

function successesOf(route: RouteDefinition, schemas: Schemas): Record<string, Json> {
  const responses: Record<
    string,
    { description: string; headers: Json; content: Record<string, Json> }
  > = {};
  const at = (status: string, description: string) =>
    (responses[status] ??= {
      description,
      headers: headersOf(status === '202' && isInference(route) ? HANDLE_HEADERS : namesFor(route)),
      content: {},
    });
  if (route.response !== undefined) {
    const example = sample(route.response, true, '', nounOf(route)) as Json;
    at(String(route.status), 'Done.').content['application/json'] = {
      schema: schemas.write(route.response),
      example,
    };
  } else if (route.status === 204) at('204', 'Done; there is nothing to show.');
  for (const [key, further] of Object.entries(route.furtherAnswers ?? {})) {
    const answer = at(key.split(' ')[0] ?? '', further.description);
    const mediaType = further.mediaType ?? 'application/json';
    const schema = schemas.write(further.schema);
    const { example } = further;
    answer.content[mediaType] = {
      schema,
      ...(example === undefined
        ? exampleOf(mediaType, further.schema, nounOf(route))
        : { example }),
    };
  }
  return Object.fromEntries(
    Object.entries(responses).map(([status, { content, ...rest }]) => [
      status,
      Object.keys(content).length === 0 ? rest : { ...rest, content },
    ]),
  );
}

/** The last word of a path that is no id. */
const nounOf = ({ path }: RouteDefinition): string =>
  path.split('/').findLast((part) => part !== '' && !/^[:{]/u.test(part)) ?? '';

function exampleOf(mediaType: string, schema: object, noun: string): { example?: Json } {
  if (mediaType === 'application/json') return { example: sample(schema, true, '', noun) as Json };
  if (mediaType === 'text/csv') return { example: sample(schema, true) as Json };
  if (mediaType !== 'text/event-stream') return {};
  return { example: `data: ${JSON.stringify(sample(schema, false))}\n\ndata: [DONE]\n\n` };
}

/** The header component that every answer carries, and further ones. */
function headersOf(names: readonly string[] = []): Json {
  return Object.fromEntries(
    ['X-Request-ID', ...names].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}

/** The headers of inference. What is not paid for was answered by nobody. */
function namesFor({ path, auth, body }: RouteDefinition): readonly string[] {
  if (path === countTokensRoute.path) return ['X-Svc-Token-Count'];
  if (path === getAsyncOperationRoute.path) {
    return [...INFERENCE_HEADERS, 'X-Svc-Original-Request-ID'];
  }
  return auth === 'key' && body !== undefined ? INFERENCE_HEADERS : [];
}

const isInference = ({ path }: RouteDefinition): boolean => path.startsWith('/v1/');

/** The headers of the handle of an asynchronous operation. */
const HANDLE_HEADERS = ['Retry-After', 'Preference-Applied', 'X-Svc-Catalog-Revision'];

const INFERENCE_HEADERS = [
  'X-Svc-Provider',
  'X-Svc-Model',
  'X-Svc-Output-Policy',
  'X-Svc-Effective-Max-Tokens',
  'X-Svc-Default-Effort-Left-Out',
  'X-Svc-Ignored',
  'X-Svc-Charged',
  'X-Svc-Catalog-Revision',
  'X-Idempotent-Replay',
];

function refusalsOf(route: RouteDefinition): Record<string, Json> {
  const documented = new Set(Object.keys(route.furtherAnswers ?? {}));
  const codes = errorsOf(route);
  const entries = errorStatusesOf(route)
    .filter((status) => !documented.has(String(status)))
    .map((status): [string, Json] => {
      if (status === 422) return ['422', { $ref: '#/components/responses/Validation' }];
      const own = codes.filter((code) => ERROR_CODES[code].status === status);
      const prefix = isOfMessages(route) ? 'messages_' : '';
      const examples = own.map((code) => [
        code,
        { $ref: `#/components/examples/${prefix}${code}` },
      ]);
      return [
        String(status),
        {
          description: own.map((code) => `\`${code}\``).join(', '),
          headers: {
            ...(headersOf() as Record<string, Json>),
            'X-Should-Retry': { $ref: '#/components/headers/X-Should-Retry' },
            ...(own.some((code) => ERROR_CODES[code].retry)
              ? { 'Retry-After': { $ref: '#/components/headers/Retry-After' } }
              : {}),
          },
          content: {
            'application/json': {
              schema: {
                $ref: `#/components/schemas/${isOfMessages(route) ? 'MessagesError' : 'Error'}`,
              },
              examples: Object.fromEntries(examples) as Json,
            },
          },
        },
      ];
    });
  return Object.fromEntries(entries);
}
