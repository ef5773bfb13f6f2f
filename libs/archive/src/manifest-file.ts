import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { MANIFEST } from '@tollgate/db/backup/manifest';
import type { BackupStore } from '@tollgate/db/backup/store';
import { OperatorError } from '@tollgate/db/command';

const checksumOf = (manifest: unknown): string =>
  createHash('sha256').update(JSON.stringify(manifest)).digest('hex');

/** Gives the text of the file, which carries the checksum of everything else in it. */
export const writeManifest = (manifest: object): string =>
  `${JSON.stringify({ ...manifest, checksum: checksumOf(manifest) }, null, 2)}\n`;

/**
 * Gives the manifest under a name of the archive; null where there is none, so that nothing under
 * that name is whole.
 * @throws OperatorError when it is not as it was written, or of a form that this version does not
 *   know
 */
export async function findManifest<Manifest>(
  store: BackupStore,
  name: string,
  isKnown: (manifest: object) => manifest is Manifest & object,
): Promise<Manifest | null> {
  const stream = await store.read(name, MANIFEST);
  if (stream === null) return null;
  const { checksum, ...manifest } = parse(await text(stream));
  const at = store.addressOf(name);
  if (checksum !== checksumOf(manifest))
    throw new OperatorError(`${MANIFEST} of ${at} is damaged: it is not as it was written.`);
  if (!isKnown(manifest))
    throw new OperatorError(`${MANIFEST} of ${at} is of a form that this version does not read.`);
  return manifest;
}

/** Says that nothing is whole under a name. */
export function noManifest(store: BackupStore, name: string): OperatorError {
  const at = store.addressOf(name);
  return new OperatorError(`There is no archived day in ${at}: it has no ${MANIFEST}.`);
}

function parse(content: string): Record<string, unknown> {
  try {
    const found: unknown = JSON.parse(content);
    return typeof found === 'object' && found !== null ? { ...found } : {};
  } catch {
    return {};
  }
}
