import { setTimeout as sleep } from 'node:timers/promises';
import got from 'got';
import { aDemo } from '../../support/demo.ts';
import type { Demo } from '../../support/demo.ts';
import { watchMoney } from '../../support/soundness.ts';
import type { MoneyWatch } from '../../support/soundness.ts';

const START_MS = 240_000;
const CALLERS = 3;
const PAUSE_MS = 40;
/** As a load balancer looks at its targets. */
const LOOK_EVERY_MS = 100;
const EDGES = ['public', 'public-2'] as const;

/** What became of one call. */
interface Outcome {
  during: string;
  stream: boolean;
  status: number;
  text: string;
}

let demo: Demo;
let money: MoneyWatch;
beforeAll(async () => {
  demo = await aDemo({
    replicas: { edge: 2, inference: 2, account: 2, admin: 2, billing: 2, worker: 2 },
    env: { REPLICAS: '2' },
  });
  money = await watchMoney(demo);
}, START_MS);
afterAll(async () => {
  await money?.close();
  await demo?.stack.drop();
}, START_MS);

/** Gives the edges in turn that say they are ready. */
function balance(): { pick(): string; stop(): void } {
  const ready = new Map<string, boolean>(EDGES.map((edge) => [edge, true]));
  const look = async (edge: string): Promise<void> => {
    const health = await got(`${demo.stack.urls[edge]}/health/ready`, {
      throwHttpErrors: false,
      retry: { limit: 0 },
      timeout: { request: 1_000 },
    }).catch(() => undefined);
    ready.set(edge, health?.statusCode === 200);
  };
  const timer = setInterval(() => EDGES.forEach((edge) => void look(edge)), LOOK_EVERY_MS);
  let turn = 0;
  return {
    pick() {
      const open = EDGES.filter((edge) => ready.get(edge) === true);
      turn += 1;
      return demo.stack.urls[open[turn % open.length] ?? EDGES[0]] ?? '';
    },
    stop: () => clearInterval(timer),
  };
}

async function call(url: string, stream: boolean): Promise<Omit<Outcome, 'during'>> {
  const answer = await got
    .post(`${url}/v1/chat/completions`, {
      headers: { authorization: `Bearer ${demo.env.TOLLGATE_API_KEY}` },
      json: {
        model: demo.env.TOLLGATE_MODEL,
        messages: [{ role: 'user', content: '[[upstream: chunks=6; chunk-delay=40]] Hello' }],
        max_tokens: 50,
        stream,
      },
      throwHttpErrors: false,
      retry: { limit: 0 },
    })
    .then(
      ({ statusCode, body }) => ({ status: statusCode, text: body }),
      (error: unknown) => ({ status: 0, text: String(error) }),
    );
  return { stream, ...answer };
}

/** Calls without pause; `during` names what happens to the stack meanwhile. */
function load(state: { during: string; stopped: boolean }, outcomes: Outcome[]): Promise<unknown> {
  const edges = balance();
  const loop = async (stream: boolean): Promise<void> => {
    while (!state.stopped) {
      const { during } = state;
      outcomes.push({ during, ...(await call(edges.pick(), stream)) });
      await sleep(PAUSE_MS);
    }
  };
  const loops = Array.from({ length: CALLERS }, (_, index) => loop(index === 0));
  return Promise.all(loops).finally(() => edges.stop());
}

/** Asks the process to stop as an orchestrator does, waits until it has, and starts it again. */
async function roll(process: string): Promise<void> {
  await demo.stack.kill(process, 'SIGTERM');
  await demo.stack.ready(process);
}

const isWhole = ({ text }: Outcome): boolean => text.endsWith('data: [DONE]\n\n');

test('FF13 a rolling restart of every service under load fails no call', async () => {
  await money.begin();
  const state = { during: 'nothing', stopped: false };
  const outcomes: Outcome[] = [];
  const running = load(state, outcomes);
  for (const service of ['billing', 'worker', 'account', 'admin', 'inference', 'edge']) {
    for (const process of [service, `${service}-2`]) {
      state.during = process;
      await roll(process);
      await sleep(500);
    }
  }
  state.stopped = true;
  await running;
  const counted = Object.entries(Object.groupBy(outcomes, ({ during }) => during));
  process.stdout.write(
    `calls during the restart of: ${counted.map(([name, all]) => `${name} ${all?.length}`).join(', ')}\n`,
  );
  expect(outcomes.filter(({ stream, status }) => !stream && status !== 200)).toEqual([]);
  expect(outcomes.filter((one) => one.stream && !isWhole(one))).toEqual([]);
  await money.sound('FF13');
}, 300_000);
