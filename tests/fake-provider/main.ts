import { parseArgs } from 'node:util';
import { startFakeProvider } from './server.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    host: { type: 'string', default: '127.0.0.1' },
  },
});
const provider = await startFakeProvider({ port: Number(values.port), host: values.host });

const { port, url } = provider;
process.stdout.write(`${JSON.stringify({ msg: 'listening', port, url })}\n`);

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    void provider.stop();
  });
}
