import type { MediaReader, MediaStore } from '@tollgate/media/media-store';
import type { ClaimedBatch } from '@tollgate/requests/batches/batch-work.queries';
import type { RequestLog } from '@tollgate/requests/records/request-log';
import type { CompleteForDeps } from '../complete.ts';
import type { BatchInterface } from '../jobs/provider-batches.ts';
import type { RunDeps } from '../jobs/run-operation.ts';

/** What a worker runs batches with. */
export interface BatchDeps extends Omit<CompleteForDeps, 'processId' | 'requestLog'>, RunDeps {
  media: MediaStore;
  batchInterface: BatchInterface;
  requestLog: Pick<RequestLog, 'add'>;
  /**
   * The JSON of one line, with the bounds of every body of `/v1`.
   * @throws GatewayError
   */
  parseLine(bytes: Buffer): unknown;
}

/** Opens a part of the file of a batch; null where the file is gone. */
export function openInput(
  { media }: Pick<BatchDeps, 'media'>,
  { userId, inputFileId: id }: Pick<ClaimedBatch, 'userId' | 'inputFileId'>,
  { startsAt, bytes }: { startsAt: number; bytes: number },
): Promise<MediaReader | null> {
  return media.read({ userId, id }, { start: startsAt, end: startsAt + bytes - 1 });
}
