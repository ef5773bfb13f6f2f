import { newUuid, encodeId, newPublicId } from '@tollgate/runtime/ids';
import { cancelPlatformBatch, listPlatformBatches } from '@tollgate/contract/routes/admin/batches';
import { keepBatch } from '../../../support/kept-batches.ts';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { eventsOf } from '../support/trail.ts';

let admin: RunningAdmin;
const [userId, apiKeyId] = [newUuid(), newUuid()];
let ids: string[];

beforeAll(async () => {
  admin = await anAdmin();
  ids = [];
  for (const state of ['completed', 'finalizing', undefined] as const) {
    const given = { userId, apiKeyId, ...(state === undefined ? {} : { state }) };
    ids.push(encodeId('batch', await keepBatch(admin.owner, given)));
  }
});
afterAll(() => admin.drop());

const list = (query: Record<string, string> = {}) => admin.send(listPlatformBatches, { query });
const cancel = (id: string, body: object = {}) =>
  admin.send(cancelPlatformBatch, { params: { batch_id: id }, body });

test('GET /api/platform/batches answers 200: those that have not ended, the oldest first', async () => {
  expect((await list()).body).toMatchObject([
    { batch_id: ids[1], state: 'finalizing' },
    {
      batch_id: ids[2],
      state: 'in_progress',
      user_id: encodeId('usr', userId),
      key_id: encodeId('key', apiKeyId),
      lines: 10,
      done: 6,
      failed: 1,
      charged_credits: '0.300000000',
    },
  ]);
  expect((await list({ limit: '1' })).body).toHaveLength(1);
});

test('GET /api/platform/batches answers 422 for a page without rows', async () => {
  expect((await list({ limit: '0' })).status).toBe(422);
});

describe('POST /api/platform/batches/{batch_id}/cancel', () => {
  test('answers 202, and the trail says who wanted that and why', async () => {
    const [, , id = ''] = ids;
    const answer = await cancel(id, { reason: 'floods a provider' });
    expect([answer.status, answer.body]).toEqual([
      202,
      expect.objectContaining({ batch_id: id, state: 'cancelling' }),
    ]);
    expect(await eventsOf(admin, 'batch.cancel')).toMatchObject([
      { target: { kind: 'batch', id }, details: { reason: 'floods a provider' } },
    ]);
  });

  test('answers 409 for one that has ended or is about to, 404 for none, 422 for a wrong reason', async () => {
    const [over = '', finalizing = ''] = ids;
    const statuses = [];
    for (const id of [over, finalizing, newPublicId('batch')]) {
      statuses.push((await cancel(id)).status);
    }
    statuses.push((await cancel(over, { reason: 7 })).status);
    expect(statuses).toEqual([409, 409, 404, 422]);
  });
});
