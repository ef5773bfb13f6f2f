import { createHash } from 'node:crypto';

/** What the model puts under its thoughts, so that they can be told from thoughts made up by a caller. */
export function signatureOf(model: string, thinking: string): string {
  return createHash('sha512')
    .update(JSON.stringify([model, thinking]))
    .digest('base64');
}
