import { createHash } from 'node:crypto';
import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';
import type { Credential, HttpCall } from '../adapter/adapter.ts';

/** The service name in signatures; the hosts of models and of lists use the same. */
const SERVICE = 'bedrock';
const EVENT_STREAM = 'application/vnd.amazon.eventstream';
const STORE = 's3';
/** What a body that there is none of is signed as. */
const NO_BODY = 'UNSIGNED-PAYLOAD';
/** The placeholder of the credential's region in the family's address. */
const REGION_PLACE = '{region}';

/**
 * Puts the credential's region into the address and its key on the call: an API key as it is, or a
 * signature over method, path, headers and body. Signatures hold for minutes, so `at` must be the
 * time of sending.
 */
export async function signCall(
  call: HttpCall,
  credential: Credential,
  at: Date,
): Promise<HttpCall> {
  const { region = '', api_key: apiKey } = credential;
  const url = new URL(call.url.replace(REGION_PLACE, region).replace('%7Bregion%7D', region));
  const accept = url.pathname.endsWith('-stream') ? EVENT_STREAM : 'application/json';
  const addressed = { ...call, url: url.href, headers: { ...call.headers, accept } };
  if (apiKey !== undefined) {
    return { ...addressed, headers: { ...addressed.headers, authorization: `Bearer ${apiKey}` } };
  }
  const headers = await signedHeaders(addressed, at, signerOf(credential, SERVICE));
  return { ...addressed, headers };
}

/** Where S3 takes requests for the files of a credential: the bucket is in the path. */
export function storeOf({ s3_endpoint: endpoint, region = '' }: Credential): string {
  return endpoint ?? `https://s3.${region}.amazonaws.com`;
}

/**
 * Signs the call for a file that lies in the credential's store; null for one that lies elsewhere.
 */
export async function signFile(
  call: HttpCall,
  credential: Credential,
  at: Date,
): Promise<HttpCall | null> {
  if (new URL(call.url).origin !== new URL(storeOf(credential)).origin) return null;
  const hash = call.body === undefined ? NO_BODY : sha256Of(call.body);
  const hashed = { ...call, headers: { ...call.headers, 'x-amz-content-sha256': hash } };
  const headers = await signedHeaders(hashed, at, signerOf(credential, STORE));
  return { ...call, headers };
}

function sha256Of(body: string | Buffer): string {
  return createHash('sha256').update(body).digest('hex');
}

async function signedHeaders(
  { method, url, headers, body }: HttpCall,
  at: Date,
  signer: SignatureV4,
): Promise<Record<string, string>> {
  const { protocol, hostname, pathname: path, host, searchParams } = new URL(url);
  const signed = await signer.sign(
    {
      method,
      protocol,
      hostname,
      path,
      query: Object.fromEntries(searchParams),
      headers: { ...headers, host },
      ...(body === undefined ? {} : { body }),
    },
    { signingDate: at },
  );
  return signed.headers;
}

/**
 * Bedrock wants the path encoded once more for the signature, so that colons of models come out as
 * %253A; S3 wants the path as it is.
 */
function signerOf(credential: Credential, service: typeof SERVICE | typeof STORE): SignatureV4 {
  const {
    region = '',
    access_key_id: id = '',
    secret_access_key: secret = '',
    session_token: token,
  } = credential;
  return new SignatureV4({
    service,
    region,
    sha256: Sha256,
    uriEscapePath: service === SERVICE,
    credentials: {
      accessKeyId: id,
      secretAccessKey: secret,
      ...(token === undefined ? {} : { sessionToken: token }),
    },
  });
}
