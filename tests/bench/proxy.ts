/**
 * The least that one hop can cost: node:http in, node:http out, keep-alive on both sides, bytes
 * passed on as they come. `node tests/bench/proxy.ts --to http://127.0.0.1:4010`.
 */
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';

const KEEP_ALIVE_MS = 120_000;

const { values } = parseArgs({ options: { to: { type: 'string' } } });
const target = new URL(values.to ?? '');
const agent = new Agent({ keepAlive: true });

const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (incoming, outgoing) => {
  const onward = request(
    {
      agent,
      host: target.hostname,
      port: target.port,
      path: incoming.url,
      method: incoming.method,
      headers: incoming.headers,
    },
    (reply) => {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(outgoing);
    },
  );
  onward.on('error', () => outgoing.destroy());
  outgoing.on('close', () => {
    if (!outgoing.writableFinished) onward.destroy();
  });
  incoming.pipe(onward);
});

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(
    `${JSON.stringify({ msg: 'listening', port, url: `http://127.0.0.1:${port}` })}\n`,
  );
});

process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
  agent.destroy();
});
