import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import type { Server } from 'node:https';
import type { AddressInfo, LookupFunction, Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { text } from 'node:stream/consumers';
import type { TLSSocket } from 'node:tls';
import { createGuardedLookup, isPublicAddress } from '@tollgate/providers/engine/address-guard';
import { readOutboundProxy } from '@tollgate/providers/engine/outbound-proxy';
import type { OutboundProxy } from '@tollgate/providers/engine/outbound-proxy';
import { PROXY_MEMBER } from '@tollgate/providers/adapter/endpoint';
import { ProviderError } from '@tollgate/providers/adapter/adapter';
import { createProviderCaller } from '@tollgate/providers/engine/provider-caller';
import type { ProviderCall, ProviderCaller } from '@tollgate/providers/engine/provider-caller';
import { FAMILIES } from '@tollgate/providers/families';
import { anAuthority } from '../attacks/certificates.ts';
import { aConnectProxy } from '../support/connect-proxy.ts';
import type { ConnectProxy } from '../support/connect-proxy.ts';

const NAME = 'models.example.com';
const PASSWORD = 'a/long:pass word@home';
/** Stands for a public address; nothing is at it, because the proxy leads elsewhere. */
const PUBLIC = '198.51.100.7';

let proxy: ConnectProxy;
let target: Server;
let ca: string;
let names: (string | false | null)[] = [];

beforeAll(async () => {
  proxy = await aConnectProxy(PASSWORD);
  const authority = await anAuthority();
  ca = authority.certificate;
  target = createServer(await authority.issue({ name: NAME }), (incoming, response) => {
    names.push((incoming.socket as TLSSocket & { servername?: string }).servername ?? null);
    response.end('Well.');
  });
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
});
beforeEach(() => {
  names = [];
  proxy.take();
  proxy.manner = 'connect';
  proxy.target = { host: '127.0.0.1', port: (target.address() as AddressInfo).port };
});
afterAll(async () => {
  target.closeAllConnections();
  target.close();
  await proxy.close();
});

const through = (noProxy = ''): OutboundProxy => {
  const read = readOutboundProxy({ HTTPS_PROXY: proxy.url, NO_PROXY: noProxy });
  if (read === null) throw new Error('no proxy');
  return read;
};

/** A look-up whose answers are these, under the guard of `isPublic`. */
const resolvesTo = (addresses: string[], isPublic = isPublicAddress): LookupFunction =>
  createGuardedLookup({
    isPublic,
    resolve: (_name, _options, callback) =>
      callback(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      ),
  });

async function get(
  url: string,
  lookup?: LookupFunction,
  timeoutMs = 5_000,
  restMs = 0,
): Promise<string | undefined> {
  const options = { timeoutMs, ca, ...(lookup === undefined ? {} : { lookup }) };
  const { hostname, port, protocol } = new URL(url);
  const open = through().connector(options);
  try {
    const socket = await new Promise<Socket>((resolve, reject) => {
      open({ hostname, port, protocol }, (...[error, opened]) =>
        error === null ? resolve(opened) : reject(error),
      );
    });
    await setTimeout(restMs);
    const asking = request({ createConnection: () => socket, headers: { connection: 'close' } });
    asking.end();
    const [answer] = (await once(asking, 'response')) as [IncomingMessage];
    return await text(answer);
  } catch (error) {
    return (error as { code?: string }).code ?? (error as Error).name;
  }
}
const anyAddress = (): boolean => true;

describe('the outbound proxy', () => {
  test('is asked for the very address that was checked, and the target for its name', async () => {
    const lookup = resolvesTo(['2001:db8::1', PUBLIC], anyAddress);
    expect(await get(`https://${NAME}/v1`, lookup)).toBe('Well.');
    expect(proxy.take()).toEqual([`${PUBLIC}:443`]);
    expect(names).toEqual([NAME]);
  });

  test('is asked for an IPv6 address where a name has no other', async () => {
    const lookup = resolvesTo(['2001:db8::1'], anyAddress);
    expect(await get(`https://${NAME}:8443/v1`, lookup)).toBe('Well.');
    expect(proxy.take()).toEqual(['[2001:db8::1]:8443']);
  });

  test('is asked by name for a target that an administrator has allowed', async () => {
    expect(await get(`https://${NAME}/v1`)).toBe('Well.');
    expect(proxy.take()).toEqual([`${NAME}:443`]);
  });

  test.each([['10.0.0.1'], ['127.0.0.1'], ['169.254.169.254'], ['::1']])(
    'is never asked for a name that leads to %s',
    async (address) => {
      expect(await get(`https://${NAME}/v1`, resolvesTo([address]))).toBe('AddressRefused');
      expect(await get(`https://${NAME}/v1`, resolvesTo(['8.8.8.8', address]))).toBe(
        'AddressRefused',
      );
      expect(proxy.take()).toEqual([]);
    },
  );

  test('does not make a certificate good for another name', async () => {
    const lookup = resolvesTo([PUBLIC], anyAddress);
    expect(await get('https://other.example.com/v1', lookup)).toBe('ERR_TLS_CERT_ALTNAME_INVALID');
  });

  test.each([
    [407, 'PROXY_407'],
    [403, 'PROXY_403'],
    [502, 'PROXY_502'],
    ['hang-up' as const, 'PROXY_ECONNRESET'],
  ])('that answers %s fails with a code and no word about itself', async (manner, code) => {
    proxy.manner = manner;
    expect(await get(`https://${NAME}/v1`)).toBe(code);
  });

  test('that hangs, and a target that hangs behind it, end with the time', async () => {
    proxy.manner = 'hang';
    expect(await get(`https://${NAME}/v1`, undefined, 200)).toBe('PROXY_TIMEOUT');
    proxy.manner = 'connect';
    proxy.target = { host: '127.0.0.1', port: Number(new URL(proxy.url).port) };
    expect(await get(`https://${NAME}/v1`, undefined, 200)).toMatch(/^(?:PROXY_TIMEOUT|E)/u);
    const never: LookupFunction = () => undefined;
    expect(await get(`https://${NAME}/v1`, never, 200)).toBe('PROXY_TIMEOUT');
  });

  test('lets a connection live on when the time for opening it is over', async () => {
    expect(await get(`https://${NAME}/v1`, undefined, 500, 800)).toBe('Well.');
  });

  test('is none without the variable', () => {
    expect(readOutboundProxy({ NO_PROXY: '' })).toBeNull();
  });
});

describe('the proxy of a credential', () => {
  const limits = { firstByteMs: 2_000, idleMs: 2_000, totalMs: 4_000 };
  const BASE = 'https://api.example.com/v1';
  const callerAt = (allowed: string, lookup = resolvesTo([PUBLIC], anyAddress)): ProviderCaller =>
    createProviderCaller({
      allowed: new Set([allowed]),
      lookup,
      proxy: readOutboundProxy({ HTTPS_PROXY: 'http://127.0.0.1:1', NO_PROXY: '*' }),
    });
  const callWith = (url: string, baseUrl = BASE): ProviderCall => {
    const family = FAMILIES.find(({ id }) => id === 'google');
    if (family === undefined) throw new Error('no family');
    return {
      family,
      endpoint: { family: 'google', provider: 'google', upstreamModel: 'veo-3', baseUrl },
      credential: { api_key: 'key', [PROXY_MEMBER]: url },
      limits,
      signal: AbortSignal.timeout(limits.totalMs),
    };
  };
  const chat = { model: 'google/veo-3', messages: [{ role: 'user' as const, content: 'Well?' }] };
  const VERBS: [string, (caller: ProviderCaller, call: ProviderCall) => Promise<unknown>][] = [
    ['chat', (caller, call) => caller.chat(call, chat)],
    ['a stream', (caller, call) => caller.chatStream(call, { ...chat, stream: true })],
    ['the list of models', (caller, call) => caller.models(call)],
    [
      'the state of a video',
      (caller, call) => caller.videoState(call, 'models/veo-3/operations/one'),
    ],
    ['a video', (caller, call) => caller.openVideo(call, { url: `${BASE}/v.mp4`, from: 0 })],
  ];

  // The certificate of the target is good for nobody here, which shows that TLS goes end to end.
  test.each(VERBS)('is asked for %s, whatever the installation has', async (_verb, run) => {
    const caller = callerAt(new URL(proxy.url).host);
    await expect(run(caller, callWith(proxy.url))).rejects.toThrow(ProviderError);
    expect(proxy.take()).toEqual([`${PUBLIC}:443`]);
    caller.close();
  });

  test('is never asked when its address is neither public nor allowed', async () => {
    const caller = callerAt('127.0.0.1:1');
    for (const url of [proxy.url, 'https://10.0.0.1', 'http://proxy.example.com']) {
      await expect(caller.models(callWith(url))).rejects.toThrow(ProviderError);
    }
    const inside = callerAt('127.0.0.1:1', resolvesTo(['127.0.0.1']));
    const failed = inside.models(callWith('https://proxy.example.com', 'https://8.8.8.8/v1'));
    await expect(failed).rejects.toMatchObject({
      failure: { kind: 'unavailable', detail: 'PROXY_ADDRESS_REFUSED' },
    });
    expect(proxy.take()).toEqual([]);
    caller.close();
    inside.close();
  });

  test('does not open the way to an address that is not public', async () => {
    const caller = callerAt(new URL(proxy.url).host, resolvesTo(['10.0.0.1']));
    await expect(caller.models(callWith(proxy.url))).rejects.toThrow(ProviderError);
    expect(proxy.take()).toEqual([]);
    caller.close();
  });
});

describe('NO_PROXY', () => {
  test.each([
    ['', 'https://a.example.com', true],
    ['*', 'https://a.example.com', false],
    ['example.com', 'https://example.com', false],
    ['example.com', 'https://a.example.com', false],
    ['EXAMPLE.com', 'https://a.Example.COM', false],
    ['.example.com', 'https://a.example.com', false],
    ['*.example.com', 'https://a.example.com', false],
    ['example.com', 'https://anexample.com', true],
    ['a.example.com', 'https://example.com', true],
    ['example.com:8443', 'https://example.com:8443', false],
    ['example.com:8443', 'https://example.com', true],
    ['example.com:443', 'https://example.com', false],
    ['other.com, example.com ,', 'https://example.com', false],
    ['10.0.0.0/8', 'https://10.1.2.3', false],
    ['10.0.0.0/8', 'https://11.1.2.3', true],
    ['10.0.0.0/8', 'https://example.com', true],
    ['fd00::/8', 'https://[fd00::1]', false],
    ['fd00::/8', 'https://10.1.2.3', true],
    ['10.1.2.3', 'https://10.1.2.3:8443', false],
    ['::1', 'https://[::1]', false],
    ['[::1]:8443', 'https://[::1]:8443', false],
    ['[::1]:8443', 'https://[::1]', true],
    ['', 'http://models.internal:11434', false],
  ])('"%s" and %s: through the proxy is %s', (noProxy, url, isThrough) => {
    expect(through(noProxy).takes(new URL(url))).toBe(isThrough);
  });
});
