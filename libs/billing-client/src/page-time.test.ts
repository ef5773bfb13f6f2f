import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createBillingClient } from './billing-client.ts';

const BILLING_CALL_MS = 200;
/** Later than a paid call waits, both tries together. */
const ANSWER_MS = 1_000;

const STANDING = { oldest_hold: null, losses: { known_nano: '0', at_most_nano: '0' } };

describe('a busy billing service that answers late', () => {
  const server = createServer((_request, response) => {
    setTimeout(() => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(STANDING));
    }, ANSWER_MS);
  });
  let billing: ReturnType<typeof createBillingClient>;
  beforeAll(async () => {
    await new Promise<void>((listening) => {
      server.listen(0, '127.0.0.1', listening);
    });
    const { port } = server.address() as AddressInfo;
    billing = createBillingClient({
      baseUrl: `http://127.0.0.1:${port}`,
      signer: { sign: async () => 'a-token' },
      timers: { billingCall: BILLING_CALL_MS, replicaProbe: 60_000, replicaResolve: 60_000 },
    });
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  test('is waited for by a page of a console', async () => {
    await expect(billing.standing(new Date())).resolves.toEqual(STANDING);
  });

  test('is not waited for by a paid call, which is told that billing is unavailable', async () => {
    await expect(billing.heartbeat('01890000-0000-7000-8000-000000000000')).rejects.toMatchObject({
      code: 'billing_unavailable',
    });
  });
});
