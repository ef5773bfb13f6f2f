import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import type { Socket as UdpSocket } from 'node:dgram';
import { Resolver } from 'node:dns';
import { createServer } from 'node:net';
import type { Server } from 'node:net';
import { ProviderError } from '../adapter/adapter.ts';
import type { Failure } from '../adapter/adapter.ts';
import { createGuardedLookup, isPublicAddress } from './address-guard.ts';
import { openaiCompatible } from '../openai-compatible/index.ts';
import { createProviderCaller } from './provider-caller.ts';

const HOST = 'rebind.example.com';
/** A port that providers may have; at an address of this machine that nobody else has taken. */
const PORT = 8_443;
const HERE = `127.${[randomInt(1, 255), randomInt(1, 255), randomInt(2, 255)].join('.')}`;
const QUESTION_START = 12;
const QUESTION_TAIL = 5;

/** What the name server says, one list of addresses a question; the last one from then on. */
let answers: string[][] = [];
let questions = 0;
let names: UdpSocket;
let resolver: Resolver;
let endpoint: Server;
let connections = 0;

beforeAll(async () => {
  names = createSocket('udp4');
  names.on('message', (question, from) => {
    const addresses = answers[Math.min(questions, answers.length - 1)] ?? [];
    questions += 1;
    names.send(replyTo(question, addresses), from.port, from.address);
  });
  await new Promise<void>((resolve) => names.bind(0, '127.0.0.1', resolve));
  resolver = new Resolver({ timeout: 1_000, tries: 1 });
  resolver.setServers([`127.0.0.1:${names.address().port}`]);
  endpoint = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => endpoint.listen(PORT, HERE, resolve));
});
beforeEach(() => {
  questions = 0;
  connections = 0;
});
afterAll(async () => {
  names.close();
  await new Promise((resolve) => endpoint.close(resolve));
});

/** One record of type A for each address, good for no time at all. */
function replyTo(question: Buffer, addresses: readonly string[]): Buffer {
  const end = question.indexOf(0, QUESTION_START) + QUESTION_TAIL;
  const head = Buffer.from(question.subarray(0, end));
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(addresses.length, 6);
  head.writeUInt32BE(0, 8);
  const records = addresses.map((address) =>
    Buffer.from([0xc0, 0x0c, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]),
  );
  return Buffer.concat([head, ...records]);
}

async function call(isPublic: (address: string) => boolean): Promise<Failure> {
  const lookup = createGuardedLookup({
    isPublic,
    resolve: (hostname, _options, callback) =>
      resolver.resolve4(hostname, (error, addresses: string[] | undefined) =>
        callback(
          error,
          (addresses ?? []).map((address) => ({ address, family: 4 })),
        ),
      ),
  });
  const caller = createProviderCaller({ allowed: new Set(), lookup });
  const endpoint = {
    family: 'openai-compatible',
    provider: 'test',
    upstreamModel: 'm',
    baseUrl: `https://${HOST}:${PORT}/v1`,
  };
  const given = {
    family: openaiCompatible,
    endpoint,
    credential: { api_key: 'key' },
    limits: { firstByteMs: 5_000, idleMs: 5_000, totalMs: 5_000 },
    signal: new AbortController().signal,
  };
  const request = { model: 'm', messages: [{ role: 'user' as const, content: 'Hi.' }] };
  const thrown: unknown = await caller.chat(given, request).catch((error: unknown) => error);
  caller.close();
  if (!(thrown instanceof ProviderError)) throw new Error('expected a failure', { cause: thrown });
  return thrown.failure;
}

describe('V18: a name whose addresses change', () => {
  it.each([
    ['a private address', ['10.0.0.1']],
    ['the machine itself', ['127.0.0.1']],
    ['a public and a private address', ['8.8.8.8', '127.0.0.1']],
    ['a private and a public address', ['127.0.0.1', '8.8.8.8']],
    ['the metadata service', ['169.254.169.254']],
    ['nothing', []],
  ])('V18: that leads to %s is not connected to', async (_name, addresses) => {
    answers = [addresses];
    const failure = await call(isPublicAddress);
    expect(failure.kind).toBe('unavailable');
    expect(failure.message).not.toMatch(/\d+\.\d+|example/u);
    expect([questions, connections]).toEqual([1, 0]);
  });

  it('V18: is asked once for a connection, which goes to the very address that was checked', async () => {
    // This machine acts as a public address here; every later answer would lead elsewhere.
    answers = [[HERE], ['10.0.0.1']];
    const isPublic = (address: string): boolean => address === HERE;
    await call(isPublic);
    expect([questions, connections]).toEqual([1, 1]);
    expect((await call(isPublic)).kind).toBe('unavailable');
    expect([questions, connections]).toEqual([2, 1]);
  });
});
