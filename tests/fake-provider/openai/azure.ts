import type { IncomingHttpHeaders } from 'node:http';
import type { Call } from '../wire.ts';

const HOST = /\.openai\.azure\.com(?::\d+)?$/u;
/** The newer interface, without versions. */
const NEWER = /^\/openai\/v1\/(?:chat\/completions|responses|embeddings|models(?:\/[^/]+)?)$/u;
/**
 * The older interface: conversations and vectors belong to a deployment, responses and the list of
 * models to the resource.
 */
const OLDER =
  /^\/openai\/(?:deployments\/[^/]+\/(?:chat\/completions|embeddings)|responses|models)$/u;

/** Whether a request is meant for a resource at Azure. */
export function isAzure({ host = '' }: IncomingHttpHeaders): boolean {
  return HOST.test(host);
}

/**
 * Whether a resource at Azure has such an address; the older interface wants its version with each
 * request.
 */
export function isAtAzure({ path, query }: Call): boolean {
  return NEWER.test(path) || (OLDER.test(path) && (query.get('api-version') ?? '') !== '');
}
