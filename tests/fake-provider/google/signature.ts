import { createHash } from 'node:crypto';

/** What the model puts under its reasoning; it depends on the model and on what was said. */
export function signatureOf(model: string, said: unknown): string {
  return createHash('sha512')
    .update(JSON.stringify([model, said]))
    .digest('base64');
}
