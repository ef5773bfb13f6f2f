import { connectionFault } from './connection-fault.ts';

/**
 * Something that the operator has to put right; the message is one line that says what is wrong and
 * what to do.
 */
export class OperatorError extends Error {
  override name = 'OperatorError';
}

/**
 * Runs the work of a command on the database of `url`. A fault that the operator can put right is
 * printed in one line on standard error with exit code 1; everything else is thrown on.
 */
export async function runCommand(url: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const reported = error instanceof OperatorError ? error.message : connectionFault(url, error);
    if (reported === null) throw error;
    process.stderr.write(`${reported}\n`);
    process.exitCode = 1;
  }
}
