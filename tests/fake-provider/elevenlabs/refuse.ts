import { Refusal } from '../wire.ts';

/** Refuses a request with a code of the provider; see `errorBody` of the wire. */
export function refuse(status: number, code: string, message: string): never {
  throw new Refusal({ status, code, message });
}

/** Refuses a field that does not fit, in the form of faults of fields. */
export function refuseField(place: readonly string[], message: string): never {
  throw new Refusal({ status: 422, code: 'validation', message, param: place.join('.') });
}
