import { createHash } from 'node:crypto';

const UUID_BYTES = 16;
/** The bytes of a UUIDv7 that say when it was made. */
const TIME_BYTES = 6;

/** Which operation a line is: each run of it is another one. */
export interface LineRun {
  batchId: string;
  line: number;
  /** From 1 on. */
  run: number;
}

/**
 * The id of the operation of a line: always the same for the same run, so that a worker that goes
 * on with a line finds what was held, answered and charged before. The id is a UUIDv7 with the
 * moment of the batch, by which the ledger finds its year.
 */
export function operationIdOf({ batchId, line, run }: LineRun): string {
  const batch = Buffer.from(batchId.replaceAll('-', ''), 'hex');
  const hash = createHash('sha256').update(batch).update(`:${line}:${run}`).digest();
  const bytes = Buffer.concat([batch.subarray(0, TIME_BYTES), hash]).subarray(0, UUID_BYTES);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  const parts = [0, 8, 12, 16, 20].map((at, index, all) => hex.slice(at, all[index + 1]));
  return parts.join('-');
}
