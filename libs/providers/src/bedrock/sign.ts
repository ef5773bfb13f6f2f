import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';
import type { Credential, HttpCall } from '../adapter.ts';

/** The service name in signatures; the hosts of models and of lists use the same. */
const SERVICE = 'bedrock';
const EVENT_STREAM = 'application/vnd.amazon.eventstream';
/** The placeholder of the credential's region in the family's address. */
const REGION_PLACE = '{region}';

/**
 * Puts the credential's region into the address and its key on the call: an API key as it is, or a signature over
 * method, path, headers and body. Signatures hold for minutes, so `at` must be the time of sending.
 */
export async function signCall(
  call: HttpCall,
  credential: Credential,
  at: Date,
): Promise<HttpCall> {
  const { region = '', api_key: apiKey } = credential;
  const url = new URL(call.url.replace(REGION_PLACE, region).replace('%7Bregion%7D', region));
  const accept = url.pathname.endsWith('/converse-stream') ? EVENT_STREAM : 'application/json';
  const addressed = { ...call, url: url.href, headers: { ...call.headers, accept } };
  if (apiKey !== undefined) {
    return { ...addressed, headers: { ...addressed.headers, authorization: `Bearer ${apiKey}` } };
  }
  const signed = await signerOf(credential, region).sign(
    {
      method: call.method,
      protocol: url.protocol,
      hostname: url.hostname,
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: { ...addressed.headers, host: url.host },
      ...(call.body === undefined ? {} : { body: call.body }),
    },
    { signingDate: at },
  );
  return { ...addressed, headers: signed.headers };
}

/** The path is encoded once more for the signature, as this provider wants it: colons of models come out as %253A. */
function signerOf(credential: Credential, region: string): SignatureV4 {
  const {
    access_key_id: id = '',
    secret_access_key: secret = '',
    session_token: token,
  } = credential;
  return new SignatureV4({
    service: SERVICE,
    region,
    sha256: Sha256,
    uriEscapePath: true,
    credentials: {
      accessKeyId: id,
      secretAccessKey: secret,
      ...(token === undefined ? {} : { sessionToken: token }),
    },
  });
}
