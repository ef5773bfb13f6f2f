import type { Credential } from '@tollgate/providers/adapter/adapter';
import type { Recording } from '../recordings.ts';
import type { Faults } from './compare.ts';
import type { SentCall } from './replayer.ts';

const KEY = 'not-a-key-of-anybody';
const ACCESS_KEY = 'AKIDOFNOBODY';
const AZURE = /\.azure\.com$/u;
/** The only version of its wire that Anthropic has. */
const ANTHROPIC_VERSION = '2023-06-01';
/** Every header by which one of the providers knows its customers. */
const HEADERS = ['authorization', 'api-key', 'x-api-key', 'x-goog-api-key', 'anthropic-version'];

/** A credential with something in each field that the recorded provider needs. */
export function credentialFor(family: string, { request }: Recording): Credential {
  const url = request === null ? null : new URL(request.url);
  if (family === 'bedrock') {
    const region = url?.hostname.split('.')[1] ?? 'us-east-1';
    return { region, access_key_id: ACCESS_KEY, secret_access_key: KEY };
  }
  const version = url?.searchParams.get('api-version');
  return { api_key: KEY, ...(version ? { api_version: version } : {}) };
}

/**
 * Whether a call proves who it comes from by the headers that the provider documents, and by no
 * other. Recordings hold no credentials, so the providers' own words are the judge here.
 */
export function compareCredential(
  family: string,
  { request }: Recording,
  { sent, faults }: { sent: SentCall; faults: Faults },
): void {
  const { hostname } = new URL(request?.url ?? sent.url);
  const { authorization } = sent.headers;
  const reported = HEADERS.flatMap((name) => {
    const value = sent.headers[name];
    return value === undefined || name === 'authorization' ? [] : [[name, value]];
  });
  const bearer = authorization === undefined ? {} : { authorization };
  const made = { ...Object.fromEntries(reported), ...bearer } as Record<string, unknown>;
  if (family === 'bedrock') {
    const region = hostname.split('.')[1] ?? '';
    const isSigned = signature(region).test(authorization ?? '');
    if (!isSigned) faults.add(`no signature for ${region}: ${authorization ?? 'no header'}`);
    return;
  }
  faults.same('credential', made, documented(family, hostname));
}

function signature(region: string): RegExp {
  const scope = String.raw`Credential=${ACCESS_KEY}/\d{8}/${region}/bedrock/aws4_request`;
  const headers = String.raw`SignedHeaders=(?=[^ ,]*host)(?=[^ ,]*x-amz-date)[a-z0-9;-]+`;
  return new RegExp(`^AWS4-HMAC-SHA256 ${scope}, ${headers}, Signature=[0-9a-f]{64}$`, 'u');
}

function documented(family: string, hostname: string): Record<string, string> {
  if (family === 'anthropic') return { 'x-api-key': KEY, 'anthropic-version': ANTHROPIC_VERSION };
  if (family === 'google') return { 'x-goog-api-key': KEY };
  if (AZURE.test(hostname)) return { 'api-key': KEY };
  return { authorization: `Bearer ${KEY}` };
}
