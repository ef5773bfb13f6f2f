import got from 'got';
import { csvAnswer, defineRoute } from '@tollgate/contract/route';
import { createLogger } from '@tollgate/runtime/logger';
import { sendCsv } from './csv.ts';
import { listen } from './listen.ts';
import type { Listening } from './listen.ts';
import { route } from './route.ts';
import { createApp, serveRoutes } from './serve.ts';
import type { Handler } from './route.ts';

const table = defineRoute({
  method: 'get',
  path: '/api/table.csv',
  auth: 'none',
  summary: 'A table that ends in the middle',
  status: 200,
  furtherAnswers: csvAnswer(['id']),
});
const HOST = '127.0.0.1';
/** More than is kept back before the first byte leaves. */
const ROWS = 5_000;

let lines: string[];
let running: Listening;
beforeEach(async () => {
  lines = [];
  const logger = createLogger('test', 'info', { write: (line) => void lines.push(line) });
  const app = createApp();
  const send: Handler<typeof table> = async (_input, context) => {
    await sendCsv(context, { fileName: 'table.csv', columns: ['n'], rows: breaking() });
  };
  serveRoutes(app, { routes: [route(table, send)], guards: {}, logger });
  running = await listen(app, { port: 0, host: HOST, logger });
});
afterEach(() => running.close());

function* breaking() {
  for (let n = 0; n < ROWS; n += 1) yield { n };
  throw new Error('the source broke');
}

test('an answer that breaks when it has begun is cut, and the log says why', async () => {
  const failure = await got(`http://${HOST}:${running.port}${table.path}`, {
    retry: { limit: 0 },
  }).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'ECONNRESET' });
  const reported = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(reported).toContainEqual(
    expect.objectContaining({
      level: 'error',
      msg: 'an answer was cut',
      path: table.path,
      error: expect.objectContaining({ message: 'the source broke' }) as object,
    }),
  );
});
