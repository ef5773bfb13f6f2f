import {
  RECONCILIATION_BODY_BYTES_MAX,
  RECONCILIATIONS_PATH,
} from '@tollgate/contract/platform/reconciliations';
import { AUDIO_BODY_BYTES_MAX } from '@tollgate/contract/transcription';
import type { Timers } from '@tollgate/runtime/timers';
import {
  CONTROL_ANSWER_MS,
  CONTROL_BODY_BYTES_MAX,
  FILE_FORM_BYTES_MAX,
  INFERENCE_ANSWER_MARGIN_MS,
  INFERENCE_BODY_BYTES_MAX,
  TARGET_BYTES_MAX,
} from './bounds.ts';
import { GatewayError } from '@tollgate/contract/error-codes';
import { WHOLE_PATH_PATTERN } from '@tollgate/contract/path-text';

/** The listener that a request came through. */
export type Plane = 'public' | 'internal';

/** A service that the edge forwards to; also the audience of the token it is shown. */
export type TargetName = 'inference' | 'account' | 'admin' | 'docs' | 'console';

/** One line of the prefix table. */
export interface PrefixRule {
  readonly prefix: string;
  readonly target: TargetName;
  /** Listeners that know this prefix; for the others there is nothing at this address. */
  readonly planes: readonly Plane[];
  readonly bodyBytesMax: number;
  /** From the request's arrival to the last byte of its answer. */
  readonly answerMs: number;
  /**
   * Lets an answer that has begun go on for as long as `answerMs` never pass without a byte of it:
   * exports may be long.
   */
  readonly goesOn?: boolean;
  /** Credentials end here: what lies behind asks nobody who they are. */
  readonly anonymous?: boolean;
}

/**
 * The prefix table. The first line whose prefix fits decides, so a longer prefix comes above the
 * shorter one it is part of. A new service is one line here, one name above and one address in
 * `config.ts`.
 */
export function createRoutes(timers: Timers, scale: number): readonly PrefixRule[] {
  const inferenceAnswerMs = timers.callTotal + INFERENCE_ANSWER_MARGIN_MS * scale;
  const both = ['public', 'internal'] as const;
  const lasting = { answerMs: CONTROL_ANSWER_MS * scale, goesOn: true };
  const control = { bodyBytesMax: CONTROL_BODY_BYTES_MAX, ...lasting };
  // Inference ends each call in its time, which a credential or a model may set; until then its
  // answer moves, by blanks and comments at least.
  const inference = {
    bodyBytesMax: INFERENCE_BODY_BYTES_MAX,
    answerMs: inferenceAnswerMs,
    goesOn: true,
  };
  const docs = { target: 'docs', anonymous: true, planes: both } as const;
  const pages = { target: 'console', anonymous: true } as const;
  return [
    // Files take as long as their readers do.
    { prefix: '/v1/videos', target: 'inference', planes: both, ...inference, ...lasting },
    { prefix: '/v1/media', target: 'inference', planes: both, ...inference, ...lasting },
    {
      prefix: '/v1/audio',
      target: 'inference',
      planes: both,
      ...inference,
      bodyBytesMax: AUDIO_BODY_BYTES_MAX,
    },
    {
      prefix: '/v1/files',
      target: 'inference',
      planes: both,
      ...lasting,
      bodyBytesMax: FILE_FORM_BYTES_MAX,
    },
    { prefix: '/v1', target: 'inference', planes: both, ...inference },
    {
      prefix: RECONCILIATIONS_PATH,
      target: 'admin',
      planes: ['internal'],
      ...control,
      bodyBytesMax: RECONCILIATION_BODY_BYTES_MAX,
    },
    { prefix: '/api/platform', target: 'admin', planes: ['internal'], ...control },
    { prefix: '/api/openapi.json', ...docs, ...control },
    { prefix: '/api/docs', ...docs, ...control },
    { prefix: '/docs', ...docs, ...control },
    { prefix: '/llms.txt', ...docs, ...control },
    { prefix: '/llms-full.txt', ...docs, ...control },
    { prefix: '/console/platform', ...pages, planes: ['internal'], ...control },
    { prefix: '/console', ...pages, planes: both, ...control },
    // The page for people at the root itself: no path of ours has an empty segment, so that nothing
    // is below.
    { prefix: '/', ...docs, ...control },
    { prefix: '/api', target: 'account', planes: both, ...control },
  ];
}

/**
 * The route of a canonical path, or undefined where this listener has nothing. Case decides nothing
 * but refusal: a path that fits a prefix in another case belongs to nobody, never to a shorter
 * prefix.
 */
export function matchRule(
  routes: readonly PrefixRule[],
  plane: Plane,
  path: string,
): PrefixRule | undefined {
  const folded = path.toLowerCase();
  const route = routes.find(({ prefix }) => isUnder(folded, prefix));
  if (route === undefined || !route.planes.includes(plane)) return undefined;
  return isUnder(path, route.prefix) ? route : undefined;
}

/** What the edge knows of a request's address: the prefix, never what a caller wrote behind it. */
export function templateOf({ prefix }: PrefixRule): string {
  return prefix === '/' ? prefix : `${prefix}/*`;
}

/** Whether a path is `prefix` itself or something below it; `/apiX` is not under `/api`. */
export function isUnder(path: string, prefix: string): boolean {
  if (!path.startsWith(prefix)) return false;
  return path.length === prefix.length || path[prefix.length] === '/';
}

/** A request's address in the only spelling that is let through. */
export interface CanonicalTarget {
  /** Unescaped segments of plain characters; what is matched is what is forwarded. */
  path: string;
  /** With its `?`, or empty. */
  query: string;
}

/**
 * No escapes but those of a model's id, which are resolved first: a second spelling of a path does
 * not go further than this.
 */
const PLAIN_PATH = new RegExp(WHOLE_PATH_PATTERN);
const QUERY = /^[\x21\x22\x24-\x7e]*$/;
const KEY_START = /(?:svc_(?:live|test)|tg_adm)_/i;
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
  if (path === '' || !PLAIN_PATH.test(path)) {
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

/**
 * Clients escape an id in a path; below this one the plain spelling is made of it before anything
 * is matched.
 */
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
