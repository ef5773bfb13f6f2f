import { GatewayError } from '@tollgate/contract/error-codes';
import { noteLedgerLook } from '@tollgate/db/ledger-looks';
import { createLogger } from '@tollgate/runtime/logger';
import { scaleTimers } from '@tollgate/runtime/timers';
import { listDeliveries } from '@tollgate/webhooks/deliveries';
import { OPERATORS } from '@tollgate/webhooks/owner';
import type { JobDeps } from '../../../services/worker/src/job.ts';
import { verifyLedgerJob } from '../../../services/worker/src/jobs/verify-ledger.ts';
import { aWebhookBench } from '../webhooks/support/bench.ts';
import type { WebhookBench } from '../webhooks/support/bench.ts';

let bench: WebhookBench;
let endpoint: Awaited<ReturnType<WebhookBench['endpoint']>>;
beforeEach(async () => {
  bench = await aWebhookBench();
  endpoint = await bench.endpoint({
    ownerId: OPERATORS,
    url: 'https://example.com/',
    events: ['ledger.unchecked', 'ledger.alarm'],
  });
});
afterEach(() => bench.drop());

type Look = () => Promise<object>;

function runJob(verifyLedger: Look): Promise<unknown> {
  const billing = { verifyLedger } as unknown as JobDeps['billing'];
  const logger = createLogger('worker', 'silent');
  return verifyLedgerJob.run({ billing, db: bench.db, logger, timers: scaleTimers(1) });
}

async function reported(): Promise<string[]> {
  const { data } = await listDeliveries(bench.db, endpoint, { limit: 10, before: null });
  return data.map(({ type }) => type);
}

const cut: Look = () => Promise.resolve({ ok: false, unchecked_since: null, checks: [] });
const away: Look = () => Promise.reject(new GatewayError('billing_unavailable', 'away'));

test.each([
  ['that was cut', cut, 'unchecked since'],
  ['that failed', away, 'away'],
])('an hourly look %s is told to operators once, and the job fails', async (_how, look, says) => {
  await noteLedgerLook(bench.owner);
  await expect(runJob(look)).rejects.toThrow(says);
  await expect(runJob(look)).rejects.toThrow(says);
  expect(await reported()).toEqual(['ledger.unchecked']);
});

test('what a look that was cut has found broken is told as well', async () => {
  const check = { id: 'I3', invariant: 'wallets', ok: false, violations: [{}] };
  const look: Look = () => Promise.resolve({ ok: false, unchecked_since: null, checks: [check] });
  await expect(runJob(look)).rejects.toThrow('unchecked');
  expect((await reported()).toSorted()).toEqual(['ledger.alarm', 'ledger.unchecked']);
});
