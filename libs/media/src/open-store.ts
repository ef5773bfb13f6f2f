import { createDirectoryStore } from './directory.ts';
import type { MediaStore } from './media-store.ts';

/** The store that an installation has; null where it keeps no files. */
export function openMediaStore({ MEDIA_DIR: folder }: { MEDIA_DIR: string }): MediaStore | null {
  return folder === '' ? null : createDirectoryStore(folder);
}
