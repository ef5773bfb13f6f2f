/** The most files that are looked up at once. */
const REMOVED_MAX = 100;

/** Files whose time is over, and how one of them goes. */
export interface OverFiles<File> {
  list: (limit: number) => Promise<readonly File[]>;
  /** Removes the bytes, then lets the row forget them. */
  remove: (file: File) => Promise<void>;
  failed: (error: unknown, file: File) => void;
}

/**
 * Removes files until none is left. A file goes before its row forgets it: a worker that dies in
 * between removes it again, which does no harm. Those that cannot be removed stay for the next
 * look.
 */
export async function removeFiles<File>({ list, remove, failed }: OverFiles<File>): Promise<void> {
  let isMore = true;
  while (isMore) {
    const files = await list(REMOVED_MAX);
    isMore = files.length >= REMOVED_MAX;
    for (const file of files) {
      try {
        await remove(file);
      } catch (error) {
        isMore = false;
        failed(error, file);
      }
    }
  }
}
