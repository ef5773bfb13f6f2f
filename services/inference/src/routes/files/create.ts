import { GatewayError } from '@tollgate/contract/error-codes';
import {
  FILE_BYTES_MAX,
  FILE_LIFE_SECONDS_MAX,
  FILE_LIFE_SECONDS_MIN,
  FILE_NAME_CHARACTERS_MAX,
  UPLOADS_PER_OWNER_MAX,
} from '@tollgate/contract/files';
import { createFileRoute } from '@tollgate/contract/routes/inference/files';
import { isStorable } from '@tollgate/contract/text';
import { sayWhenAway } from '@tollgate/db/away';
import { transaction } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import type { MountedRoute } from '@tollgate/http/route';
import { readUpload } from '@tollgate/http/upload';
import type { UploadFields, UploadRules } from '@tollgate/http/upload';
import type { Caller } from '@tollgate/inference/caller/caller';
import type { MediaStore, MediaWriter } from '@tollgate/media/media-store';
import { fileOut } from '@tollgate/requests/batches/batch-out';
import {
  dropUnwrittenFile,
  finishFile,
  insertFile,
  lockRoom,
} from '@tollgate/requests/batches/file.queries';
import type { FileRow } from '@tollgate/requests/batches/file.queries';
import { newUuid } from '@tollgate/runtime/ids';
import type { Logger } from '@tollgate/runtime/logger';
import { keyRoute } from '../../key-route.ts';
import { ownerOf, storeOf } from './owner.ts';
import { noRoom, ROOM } from './room.ts';

const ANCHOR = 'expires_after[anchor]';
const SECONDS = 'expires_after[seconds]';
const RULES: UploadRules = {
  file: 'file',
  fileBytesMax: FILE_BYTES_MAX,
  fields: ['purpose', ANCHOR, SECONDS],
};
/** A name that says nothing is this one. */
const UNNAMED = 'batch.jsonl';
const RETRY_AFTER_SECONDS = 5;

/** What an upload works with. */
export interface CreateFileDeps {
  db: Knex;
  media: MediaStore | null;
  logger: Logger;
}

/** `POST /v1/files`: the bytes go to the store while they come. */
export const handleCreateFile = (deps: CreateFileDeps): MountedRoute => {
  const uploads = new Map<string, number>();
  return keyRoute(createFileRoute, async (_input, { caller, request }) => {
    const media = storeOf(deps);
    const leave = enter(uploads, caller.key.ownerId);
    try {
      return fileOut(await upload({ ...deps, media }, caller, request));
    } finally {
      leave();
    }
  });
};

/**
 * Counts the uploads of an owner.
 * @returns counts the end of the upload
 * @throws GatewayError 429 beyond so many at once
 */
function enter(uploads: Map<string, number>, ownerId: string): () => void {
  const running = uploads.get(ownerId) ?? 0;
  if (running >= UPLOADS_PER_OWNER_MAX) {
    throw new GatewayError(
      'rate_limit_exceeded',
      `${UPLOADS_PER_OWNER_MAX} files of this account are being uploaded. Send the next one when one of them is there.`,
      { retryAfterSeconds: RETRY_AFTER_SECONDS },
    );
  }
  uploads.set(ownerId, running + 1);
  return () => {
    const left = (uploads.get(ownerId) ?? 1) - 1;
    if (left === 0) uploads.delete(ownerId);
    else uploads.set(ownerId, left);
  };
}

async function upload(
  deps: CreateFileDeps & { media: MediaStore },
  caller: Caller,
  request: Parameters<typeof readUpload>[0],
): Promise<FileRow> {
  const id = newUuid();
  const owner = ownerOf(caller);
  let opening: Promise<MediaWriter> | null = null;
  try {
    const fields = await readUpload(request, RULES, (fileName) => {
      const file = { ...owner, id, apiKeyId: caller.key.id, roomBytes: mostBytesOf(request) };
      opening = begin(deps, { ...file, fileName }).then(() =>
        deps.media.write({ userId: owner.userId, id }, FILE_BYTES_MAX),
      );
      return opening;
    });
    const lifeSeconds = lifeOf(fields);
    const writer = await (opening as unknown as Promise<MediaWriter>);
    const { bytes, sha256 } = await writer.finish();
    const row = await sayWhenAway(finishFile)(deps.db, { id, bytes, sha256, lifeSeconds });
    if (row === null) throw new TypeError('the row of a file is gone');
    return row;
  } catch (error) {
    await forget(deps, opening, id);
    throw error instanceof GatewayError ? error : notKept(error);
  }
}

/** The most that the file of a form can come to, in bytes. */
function mostBytesOf({ headers }: Parameters<typeof readUpload>[0]): number {
  return Math.min(FILE_BYTES_MAX, Number(headers['content-length'] ?? FILE_BYTES_MAX));
}

/** @throws GatewayError 429 where the account has no room for it */
async function begin(
  { db }: CreateFileDeps,
  {
    fileName,
    ...file
  }: ReturnType<typeof ownerOf> & {
    id: string;
    apiKeyId: string;
    fileName: string;
    roomBytes: number;
  },
): Promise<void> {
  const filename = nameOf(fileName);
  const row = { ...file, filename, purpose: 'batch' as const, lifeSeconds: null };
  const insert = (): Promise<boolean> =>
    transaction(db, async (trx) => {
      await lockRoom(trx, file.userId);
      return insertFile(trx, row, ROOM);
    });
  if (await sayWhenAway(insert)()) return;
  throw await noRoom(db, { userId: file.userId, bytes: file.roomBytes, param: 'file' });
}

/**
 * The name that a file is shown under: the last part of what its sender calls it. It becomes a part
 * of no path.
 */
function nameOf(fileName: string): string {
  const last = fileName.split(/[/\\]/u).at(-1) ?? '';
  const shown = last.replaceAll(/\p{Cc}/gu, '').slice(0, FILE_NAME_CHARACTERS_MAX);
  return shown === '' || !isStorable(shown) ? UNNAMED : shown;
}

/** After how many seconds the file goes by itself. @throws GatewayError 400 */
function lifeOf(fields: UploadFields): number | null {
  const purpose = fields.get('purpose');
  if (purpose !== 'batch') {
    throw new GatewayError('invalid_request', 'purpose must be batch.', { param: 'purpose' });
  }
  const [anchor, text] = [fields.get(ANCHOR), fields.get(SECONDS)];
  if (anchor === undefined && text === undefined) return null;
  if (anchor !== 'created_at') {
    throw new GatewayError('invalid_request', `${ANCHOR} must be created_at.`, { param: ANCHOR });
  }
  const seconds = /^\d{1,9}$/u.test(text ?? '') ? Number(text) : 0;
  if (seconds < FILE_LIFE_SECONDS_MIN || seconds > FILE_LIFE_SECONDS_MAX) {
    throw new GatewayError(
      'invalid_request',
      `${SECONDS} must be ${FILE_LIFE_SECONDS_MIN} to ${FILE_LIFE_SECONDS_MAX}.`,
      { param: SECONDS },
    );
  }
  return seconds;
}

/**
 * Removes the rest of an upload that failed, whose sender may have left before its file was opened;
 * a worker removes what stays.
 */
async function forget(
  { db, logger }: CreateFileDeps,
  opening: Promise<MediaWriter> | null,
  id: string,
): Promise<void> {
  try {
    const writer = await opening?.catch(() => null);
    await writer?.abort();
    await dropUnwrittenFile(db, id);
  } catch (error) {
    logger.warn({ error, file: id }, 'a worker removes what is left of an upload');
  }
}

function notKept(cause: unknown): GatewayError {
  return new GatewayError('service_unavailable', 'The file cannot be kept now. Try again.', {
    cause,
  });
}
