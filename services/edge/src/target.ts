import { GatewayError } from '@tollgate/contract/errors';
import { WHOLE_PATH_PATTERN } from '@tollgate/contract/path-text';
import { TARGET_BYTES_MAX } from './bounds.ts';

/** A request's address in the only spelling that is let through. */
export interface CanonicalTarget {
  /** Unescaped segments of plain characters; what is matched is what is forwarded. */
  path: string;
  /** With its `?`, or empty. */
  query: string;
}

/** No escapes but those of a model's id, which are resolved first: a second spelling of a path does not go further than this. */
const PATH = new RegExp(WHOLE_PATH_PATTERN);
const QUERY = /^[\x21\x22\x24-\x7e]*$/;
const KEY_START = /svc_(?:live|test)_/i;
const CREDENTIAL_NAMES: ReadonlySet<string> = new Set([
  'api_key',
  'apikey',
  'api-key',
  'access_token',
  'authorization',
]);

/**
 * Takes a request target apart, when it is canonical.
 * @throws GatewayError `invalid_path` for any other spelling and `target_too_long`
 */
export function parseTarget(target: string): CanonicalTarget {
  if (target.length > TARGET_BYTES_MAX) {
    throw new GatewayError(
      'target_too_long',
      `The address may have ${TARGET_BYTES_MAX} bytes at most.`,
    );
  }
  const mark = target.indexOf('?');
  const path = plainPath(mark === -1 ? target : target.slice(0, mark));
  const query = mark === -1 ? '' : target.slice(mark);
  if (path === '' || !PATH.test(path)) {
    throw new GatewayError(
      'invalid_path',
      'The path must be absolute and plain: no escapes, empty segments, dot segments or other special characters.',
    );
  }
  if (!QUERY.test(query)) {
    throw new GatewayError('invalid_path', 'The query must be percent-encoded.');
  }
  return { path, query };
}

/** Clients escape an id that stands in a path; below this one the plain spelling is made of it before anything is matched. */
const MODELS = '/v1/models/';
const ESCAPE = /%(2[4b-f]|3[ad]|40)/gi;

function plainPath(path: string): string {
  if (!path.startsWith(MODELS) || !path.includes('%')) return path;
  return path.replaceAll(ESCAPE, (_all, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/**
 * Refuses credentials in the query: addresses end up in logs and histories.
 * @throws GatewayError `invalid_api_key`
 */
export function assertNoCredential(query: string): void {
  if (query === '') return;
  const found =
    KEY_START.test(query) ||
    (query.includes('%') && KEY_START.test(unescapeFully(query))) ||
    [...new URLSearchParams(query).keys()].some((name) => CREDENTIAL_NAMES.has(name.toLowerCase()));
  if (!found) return;
  throw new GatewayError(
    'invalid_api_key',
    'Credentials must not appear in the address. Send the key as Authorization: Bearer, and replace this one: it may have been logged.',
  );
}

/** Resolves the escapes of printable characters, also of escapes that were escaped once more. */
function unescapeFully(query: string): string {
  let text = query;
  for (let round = 0; round < 3; round += 1) {
    text = text.replaceAll(/%([2-7][0-9a-f])/gi, (_all, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  }
  return text;
}
