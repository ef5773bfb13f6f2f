import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { SecretReference } from './document.ts';
import { CommandFault } from './faults.ts';

/**
 * The longest secret that is read, in bytes; that of a cloud's service account is the longest
 * known.
 */
const SECRET_BYTES_MAX = 16_384;

/**
 * Reads a secret.
 * @param from what relative files are relative to, and the environment
 * @throws CommandFault that names where the secret should be
 */
export async function readSecret(
  reference: SecretReference,
  from: { folder: string; env: Readonly<Record<string, string | undefined>> },
): Promise<string> {
  if ('env' in reference) {
    const value = from.env[reference.env];
    if (value === undefined || value === '') {
      throw new CommandFault(`the variable ${reference.env}, which holds a secret, is not set`);
    }
    return value;
  }
  const value = await readShort(resolve(from.folder, reference.file));
  if (value === '') throw new CommandFault(`${reference.file} holds no secret`);
  return value;
}

/** The text of a file without the line's end behind it. @throws CommandFault */
export async function readShort(file: string): Promise<string> {
  const text = await readFileUpTo(file, SECRET_BYTES_MAX);
  return text.replace(/\r?\n$/u, '');
}

/**
 * The text of a file of so many bytes at most; nothing longer is read into memory.
 * @throws CommandFault
 */
export async function readFileUpTo(file: string, bytesMax: number): Promise<string> {
  const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new CommandFault(`${file} is not read (${error.code ?? error.message})`);
  });
  try {
    const buffer = Buffer.alloc(bytesMax + 1);
    let length = 0;
    for (;;) {
      const { bytesRead } = await handle.read(buffer, length, buffer.length - length);
      length += bytesRead;
      if (length > bytesMax) throw new CommandFault(`${file} is longer than ${bytesMax} bytes`);
      if (bytesRead === 0) return buffer.toString('utf8', 0, length);
    }
  } catch (error) {
    if (error instanceof CommandFault) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw new CommandFault(`${file} is not read (${code ?? message})`);
  } finally {
    await handle.close();
  }
}
