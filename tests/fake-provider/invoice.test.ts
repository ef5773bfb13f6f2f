import { setTimeout as sleep } from 'node:timers/promises';
import { createInvoice, type Summary } from './invoice.ts';
import { probe, probeChat } from './probe.ts';
import { startFakeProvider, type FakeProvider } from './server.ts';

let provider: FakeProvider;

beforeAll(async () => {
  provider = await startFakeProvider();
});

beforeEach(() => provider.reset());

afterAll(() => provider.stop());

async function outOfBand(method: string, path: string, body?: unknown): Promise<unknown> {
  return JSON.parse((await probe(provider.url, { method, path, body })).text) as unknown;
}

async function settled(): Promise<Summary> {
  while (provider.invoice.summary().open > 0) await sleep(5);
  return provider.invoice.summary();
}

describe('the invoice', () => {
  test('says what was served to whom', async () => {
    const headers = { 'idempotency-key': 'again', 'x-request-id': 'req_1' };
    await probeChat(provider.url, 'Hello', { key: 'secret-of-1234', headers });
    expect(await outOfBand('GET', '/__invoice')).toMatchObject([
      {
        path: '/v1/chat/completions',
        model: 'demo-small',
        credential: '1234',
        idempotency_key: 'again',
        request_id: 'req_1',
        status: 200,
        stream: false,
        prompt_tokens: 5,
        completion_tokens: 10,
        chunks_sent: 1,
        finished: 'whole',
        request_body: { messages: [{ role: 'user', content: 'Hello' }] },
      },
    ]);
    expect(JSON.stringify(provider.invoice.list())).not.toContain('secret-of');
  });

  test('counts the frames that left before a cut', async () => {
    await probeChat(provider.url, 'Hi [[provider: cut after=3]]', { stream: true });
    await settled();
    expect(provider.invoice.list()).toMatchObject([
      { finished: 'cut', chunks_sent: 3, completion_tokens: 2, prompt_tokens: 4 },
    ]);
  });

  test('notices a client that leaves, in mid-stream and before the first byte', async () => {
    const left = { leaveAfterMs: 60 };
    await probeChat(provider.url, '[[provider: stall after=2]]', { ...left, stream: true });
    await probeChat(provider.url, '[[provider: stall-before-first-byte]]', left);
    await probeChat(provider.url, '[[provider: huge-body]]', { leaveAfterBytes: 5_000_000 });
    await probeChat(provider.url, '[[provider: pings]]', { leaveAfterBytes: 30, stream: true });
    await probeChat(provider.url, '[[provider: delay=60000]]', left);
    const { by_finished } = await settled();
    expect(by_finished).toEqual({ whole: 0, cut: 0, client_gone: 5, refused: 0 });
    expect(provider.invoice.list()[1]).toMatchObject({ prompt_tokens: 0, first_byte_at: null });
  });

  test('charges nothing for refusals and rubbish', async () => {
    for (const ask of ['status=500', 'html', 'null', 'truncated', 'empty-choices', 'redirect']) {
      await probeChat(provider.url, `[[provider: ${ask}]]`);
    }
    await probe(provider.url, { path: '/v1/chat/completions', key: 'bad-key', body: {} });
    const summary = await settled();
    expect(summary).toMatchObject({ calls: 7, prompt_tokens: 0, completion_tokens: 0 });
    expect(summary.by_status).toEqual({ 200: 4, 302: 1, 401: 1, 500: 1 });
  });

  test('tells since a number, sums up, and is emptied', async () => {
    for (let count = 0; count < 3; count += 1) await probeChat(provider.url, 'Hi');
    const [first] = provider.invoice.list();
    const rest = await outOfBand('GET', `/__invoice?since=${first?.n ?? 0}`);
    expect(rest).toHaveLength(2);
    expect(await outOfBand('GET', '/__invoice/summary')).toMatchObject({
      calls: 3,
      open: 0,
      prompt_tokens: 12,
      completion_tokens: 27,
      by_finished: { whole: 3 },
    });
    expect(await outOfBand('DELETE', '/__invoice')).toMatchObject({ calls: 0 });
    expect(provider.invoice.list()).toEqual([]);
  });

  test('keeps its sums when the ring has turned', () => {
    const invoice = createInvoice();
    for (let count = 0; count < 20_005; count += 1) {
      const entry = invoice.open({ prompt_tokens: 2, status: 200 }, { headers: {}, body: '' });
      invoice.close(entry, 'whole');
    }
    expect(invoice.list()).toHaveLength(20_000);
    expect(invoice.list()[0]?.n).toBe(6);
    expect(invoice.summary()).toMatchObject({ calls: 20_005, open: 0, prompt_tokens: 40_010 });
  });

  test('sees a redirect that was followed', async () => {
    const { headers } = await probeChat(provider.url, '[[provider: redirect]]');
    await probe(headers.location ?? '', { path: headers.location ?? '' });
    expect(provider.invoice.list().at(-1)?.path).toBe('/__elsewhere/v1/chat/completions');
  });
});

describe('the control', () => {
  const order = (body: unknown): Promise<unknown> => outOfBand('POST', '/__control', body);

  test('orders behaviours for the next calls, in turn', async () => {
    await order({ behaviour: 'status=500', times: 2 });
    await order({ behaviour: 'status=429 retry-after=1', times: 1 });
    const statuses = [];
    for (let count = 0; count < 4; count += 1) {
      statuses.push((await probeChat(provider.url, 'Hi')).status);
    }
    expect(statuses).toEqual([500, 500, 429, 200]);
  });

  test('keeps to its filters, and is cleared', async () => {
    await order({ behaviour: 'status=503', credential: '9999' });
    await order({ behaviour: 'status=502', path: '/models' });
    expect((await probeChat(provider.url, 'Hi', { key: 'key-1111' })).status).toBe(200);
    expect((await probeChat(provider.url, 'Hi', { key: 'key-9999' })).status).toBe(503);
    expect((await probe(provider.url, { method: 'GET', path: '/v1/models' })).status).toBe(502);
    expect(await outOfBand('GET', '/__control')).toHaveLength(2);
    expect(await outOfBand('DELETE', '/__control')).toEqual([]);
    expect((await probeChat(provider.url, 'Hi', { key: 'key-9999' })).status).toBe(200);
  });

  test('refuses what it does not know', async () => {
    expect(await order({ behaviour: 'dance' })).toMatchObject({ error: expect.any(String) });
    expect(await order({ behaviour: 'cut when=now' })).toMatchObject({ error: expect.any(String) });
    expect(await order({})).toMatchObject({ error: expect.any(String) });
    expect(provider.control.list()).toEqual([]);
  });
});
