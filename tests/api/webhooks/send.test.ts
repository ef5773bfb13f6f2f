import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { createGuardedLookup, isPublicAddress } from '@tollgate/providers/engine/address-guard';
import { newUuid } from '@tollgate/runtime/ids';
import { OPERATORS } from '@tollgate/webhooks/owner';
import { createReceivers } from '@tollgate/webhooks/receivers';
import { newSecret } from '@tollgate/webhooks/secret';
import { createSender } from '@tollgate/webhooks/send';
import type { Brought, Sender } from '@tollgate/webhooks/send';
import { eventually } from '../../support/eventually.ts';
import { aWebhookBench } from './support/bench.ts';
import { aReceiver, withStatus } from './support/receiver.ts';
import type { Receiver } from './support/receiver.ts';

const TIMEOUT_MS = 400;
const PIECE = Buffer.alloc(1_048_576, 'x');

let receiver: Receiver;
let sender: Sender;

beforeEach(async () => {
  receiver = await aReceiver();
  sender = createSender(createReceivers({ users: receiver.address, operators: '' }));
});
afterEach(async () => {
  sender.close();
  await receiver.close();
});

const bring = (url = receiver.url, ownerId = newUuid(), by = sender): Promise<Brought> =>
  by.bring({ ownerId, messageId: newUuid(), url, body: '{}', secrets: [newSecret()] }, TIMEOUT_MS);

test('J35: of an endless answer the beginning is read, and the connection ends', async () => {
  let isClosed = false;
  let sent = 0;
  receiver.answering = (_request, response) => {
    response.writeHead(200);
    response.on('close', () => {
      isClosed = true;
    });
    const write = (): void => {
      if (isClosed) return;
      sent += PIECE.length;
      if (response.write(PIECE)) setImmediate(write);
      else response.once('drain', write);
    };
    write();
  };
  const brought = await bring();
  expect(brought).toMatchObject({ status: 200, failure: null });
  expect(brought.answer).toHaveLength(500);
  await eventually(() => isClosed);
  expect(sent).toBeLessThan(200 * PIECE.length);
});

test.each([
  ['never comes', () => undefined],
  [
    'trickles in its headers',
    (_request: unknown, response: { socket: { write(text: string): void } | null }) => {
      const drip = setInterval(() => response.socket?.write('x'), 50);
      response.socket?.write('HTTP/1.1 200 OK\r\nx-slow: ');
      (response as unknown as { on(event: string, heard: () => void): void }).on('close', () =>
        clearInterval(drip),
      );
    },
  ],
] as const)('J35: an answer that %s is given up in time', async (_how, answering) => {
  receiver.answering = answering as Receiver['answering'];
  expect(await bring()).toMatchObject({ status: null, failure: 'no answer in time', answer: '' });
});

test('J34: a redirect to the metadata address is not followed', async () => {
  receiver.answering = withStatus(307, { location: 'http://169.254.169.254/latest/meta-data' });
  expect(await bring()).toMatchObject({ status: 307, failure: 'redirects are not followed' });
  expect(receiver.received).toHaveLength(1);
});

test('J33: a name that leads inside, among public addresses or alone, is never connected to', async () => {
  for (const addresses of [['127.0.0.1'], ['203.0.114.1', '10.0.0.1'], ['169.254.169.254']]) {
    const lookup = createGuardedLookup({
      isPublic: isPublicAddress,
      resolve: (_name, _options, callback) =>
        callback(
          null,
          addresses.map((address) => ({ address, family: 4 })),
        ),
    });
    const guarded = createSender(createReceivers({}), { lookup });
    expect(await bring('https://rebind.example.com/', newUuid(), guarded)).toMatchObject({
      status: null,
      failure: 'the address is not on the public internet',
    });
    guarded.close();
  }
});

test('J33: what only users may reach is refused to operators, and literal addresses without a look-up', async () => {
  const refused = { status: null, failure: 'the address is not on the public internet' };
  expect(await bring(receiver.url, OPERATORS)).toMatchObject(refused);
  expect(await bring('https://127.0.0.1:8443/')).toMatchObject(refused);
  expect(receiver.received).toEqual([]);
});

test('a receiver that is not there, or that breaks off, is no connection', async () => {
  receiver.answering = (request) => request.socket.destroy();
  expect(await bring()).toMatchObject({ status: null, failure: 'no connection' });
});

test('how long a receiver asks to wait is read from whole seconds alone', async () => {
  receiver.answering = withStatus(503, { 'retry-after': '120' });
  expect((await bring()).askedMs).toBe(120_000);
  receiver.answering = withStatus(503, { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' });
  expect((await bring()).askedMs).toBeNull();
});

test('J38: a job that names no uuid or an endpoint that is not there brings nothing and stops nobody', async () => {
  const bench = await aWebhookBench();
  const connection = new Redis(bench.redis.url, { maxRetriesPerRequest: null });
  const queue = new Queue('webhooks', { connection });
  bench.start(receiver.address);
  try {
    await queue.add('deliver', { id: "'; drop table webhooks.endpoint; --" });
    await queue.add('deliver', { id: newUuid() });
    await eventually(async () => (await queue.getJobCounts('failed'))['failed'] === 1);
    expect(receiver.received).toEqual([]);
  } finally {
    await queue.close();
    connection.disconnect();
    await bench.drop();
  }
});
