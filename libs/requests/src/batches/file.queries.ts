import { RESULT_FILES_MAX } from '@tollgate/contract/batches';
import { row, rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';

/** What a file is for: lines of a batch, or their results. */
export type FilePurpose = 'batch' | 'batch_output';

/** The owner of files and batches; those of live and of test keys are apart. */
export interface FileOwner {
  userId: string;
  mode: 'live' | 'test';
}

/** A file that is about to be written. */
export interface NewFile extends FileOwner {
  id: string;
  apiKeyId: string;
  purpose: FilePurpose;
  filename: string;
  /** Seconds after which it goes by itself; null: the policy of retention alone ends it. */
  lifeSeconds: number | null;
}

/** A file as its owner sees it. */
export interface FileRow {
  id: string;
  userId: string;
  purpose: FilePurpose;
  filename: string;
  bytes: number;
  createdAt: Date;
  expiresAt: Date | null;
}

const SEEN = `id, user_id as "userId", purpose, filename, cast(bytes as double precision) as bytes,
  created_at as "createdAt", expires_at as "expiresAt"`;
const EXPIRES = "now() + cast(:lifeSeconds as double precision) * interval '1 second'";
/** A file that its owner can use. */
const USABLE = 'bytes is not null and deleted_at is null and coalesce(expires_at > now(), true)';

/** Batches that still read a file. */
const READ_BY_BATCH = `exists (select from requests.batch b
  where b.user_id = f.user_id and b.finished_at is null and b.input_file_id = f.id)`;

/** How much one owner may keep. */
export interface FileRoom {
  filesMax: number;
  bytesMax: number;
}

/**
 * The files that an owner keeps and those that are still to come, from its rows alone: uploads
 * under way, and the results of batches whose files are not written.
 */
export const TAKEN = `(select kept.files + ${RESULT_FILES_MAX} * opened.batches as files,
    kept.bytes + opened.bytes as bytes, opened.batches, opened.bytes as "openBytes"
  from (select count(*) as files, coalesce(sum(coalesce(bytes, room_bytes)), 0) as bytes
      from requests.file where user_id = :userId and deleted_at is null) kept,
    (select count(*) as batches, coalesce(sum(greatest(room_bytes, result_bytes)), 0) as bytes
      from requests.batch
      where user_id = :userId and (finished_at is null or results_due)) opened)`;

/** Names the locks under which owners are given room, so that two calls never take the same. */
const ROOM_LOCK = 7_252_026;

/** Waits until no other call takes room of an owner; others wait until the transaction ends. */
export async function lockRoom(trx: Db, userId: string): Promise<void> {
  await rows(trx, 'select pg_advisory_xact_lock(:lock, hashtext(cast(:userId as text)))', {
    lock: ROOM_LOCK,
    userId,
  });
}

/** What an owner's files have taken of the room for them. */
export interface RoomTaken {
  /** Files, those of results of open batches with them. */
  files: number;
  bytes: number;
  /** Open batches, and what their results may come to. */
  batches: number;
  openBytes: number;
  /** The largest file that can be deleted; null where there is none. */
  largest: { id: string; bytes: number } | null;
}

/** Sums what an owner's files have taken. */
export async function sumRoom(db: Db, userId: string): Promise<RoomTaken> {
  const found = await row<RoomTaken>(
    db,
    `select cast(files as int) as files, cast(bytes as double precision) as bytes,
       cast(batches as int) as batches, cast("openBytes" as double precision) as "openBytes",
       (select jsonb_build_object('id', f.id, 'bytes', f.bytes) from requests.file f
        where f.user_id = :userId and f.bytes is not null and f.deleted_at is null
          and not ${READ_BY_BATCH}
        order by f.bytes desc, f.id limit 1) as largest
     from ${TAKEN} taken`,
    { userId },
  );
  return found ?? { files: 0, bytes: 0, batches: 0, openBytes: 0, largest: null };
}

/**
 * Writes the row of a file before its bytes, so that a process that dies leaves no file without a
 * row. Called under {@link lockRoom}.
 * @param file.roomBytes the most that it can come to
 * @returns false where the owner has no room for it
 */
export async function insertFile(
  trx: Db,
  file: NewFile & { roomBytes: number },
  room: FileRoom,
): Promise<boolean> {
  const inserted = await row(
    trx,
    `insert into requests.file (id, user_id, api_key_id, mode, purpose, filename, expires_at,
       room_bytes)
     select :id, :userId, :apiKeyId, :mode, :purpose, :filename, ${EXPIRES}, :roomBytes
     from ${TAKEN} taken
     where taken.files < :filesMax and taken.bytes + :roomBytes <= :bytesMax
     returning id`,
    { ...file, ...room },
  );
  return inserted !== null;
}

/** Notes that a file lies in the store whole. */
export function finishFile(
  db: Db,
  file: { id: string; bytes: number; sha256: Buffer; lifeSeconds: number | null },
): Promise<FileRow | null> {
  return row<FileRow>(
    db,
    `update requests.file set bytes = :bytes, sha256 = :sha256, expires_at = ${EXPIRES}
     where id = :id and deleted_at is null returning ${SEEN}`,
    { ...file },
  );
}

/** Writes the row of a file of results that lies in the store; one that is known is left alone. */
export async function insertWrittenFile(
  db: Db,
  file: NewFile & { bytes: number; sha256: Buffer },
): Promise<void> {
  await rows(
    db,
    `insert into requests.file (id, user_id, api_key_id, mode, purpose, filename, expires_at, bytes,
       sha256)
     values (:id, :userId, :apiKeyId, :mode, :purpose, :filename, ${EXPIRES}, :bytes, :sha256)
     on conflict (id) do nothing`,
    { ...file },
  );
}

/** A file of an owner; null for one that was deleted or has expired. */
export function findFile(db: Db, name: FileOwner & { id: string }): Promise<FileRow | null> {
  return row<FileRow>(
    db,
    `select ${SEEN} from requests.file
     where id = :id and user_id = :userId and mode = :mode and ${USABLE}`,
    { ...name },
  );
}

/** A page of the files of an owner. */
export interface FilePage extends FileOwner {
  purpose: FilePurpose | null;
  /** The id behind which it begins; null: at the end of the order. */
  after: string | null;
  isAscending: boolean;
  limit: number;
}

/** Lists the files of an owner, in the order of their ids. */
export function listFiles(db: Db, page: FilePage): Promise<FileRow[]> {
  const { isAscending, ...given } = page;
  return rows<FileRow>(
    db,
    `select ${SEEN} from requests.file
     where user_id = :userId and mode = :mode and ${USABLE}
       and (cast(:purpose as text) is null or purpose = :purpose)
       and (cast(:after as uuid) is null or id ${isAscending ? '>' : '<'} cast(:after as uuid))
     order by id ${isAscending ? 'asc' : 'desc'} limit :limit`,
    given,
  );
}

/** What became of a wish to delete a file. */
export type FileDeletion = 'deleted' | 'in_use' | 'unknown';

/** Takes a file out of sight, so that a worker removes it, unless a batch still reads it. */
export async function hideFile(db: Db, name: FileOwner & { id: string }): Promise<FileDeletion> {
  const hidden = await row<{ hidden: boolean }>(
    db,
    `with wanted as (
       select id, ${READ_BY_BATCH} as used from requests.file f
       where id = :id and user_id = :userId and mode = :mode and ${USABLE}),
     gone as (
       update requests.file set deleted_at = now()
       where id in (select id from wanted where not used) returning id)
     select exists (select from gone) as hidden from wanted`,
    { ...name },
  );
  if (hidden === null) return 'unknown';
  return hidden.hidden ? 'deleted' : 'in_use';
}

/** Lets a worker remove what is left of an upload that failed. */
export async function dropUnwrittenFile(db: Db, id: string): Promise<void> {
  await rows(db, 'update requests.file set deleted_at = now() where id = :id and bytes is null', {
    id,
  });
}

/** A file in the store, and whose it is. */
export interface StoredFile {
  id: string;
  userId: string;
}

/**
 * Files that are to be removed: deleted ones, those past their life, and those that a process has
 * left half-written.
 */
export function listOverFiles(
  db: Db,
  given: { unwrittenMs: number; limit: number },
): Promise<StoredFile[]> {
  return rows<StoredFile>(
    db,
    `select id, user_id as "userId" from requests.file f
     where deleted_at is not null
       or (expires_at <= now() and not ${READ_BY_BATCH})
       or (bytes is null and created_at < now() - :unwrittenMs * interval '1 millisecond')
     order by id limit :limit`,
    given,
  );
}

/** Forgets a file that the store has no more. */
export async function deleteFileRow(db: Db, id: string): Promise<void> {
  await rows(db, 'delete from requests.file where id = :id', { id });
}

const FILE_IS_OLD = `f.created_at < cast(:cutoff as timestamptz) and not ${READ_BY_BATCH}`;

/** Takes files from before a moment that no batch reads, so that nobody else removes them. */
export function takeOldFiles(
  db: Db,
  given: { cutoff: Date; limit: number },
): Promise<StoredFile[]> {
  return rows<StoredFile>(
    db,
    `select id, user_id as "userId" from requests.file f
     where ${FILE_IS_OLD} order by created_at limit :limit for update skip locked`,
    given,
  );
}

/** How many files and ended batches there are from before a moment. */
export async function countOldFilesAndBatches(db: Db, cutoff: Date): Promise<bigint> {
  const counted = await row<{ count: bigint }>(
    db,
    `select (select count(*) from requests.file f where ${FILE_IS_OLD})
       + (select count(*) from requests.batch where finished_at < :cutoff) as count`,
    { cutoff },
  );
  return counted?.count ?? 0n;
}

/** Deletes ended batches from before a moment, oldest first. @returns how many */
export async function deleteOldBatches(
  db: Db,
  given: { cutoff: Date; limit: number },
): Promise<bigint> {
  const deleted = await row<{ gone: bigint }>(
    db,
    `with gone as (
       delete from requests.batch where id in (
         select id from requests.batch where finished_at < :cutoff
         order by finished_at limit :limit)
       returning 1)
     select count(*) as gone from gone`,
    given,
  );
  return deleted?.gone ?? 0n;
}
