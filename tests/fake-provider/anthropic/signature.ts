import { createHash } from 'node:crypto';

/**
 * What the model puts under its thinking, so that it can be distinguished from what a caller makes
 * up.
 */
export function signatureOf(model: string, thinking: string): string {
  return createHash('sha512')
    .update(JSON.stringify([model, thinking]))
    .digest('base64');
}
