import { Refusal } from '../wire.ts';

/** What stands in front of a refusal by the model itself. */
export const MODEL_SAYS = 'The model returned the following errors: ';

/** Throws the 400 of this wire. */
export function refuse(message: string): never {
  throw new Refusal({ status: 400, message, code: 'ValidationException' });
}
