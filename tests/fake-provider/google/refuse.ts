import { Refusal } from '../wire.ts';

/** Throws the 400 of this wire. */
export function refuse(message: string): never {
  throw new Refusal({ status: 400, message, code: null });
}
