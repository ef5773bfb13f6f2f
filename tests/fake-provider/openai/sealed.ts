import { createHmac, randomBytes } from 'node:crypto';

/** How the provider's sealed reasoning begins. */
const PREFIX = 'gAAAAA';
const NONCE_CHARACTERS = 24;
const secret = randomBytes(32);

/**
 * Reasoning that only this provider opens again, for the model that made it: another model, or
 * another account, gets "could not be decrypted". https://github.com/openai/codex/issues/17541,
 * https://github.com/BerriAI/litellm/issues/41792, https://github.com/openai/codex/issues/13724
 */
export function sealed(model: string): string {
  const nonce = randomBytes(NONCE_CHARACTERS / 2).toString('hex');
  return PREFIX + nonce + signatureOf(nonce, model);
}

/** Whether the provider has sealed this for a model. */
export function isSealed(value: unknown, model: string): boolean {
  if (typeof value !== 'string' || !value.startsWith(PREFIX)) return false;
  const nonce = value.slice(PREFIX.length, PREFIX.length + NONCE_CHARACTERS);
  return value.slice(PREFIX.length + NONCE_CHARACTERS) === signatureOf(nonce, model);
}

function signatureOf(nonce: string, model: string): string {
  return createHmac('sha256', secret).update(`${nonce} ${model}`).digest('base64url');
}
