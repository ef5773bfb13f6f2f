import { connectDatabase } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { insertRecords } from '@tollgate/requests/records/record-insert.queries';
import { newUuid } from '@tollgate/runtime/ids';
import { aRecord } from '../../support/request-records.ts';
import { median, ratioOf } from '../stats.ts';
import { ratioText } from '../table.ts';

const ROUNDS = 9;
const RECORDS_A_ROUND = 1_000;
const BATCHES = [1, 10, 100] as const;
const USERS = 50;

/**
 * What a batch of records takes as its writer sends it, with and without the sums, in alternating
 * rounds.
 */
export async function measureTrigger(owner: Knex, inferenceUrl: string): Promise<string[][]> {
  const writer = connectDatabase({
    acquireTimeoutMs: 120_000,
    url: inferenceUrl,
    applicationName: 'bench-writer',
    poolMax: 1,
  });
  const table = [['records in a batch', 'ms with sums', 'ms alone', 'ratio']];
  try {
    for (const size of BATCHES) {
      const [summed, alone]: [number[], number[]] = [[], []];
      for (let round = 0; round < ROUNDS; round += 1) {
        await owner.raw('alter table requests.record enable trigger record_is_rolled_up');
        summed.push(await writeBatches(writer, size));
        await owner.raw('alter table requests.record disable trigger record_is_rolled_up');
        alone.push(await writeBatches(writer, size));
      }
      const times = [median(summed), median(alone)].map((time) => time.toFixed(2));
      table.push([String(size), ...times, ratioText(ratioOf(summed, alone))]);
    }
  } finally {
    await owner.raw('alter table requests.record enable trigger record_is_rolled_up');
    await writer.destroy();
  }
  return table;
}

/** Milliseconds of one batch, on average. */
async function writeBatches(writer: Knex, size: number): Promise<number> {
  const users = Array.from({ length: USERS }, () => ({
    user_id: newUuid(),
    api_key_id: newUuid(),
  }));
  const batches = Array.from({ length: RECORDS_A_ROUND / size }, (_none, batch) =>
    Array.from({ length: size }, (_other, index) =>
      aRecord({ ...users[(batch * size + index) % USERS], charged_n: 0n }),
    ),
  );
  const begun = performance.now();
  for (const batch of batches) await insertRecords(writer, batch);
  return (performance.now() - begun) / batches.length;
}
