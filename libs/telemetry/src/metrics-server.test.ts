import got from 'got';
import { counter } from './metrics.ts';
import { serveMetrics } from './metrics-server.ts';

const options = { throwHttpErrors: false, retry: { limit: 0 } };
const logger = { error: () => undefined } as never;

test('serves metrics at one address and nothing else', async () => {
  const metric = counter({ name: 'test_served_total', help: 'Served.', labels: [] });
  metric.add([]);
  const server = await serveMetrics({ port: 0, host: '127.0.0.1', logger });
  try {
    const root = `http://127.0.0.1:${server.port}`;
    const scrape = await got(`${root}/metrics`);
    expect(scrape.headers['content-type']).toContain('text/plain');
    expect(scrape.body).toContain('tollgate_test_served_total 1');
    const refused = [
      got(`${root}/`, options),
      got(`${root}/metrics?x`, options),
      got.post(`${root}/metrics`, options),
    ];
    for (const answer of await Promise.all(refused)) expect(answer.statusCode).toBe(404);
  } finally {
    await server.close();
  }
});
