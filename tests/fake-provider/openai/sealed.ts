import { createHmac, randomBytes } from 'node:crypto';

/** How the provider's sealed thoughts begin. */
const PREFIX = 'gAAAAA';
const NONCE_CHARACTERS = 24;
const secret = randomBytes(32);

/** Thoughts that only this provider opens again. */
export function sealed(): string {
  const nonce = randomBytes(NONCE_CHARACTERS / 2).toString('hex');
  return PREFIX + nonce + signatureOf(nonce);
}

/** Whether the provider has sealed this. */
export function isSealed(value: unknown): boolean {
  if (typeof value !== 'string' || !value.startsWith(PREFIX)) return false;
  const nonce = value.slice(PREFIX.length, PREFIX.length + NONCE_CHARACTERS);
  return value.slice(PREFIX.length + NONCE_CHARACTERS) === signatureOf(nonce);
}

function signatureOf(nonce: string): string {
  return createHmac('sha256', secret).update(nonce).digest('base64url');
}
