/**
 * The health check of the images: `node healthy.ts [port]` ends with 0 when the process on that
 * port lives.
 */
import { get } from 'node:http';

const TIMEOUT_MS = 2_000;

const port = process.argv[2] ?? process.env['PORT'] ?? process.env['PUBLIC_PORT'] ?? '';
process.exitCode = 1;
const request = get({ host: '127.0.0.1', port, path: '/health/live', timeout: TIMEOUT_MS });
request.on('response', (response) => {
  response.resume();
  if (response.statusCode === 200) process.exitCode = 0;
});
request.on('timeout', () => request.destroy());
request.on('error', () => undefined);
