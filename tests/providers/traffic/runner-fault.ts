import type { Reader } from '../readers/reader.ts';

/** The runner could not read what was recorded: no fault of the engine. */
export class RunnerFault extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'RunnerFault';
  }
}

/** A reader that throws nothing but `RunnerFault`. */
export function trusting(reader: Reader): Reader {
  return new Proxy(reader, {
    get(endpoint, name, receiver) {
      const member: unknown = Reflect.get(endpoint, name, receiver);
      if (typeof member !== 'function') return member;
      return (...given: unknown[]): unknown => {
        try {
          return Reflect.apply(member, endpoint, given);
        } catch (error) {
          const message = `the reader cannot read it (${String(name)}): ${String(error)}`;
          throw new RunnerFault(message, { cause: error });
        }
      };
    },
  });
}
