import { grokFile } from './openai/grok-videos.ts';
import { openaiWire } from './openai/wire.ts';
import type { Wire } from './wire.ts';
import { videoFileAt } from './bedrock/videos.ts';

/**
 * The key that signed a request for a file: the signature covers the host, the time and the hash of
 * the body.
 */
function signer(authorization: string): string | null {
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/\d{8}\/[a-z0-9-]+\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=[0-9a-f]{64}$/u;
  const [, key = null, signed = ''] = parts.exec(authorization) ?? [];
  const names = signed.split(';');
  const needed = ['host', 'x-amz-content-sha256', 'x-amz-date'];
  return needed.every((name) => names.includes(name)) ? key : null;
}

/**
 * The bucket into which Bedrock puts videos, by their paths; nobody comes without a signature for
 * S3.
 */
export const storeWire: Wire = {
  ...openaiWire,
  id: 's3',
  find: ({ method, path }) =>
    method === 'GET' && videoFileAt.path.test(path) ? videoFileAt.operation : null,
  credential: ({ authorization = '', 'x-amz-content-sha256': hash }) =>
    hash === undefined ? null : signer(authorization),
  refusesWith: 403,
};

/**
 * Where xAI's videos lie: at a host that wants no key, so that one that comes is a leak and is
 * refused.
 */
export const vidgenWire: Wire = {
  ...openaiWire,
  id: 'vidgen',
  find: ({ method, path }) =>
    method === 'GET' && grokFile.path.test(path) ? grokFile.operation : null,
  credential: ({ authorization }) => (authorization === undefined ? 'nobody' : null),
  refusesWith: 400,
};
