import { GatewayError } from '@tollgate/contract/error-codes';
import { factorAt, heldAt } from '@tollgate/keys/overruns';
import { readSecret } from '@tollgate/keys/secret';
import type { Pepper } from '@tollgate/keys/secret';
import type { Caller, KeyEntry } from './caller.ts';
import type { Directory } from './directory.ts';

const BEARER = /^Bearer[ \t]+(\S.*)$/i;
const KEY = /^svc_(?:live|test)_[A-Za-z0-9]+$/;
/** Where clients of other services put their keys. */
const OTHER_HEADERS = ['x-api-key', 'api-key', 'x-goog-api-key'] as const;
const HOW = '"Authorization: Bearer svc_live_…"';

/**
 * Step 1: whose key is it, and may it be used now? Garbage is refused by its checksum before
 * anything is looked up.
 * @param given.apiKeyHeader the route has clients that send their key in `x-api-key`
 * @throws GatewayError 401 for no or an unknown key, 403 for one that is suspended or expired
 */
export async function authenticate(
  deps: { directory: Directory; pepper: Pepper },
  header: (name: string) => string | undefined,
  { apiKeyHeader = false }: { apiKeyHeader?: boolean } = {},
): Promise<Caller> {
  const secret = secretOf(apiKeyHeader ? withApiKeyHeader(header) : header);
  const read = readSecret(secret, deps.pepper);
  const entry = read === null ? null : await deps.directory.find(read.digests);
  if (read === null || entry === null || performance.now() >= entry.replacedAtMs) {
    throw new GatewayError('invalid_api_key', 'This API key does not exist. Check it for typos.');
  }
  return callerOf(deps.directory, entry);
}

/**
 * The key of work that its owner has handed in earlier, as it is now.
 * @throws GatewayError 401 for a key that was deleted since, 403 for one that is suspended or
 *   expired
 */
export async function authenticateById(directory: Directory, keyId: string): Promise<Caller> {
  const entry = await directory.findById(keyId);
  if (entry === null) throw new GatewayError('invalid_api_key', 'This API key was deleted.');
  return callerOf(directory, entry);
}

/** @throws GatewayError 403 when the key or its owner may not be used now */
function callerOf(directory: Directory, entry: KeyEntry): Caller {
  assertUsable(entry);
  const { widening } = entry;
  const held = directory.heldModels();
  const known = knownCaller(entry);
  if (widening === null && held.models.length === 0) return known;
  const now = performance.now();
  const heldModels = heldAt([widening, held], now);
  return {
    ...known,
    inputFactor: factorAt(widening, now),
    ...(heldModels === undefined ? {} : { heldModels }),
  };
}

/** The caller of a key whose prompts have kept within their bounds; one object for each entry. */
function knownCaller(entry: KeyEntry): Caller {
  const known = callers.get(entry);
  if (known !== undefined) return known;
  const { key, policy, isUnlimited } = entry;
  const caller = { key, policy, mode: key.mode, ...(isUnlimited ? { isUnlimited } : {}) };
  callers.set(entry, caller);
  return caller;
}

const callers = new WeakMap<KeyEntry, Caller>();

/**
 * Reads a key in `x-api-key` as if it were a bearer. Two headers with two keys are refused, because
 * two readers could each take another one.
 * @throws GatewayError 401
 */
function withApiKeyHeader(
  header: (name: string) => string | undefined,
): (name: string) => string | undefined {
  const key = header('x-api-key')?.trim() ?? '';
  const bearer = header('authorization')?.trim() ?? '';
  if (key === '') return header;
  if (bearer !== '' && BEARER.exec(bearer)?.[1]?.trim() !== key) {
    throw new GatewayError(
      'invalid_api_key',
      'Authorization and x-api-key hold different keys. Send one of them.',
    );
  }
  return (name) => (name === 'authorization' ? `Bearer ${key}` : header(name));
}

/**
 * The key in the `Authorization` header. A key in another header is not used; the error says where
 * it belongs.
 * @throws GatewayError 401
 */
function secretOf(header: (name: string) => string | undefined): string {
  const authorization = header('authorization')?.trim() ?? '';
  const secret = BEARER.exec(authorization)?.[1]?.trim();
  if (secret === undefined)
    throw new GatewayError('unauthenticated', wordsFor(authorization, header));
  if (KEY.test(secret)) return secret;
  throw new GatewayError(
    'invalid_api_key',
    'What was sent is not an API key of this service: those begin with svc_live_ or svc_test_. Send your key as it was shown when it was created.',
  );
}

function wordsFor(authorization: string, header: (name: string) => string | undefined): string {
  if (KEY.test(authorization)) return `Write "Bearer " before the API key: ${HOW}.`;
  const other = OTHER_HEADERS.find((name) => header(name) !== undefined);
  if (authorization !== '' || other === undefined) return `Send your API key as ${HOW}.`;
  return `A key in ${other} is not read. Send your API key as ${HOW}.`;
}

/** @throws GatewayError 403 when the key or its owner may not be used now */
function assertUsable({ key, endsAtMs }: KeyEntry): void {
  if (key.ownerStatus !== 'active') {
    throw new GatewayError('account_suspended', 'The account of this API key is suspended.');
  }
  if (key.status !== 'active') {
    throw new GatewayError('key_suspended', 'This API key is suspended. Resume it or use another.');
  }
  if (performance.now() >= endsAtMs) {
    throw new GatewayError('key_expired', 'This API key has expired. Create a new one.');
  }
}
