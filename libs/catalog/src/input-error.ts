/** One field of an input at fault. */
export interface InputFault {
  /** The path of the field in the request body. */
  path: readonly (string | number)[];
  message: string;
}

/** A requested change is invalid; nothing has been written. The messages are for the caller. */
export class InputError extends Error {
  readonly faults: readonly InputFault[];

  constructor(faults: readonly InputFault[]) {
    super(faults.map((fault) => `${fault.path.join('.')} ${fault.message}`).join('; '));
    this.name = 'InputError';
    this.faults = faults;
  }
}

/** An error for one field. */
export function inputError(path: string, message: string): InputError {
  return new InputError([{ path: path.split('.'), message }]);
}
