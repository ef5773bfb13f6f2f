/** The owner and the id of a file: uuids, so that no name leads out of its folder. */
export interface MediaName {
  userId: string;
  id: string;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Where a file lies in its store: the folder of its owner, then the file.
 * @throws TypeError for what is no uuid
 */
export function pathOf({ userId, id }: MediaName): [folder: string, file: string] {
  if (!UUID.test(userId) || !UUID.test(id)) throw new TypeError('a name of a file holds uuids');
  return [userId, id];
}

/** Bytes of a file's beginning that a writer keeps at hand. */
export const HEAD_BYTES = 64;

/** The facts of a file that is stored whole. */
export interface StoredMedia {
  bytes: number;
  /** SHA-256 of the bytes. */
  sha256: Buffer;
}

/** Writes one file, piece by piece. Nobody sees the file before `finish`. */
export interface MediaWriter {
  /** Bytes that were written so far. */
  readonly bytes: number;
  /** The first bytes, as many as are needed to recognise the kind of file. */
  readonly head: Buffer;
  /**
   * Resolves when the next piece can be taken.
   * @throws MediaTooLarge, or the error of the folder or bucket
   */
  write(piece: Uint8Array): Promise<void>;
  /** Forgets what was written. */
  restart(): Promise<void>;
  /** Makes the file durable and publishes it under its name, over one that lies there already. */
  finish(): Promise<StoredMedia>;
  /** Gives up; does nothing after `finish`. */
  abort(): Promise<void>;
}

/** A file that is being read. */
export interface MediaReader extends AsyncIterable<Uint8Array> {
  /** Ends the reading. */
  destroy(): void;
}

/**
 * Where files of callers lie. Names are ours; nothing that a caller writes becomes a part of one.
 */
export interface MediaStore {
  /** @param bytesMax the most bytes that the file may have */
  write(name: MediaName, bytesMax: number): Promise<MediaWriter>;
  /**
   * Bytes of a file, both ends included; null where the file is not.
   * @throws MediaTorn where the file is shorter
   */
  read(name: MediaName, range: { start: number; end: number }): Promise<MediaReader | null>;
  /** Resolves also where the file is not. */
  remove(name: MediaName): Promise<void>;
  /**
   * Removes what writers that died have left and nobody has written to for so long.
   * @returns how many it were
   */
  removeLeft(idleMs: number): Promise<number>;
}

/** A file has more bytes than it may have. */
export class MediaTooLarge extends Error {
  constructor(bytesMax: number) {
    super(`the file has more than ${bytesMax} bytes`);
    this.name = 'MediaTooLarge';
  }
}

/** A file has lost its end. */
export class MediaTorn extends Error {
  constructor(bytes: number) {
    super(`the file has ${bytes} bytes, fewer than were stored`);
    this.name = 'MediaTorn';
  }
}
