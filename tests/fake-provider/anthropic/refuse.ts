import { Refusal } from '../wire.ts';

/** Throws the 400 of this wire. */
export function refuse(message: string): never {
  throw new Refusal({ status: 400, type: 'invalid_request_error', message, code: null });
}
