import { CompactEncrypt, compactDecrypt, decodeProtectedHeader, errors } from 'jose';
import { GatewayError } from '@tollgate/contract/error-codes';
import { parseExactJson } from '@tollgate/contract/exact-json';
import type {
  ReasoningItem,
  ResponseDocument,
  ResponsesRequest,
} from '@tollgate/contract/responses';
import { parseVersionedSecret, RETIRED_KEY_DAYS } from '@tollgate/runtime/versioned-secret';

const DAY_MS = 86_400_000;
const KEY_BYTES = 32;
const ALGORITHM = 'dir';
const ENCRYPTION = 'A256GCM';

/** The keys that seal what goes back to a provider and passes through a caller's hands. */
export interface ReasoningKey {
  current: string;
  keys: ReadonlyMap<string, Buffer>;
  /** When a key was last current, by version, in milliseconds of the wall clock. */
  retiredAtMs: ReadonlyMap<string, number>;
}

/**
 * Reads REASONING_KEY: `{"current":"v2","keys":{"v1":"<base64 of 32
 * bytes>","v2":"…"},"retired":{"v1":"<time>"}}`. A key that is not current opens for 30 days after
 * its time under `retired`, and without one for as long as it is listed.
 * @throws Error naming the fault, never the value
 */
export function parseReasoningKey(json: string): ReasoningKey {
  const fits = ({ length }: Buffer): boolean => length === KEY_BYTES;
  const { current, versions } = parseVersionedSecret('REASONING_KEY', json, fits);
  const { retired = {} } = JSON.parse(json) as { retired?: Record<string, string> };
  const retiredAtMs = new Map(
    Object.entries(retired).map(([version, time]) => [version, Date.parse(time)]),
  );
  if ([...retiredAtMs.values()].some(Number.isNaN)) {
    throw new Error('REASONING_KEY: "retired" holds something that is no time');
  }
  return { current, keys: versions, retiredAtMs };
}

/** The owner and the model that sealed content belongs to. */
export interface SealedFor {
  /** The owner of the API key. */
  userId: string;
  /**
   * Names under which the model may be asked again: the one that was asked for, and the one that
   * answered.
   */
  models: readonly string[];
}

/** The contents of a seal. */
interface Inside {
  user: string;
  models: string[];
  data: string;
}

/** Seals reasoning items before they go to a caller, and opens them when they come back. */
export interface ReasoningSeals {
  /**
   * Seals and authenticates one text for its owner and model; what comes out is a compact JWE (RFC
   * 7516).
   */
  seal(data: string, sealedFor: SealedFor): Promise<string>;
  /**
   * What was sealed, byte for byte; null when it was not sealed here for this user and model, was
   * changed, or its key is past its time.
   */
  open(sealed: string, by: { userId: string; model: string }): Promise<string | null>;
  /**
   * Opens content for any model of the user: who plans the call knows which model the content is
   * for.
   */
  openForAnyModel(sealed: string, by: { userId: string }): Promise<string | null>;
}

/** @param nowMs the wall clock, by which retired keys come to their end */
export function createReasoningSeals(key: ReasoningKey, nowMs: () => number): ReasoningSeals {
  const current = key.keys.get(key.current);
  if (current === undefined) throw new TypeError('the current key is not there');
  const insideOf = async (sealed: string, userId: string): Promise<Inside | null> => {
    const secret = secretFor(key, sealed, nowMs());
    const inside = secret === null ? null : await decrypted(sealed, secret);
    return inside?.user === userId ? inside : null;
  };
  return {
    seal(data, { userId, models }) {
      const inside: Inside = { user: userId, models: [...new Set(models)], data };
      return new CompactEncrypt(Buffer.from(JSON.stringify(inside)))
        .setProtectedHeader({ alg: ALGORITHM, enc: ENCRYPTION, kid: key.current })
        .encrypt(current);
    },
    async open(sealed, { userId, model }) {
      const inside = await insideOf(sealed, userId);
      return inside?.models.includes(model) === true ? inside.data : null;
    },
    async openForAnyModel(sealed, { userId }) {
      const inside = await insideOf(sealed, userId);
      return inside?.data ?? null;
    },
  };
}

async function decrypted(sealed: string, secret: Buffer): Promise<Inside | null> {
  try {
    const { plaintext } = await compactDecrypt(sealed, secret, {
      keyManagementAlgorithms: [ALGORITHM],
      contentEncryptionAlgorithms: [ENCRYPTION],
    });
    return parseExactJson(Buffer.from(plaintext).toString('utf8')) as Inside;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

function secretFor(
  { current, keys, retiredAtMs }: ReasoningKey,
  sealed: string,
  nowMs: number,
): Buffer | null {
  const version = versionOf(sealed);
  if (version === undefined) return null;
  const retired = version === current ? undefined : retiredAtMs.get(version);
  const isPast = retired !== undefined && nowMs > retired + RETIRED_KEY_DAYS * DAY_MS;
  return isPast ? null : (keys.get(version) ?? null);
}

function versionOf(sealed: string): string | undefined {
  try {
    return decodeProtectedHeader(sealed).kid;
  } catch {
    return undefined;
  }
}

/** A request whose reasoning items are open. */
export interface OpenedRequest extends ResponsesRequest {
  /**
   * The paths of sealed content that nobody here can open and that is left out, such as
   * `input[1].encrypted_content`.
   */
  unopened?: string[];
}

/**
 * The request with every reasoning item opened. Which model an item is for is judged with the plan.
 * What another service or another account has sealed is left out of turns that a user has closed by
 * going on.
 * @throws GatewayError 400 naming the first item of the open tool loop that was not sealed here for
 *   this user
 */
export async function openReasoningItems(
  seals: ReasoningSeals,
  request: ResponsesRequest,
  userId: string,
): Promise<OpenedRequest> {
  const { input } = request;
  if (typeof input === 'string' || !input.some(isSealed)) return request;
  const closed = input.findLastIndex((item) => 'role' in item && item.role === 'user');
  const unopened: string[] = [];
  const opened: typeof input = [];
  for (const [position, item] of input.entries()) {
    if (!isSealed(item)) {
      opened.push(item);
      continue;
    }
    const data = await seals.openForAnyModel(item.encrypted_content, { userId });
    const path = `input[${position}].encrypted_content`;
    if (data !== null) {
      opened.push({ ...item, encrypted_content: data });
      continue;
    }
    if (position > closed) throw forged(path);
    const { encrypted_content: _sealed, ...rest } = item;
    opened.push(rest);
    unopened.push(path);
  }
  return { ...request, input: opened, ...(unopened.length === 0 ? {} : { unopened }) };
}

/** The document with every reasoning item sealed for the caller that gets it. */
export async function sealReasoningItems(
  seals: ReasoningSeals,
  document: ResponseDocument,
  sealedFor: SealedFor,
): Promise<ResponseDocument> {
  const output: ResponseDocument['output'] = [];
  for (const item of document.output) {
    if (item.type !== 'reasoning') output.push(item);
    else {
      const sealed = await seals.seal(item.encrypted_content, sealedFor);
      output.push({ ...item, encrypted_content: sealed });
    }
  }
  return { ...document, output };
}

type Item = Exclude<ResponsesRequest['input'], string>[number];

function isSealed(item: Item): item is ReasoningItem & { encrypted_content: string } {
  return 'encrypted_content' in item && typeof item.encrypted_content === 'string';
}

function forged(param: string): GatewayError {
  return new GatewayError(
    'invalid_request',
    `${param} was not made here for this account, or was changed: hand reasoning items back as they came, or leave them out.`,
    { param },
  );
}
