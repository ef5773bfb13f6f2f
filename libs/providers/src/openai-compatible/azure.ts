import type { Credential, HttpCall, Endpoint } from '../adapter/adapter.ts';

const HOST = /\.azure\.(?:com|us|cn)$/u;
/** A resource's older interface: its base URL ends here, and the deployment belongs to the path. */
const CLASSIC = /\/openai$/u;

/** A base URL that names a deployment; the Responses interface is none of a deployment's. */
const OF_DEPLOYMENT = /\/openai\/deployments\/[^/]+$/u;
/**
 * Operations that belong to the resource and name the deployment as the model, on the older
 * interface too.
 */
const OF_RESOURCE: ReadonlySet<string> = new Set(['/responses']);

/**
 * Whether the Responses interface can be reached from a base URL. Elsewhere than at Azure nothing
 * is known against it.
 */
export function reachesResponses(baseUrl: string): boolean {
  return !isAzure(baseUrl) || !OF_DEPLOYMENT.test(baseUrl);
}

/**
 * The path of an operation. On Azure's older interface (`…/openai`) a deployment comes before it,
 * which has to be named like the model; `…/openai/v1` and `…/openai/deployments/{deployment}` take
 * it as it is.
 */
export function pathFor({ baseUrl, upstreamModel }: Endpoint, operation: string): string {
  const isOfResource = OF_RESOURCE.has(operation);
  if (isOfResource || !isAzure(baseUrl) || !CLASSIC.test(baseUrl)) return operation;
  return `/deployments/${encodeURIComponent(upstreamModel)}${operation}`;
}

/**
 * Adds the key: as Azure wants it, with the version of its interface, or as everybody else does.
 */
export function withKey(call: HttpCall, credential: Credential): HttpCall {
  const { api_key: key = '', api_version: version } = credential;
  const { headers, url } = call;
  if (version === undefined && !isAzure(url)) {
    return { ...call, headers: { ...headers, authorization: `Bearer ${key}` } };
  }
  const mark = url.includes('?') ? '&' : '?';
  const query = version === undefined ? '' : `${mark}api-version=${encodeURIComponent(version)}`;
  return { ...call, url: url + query, headers: { ...headers, 'api-key': key } };
}

function isAzure(url: string): boolean {
  return URL.canParse(url) && HOST.test(new URL(url).hostname);
}
