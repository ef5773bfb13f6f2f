import { Ajv } from 'ajv';
import { GatewayError } from '@tollgate/contract/errors';
import { CountTokensRequest, MessagesRequest } from '@tollgate/contract/messages';
import { setApart } from './beyond.ts';
import type { ParsedMessages } from './beyond.ts';
import { checkLater } from './check-later.ts';
import type { Check } from './check-later.ts';
import { schemaFault } from './format-schema.ts';
import { toRequestError } from './request-error.ts';
import type { Endpoint } from './other-names.ts';
import { assertToolsFit } from './tool-rules.ts';
import { unpricedWithin } from './unpriced.ts';

const ajv = new Ajv({ strict: false, discriminator: true, verbose: true });
const validate = checkLater<MessagesRequest>(ajv, MessagesRequest);
const validateCount = checkLater<CountTokensRequest>(ajv, CountTokensRequest);

/** Fields whose use the provider bills apart from tokens, or that let the provider fetch or keep something. */
const UNPRICED: ReadonlySet<string> = new Set([
  'container',
  'mcp_servers',
  'speed',
  'inference_geo',
  'cache_control',
  'fallbacks',
]);

/** Edits of a conversation that only leave something out; others make the provider write, which its counts do not show. */
const FREE_EDIT = /^clear_[a-z_]+_\d{8}$/u;

/**
 * Checks the structure of a request to `/v1/messages`. What may cost more than tokens is refused here, by its name; other kinds of blocks, and members that are
 * not known, are set apart.
 * @throws GatewayError `invalid_request`, or `unsupported_parameter` for what this route does not do; both name the field
 */
export function parseMessagesRequest(body: unknown): ParsedMessages<MessagesRequest> {
  return parsed(body, validate, '/v1/messages');
}

/** The same for `/v1/messages/count_tokens`. */
export function parseCountTokensRequest(body: unknown): ParsedMessages<CountTokensRequest> {
  return parsed(body, validateCount, '/v1/messages/count_tokens');
}

function parsed<Request extends CountTokensRequest>(
  body: unknown,
  check: Check<Request>,
  endpoint: Endpoint,
): ParsedMessages<Request> {
  if (!isObject(body)) throw faultOf(body, check, endpoint);
  assertPriced(body);
  const { plain, beyond } = setApart(body);
  if (!check(plain)) throw toRequestError(check.errors ?? [], endpoint);
  for (const { param, value } of beyond) {
    const words = unpricedWithin(value);
    if (words !== null) throw unpriced(param, words);
  }
  assertFreeEdits(plain);
  assertFormat(plain);
  assertTools(plain);
  return { asked: plain, body, beyond };
}

function faultOf(body: unknown, check: Check, endpoint: Endpoint): GatewayError {
  check(body);
  return toRequestError(check.errors ?? [], endpoint);
}

/** Names what is billed apart before the schema calls the same thing unknown. */
function assertPriced(body: Fields): void {
  const field = Object.keys(body).find((name) => UNPRICED.has(name) && body[name] != null);
  if (field !== undefined) throw unpriced(field, 'has no price here');
  const tools: readonly unknown[] = Array.isArray(body['tools']) ? body['tools'] : [];
  const at = tools.findIndex((tool) => isObject(tool) && !isCustom(tool['type']));
  if (at >= 0) {
    throw unpriced(`tools[${at}].type`, 'can only be custom: other tools have no price here');
  }
}

function assertFreeEdits({ context_management: management }: CountTokensRequest): void {
  const edits = management?.edits ?? [];
  const at = edits.findIndex(({ type }) => !FREE_EDIT.test(type));
  if (at >= 0) {
    throw unpriced(
      `context_management.edits[${at}].type`,
      'can only be one that clears: other edits have no price here',
    );
  }
}

function isCustom(type: unknown): boolean {
  return type === undefined || type === null || type === 'custom';
}

function assertFormat({ output_config: output }: CountTokensRequest): void {
  const format = output?.format ?? null;
  const fault = format === null ? null : schemaFault(format.schema);
  if (fault === null) return;
  const param = 'output_config.format.schema';
  throw new GatewayError('invalid_request', `${param} ${fault}.`, { param });
}

function assertTools({ tools, tool_choice: choice }: CountTokensRequest): void {
  const named = choice?.type === 'tool' ? { name: choice.name } : null;
  assertToolsFit({
    names: (tools ?? []).map(({ name }) => name),
    choice: choice?.type === 'any' ? 'required' : named,
    parallel: null,
  });
}

function unpriced(param: string, words: string): GatewayError {
  return new GatewayError('unsupported_parameter', `${param} ${words}.`, { param });
}

type Fields = Record<string, unknown>;

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
