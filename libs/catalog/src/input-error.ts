/** One field that cannot be taken as it is. */
export interface InputFault {
  /** Where it stands in the request body. */
  path: readonly (string | number)[];
  message: string;
}

/** A change cannot be made as it was asked for; nothing has been written. The messages are for the caller. */
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
