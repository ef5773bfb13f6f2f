import type { ServerResponse } from 'node:http';
import { startEdge } from './start-edge.ts';
import { bodyOf, connectRaw, sendPlain, sendRaw, statusOf, waitFor } from './raw-client.ts';

describe('health', () => {
  it('is answered on both listeners, and read only', async () => {
    const started = await startEdge();
    for (const { port } of Object.values(started.listeners)) {
      expect(await sendPlain(port, '/health/live')).toContain('{"status":"live"}');
      expect(await sendPlain(port, '/health/startup')).toContain('{"status":"started"}');
      expect(await sendPlain(port, '/health/ready')).toContain('{"status":"ready"}');
      expect(statusOf(await sendPlain(port, '/health/other'))).toBe(404);
      expect(statusOf(await sendPlain(port, '/health'))).toBe(404);
      const posted =
        'POST /health/live HTTP/1.1\r\nHost: t\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';
      const refused = await sendRaw(port, posted);
      expect(statusOf(refused)).toBe(405);
      expect(refused).toMatch(/^allow: GET, HEAD\r$/im);
    }
    await started.stop();
  });

  it('is ready while any service lives; liveness depends on none', async () => {
    const started = await startEdge();
    const { port } = started.listeners.public;
    started.services.account.kill();
    started.services.admin.kill();
    started.services.docs.kill();
    started.services.console.kill();
    expect(statusOf(await sendPlain(port, '/health/ready'))).toBe(200);
    started.services.inference.kill();
    await waitForStatus(port, 503);
    expect(statusOf(await sendPlain(port, '/health/live'))).toBe(200);
    await started.stop();
  });
});

describe('draining', () => {
  it('goes unready, closes each connection with its answer, and finishes what runs', async () => {
    const started = await startEdge();
    const { port } = started.listeners.public;
    const open: ServerResponse[] = [];
    started.services.inference.handler = (_request, response) => void open.push(response);
    const kept = connectRaw(port);
    kept.socket.write('GET /health/live HTTP/1.1\r\nHost: t\r\n\r\n');
    await kept.until((text) => text.includes('live'));
    const running = connectRaw(port);
    running.socket.write('GET /v1/stream HTTP/1.1\r\nHost: t\r\n\r\n');
    const response = await waitFor(() => open[0]);
    response.write('one');
    started.edge.drain();
    expect(statusOf(await sendPlain(port, '/health/ready'))).toBe(503);
    kept.socket.write('GET /nowhere HTTP/1.1\r\nHost: t\r\n\r\n');
    const { received } = await kept.closed();
    expect(received.toLowerCase()).toContain('connection: close');
    const closing = Promise.all([
      started.listeners.public.close(),
      started.listeners.internal.close(),
    ]);
    response.end('two');
    const ended = await running.closed();
    expect(ended.received).toContain('two');
    expect(ended.received.endsWith('0\r\n\r\n')).toBe(true);
    await closing;
    await started.stop();
  });
});

describe('tokens', () => {
  it('without a fresh token nothing is forwarded', async () => {
    const started = await startEdge();
    const now = performance.now.bind(performance);
    performance.now = () => now() + 60_000;
    const answer = await sendPlain(started.listeners.public.port, '/v1/x');
    performance.now = now;
    expect(statusOf(answer)).toBe(503);
    expect(bodyOf(answer).error?.code).toBe('service_unavailable');
    expect(started.services.inference.seen).toHaveLength(0);
    await started.stop();
  });
});

async function waitForStatus(port: number, status: number): Promise<void> {
  const end = performance.now() + 5_000;
  while (statusOf(await sendPlain(port, '/health/ready')) !== status) {
    if (performance.now() > end) throw new Error(`never ${status}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
