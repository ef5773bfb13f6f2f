/**
 * `make bench`: what a call through Tollgate costs against the same call sent straight to the fake
 * provider and through raw proxies, in one run, as ratios. Exits 1 when a budget is broken.
 *
 * Options: --rounds 5 --seconds 4 --warm 8 --connections 64 --rate 40 --only throughput,streams
 * --yardsticks --apart --peers. With --peers other gateways are installed into the state folder and
 * run in the same rounds, and more scenarios with them. TOLLGATE_BASE_URL, TOLLGATE_API_KEY and
 * TOLLGATE_MODEL name a running Tollgate to measure; without them a whole stack is started for the
 * run.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DEFAULT_STATE_DIR } from '@tollgate/deploy/local/paths';
import { type Budget, judge, readBudgets } from './budgets.ts';
import type { Endpoint } from './client.ts';
import { PORTKEY } from './peers.ts';
import type { Scenario, Settings } from './scenario.ts';
import { type Results, runScenario, SCENARIOS, warmUp } from './scenarios.ts';
import { grid, renderAgainst, renderCpu, renderScenario } from './table.ts';
import { startTargets, TOLLGATE } from './targets.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    warm: { type: 'string', default: '8' },
    connections: { type: 'string', default: '64' },
    rate: { type: 'string', default: '40' },
    only: { type: 'string', default: '' },
    yardsticks: { type: 'boolean', default: false },
    apart: { type: 'boolean', default: false },
    peers: { type: 'boolean', default: false },
  },
});

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function runningTollgate(): Endpoint | null {
  const baseUrl = process.env['TOLLGATE_BASE_URL'] ?? '';
  const key = process.env['TOLLGATE_API_KEY'] ?? '';
  const model = process.env['TOLLGATE_MODEL'] ?? '';
  return baseUrl && key && model ? { baseUrl, key, model } : null;
}

function limitText({ min, max }: Budget): string {
  return [min !== undefined && `>= ${min}`, max !== undefined && `<= ${max}`]
    .filter(Boolean)
    .join(', ');
}

async function checkBudgets(results: Record<string, Results>): Promise<boolean> {
  const verdicts = (await readBudgets()).map((budget) => judge(budget, results));
  const measured = verdicts.filter(({ ratio }) => ratio !== null);
  if (measured.length === 0) return true;
  const rows = measured.map(({ budget, ratio, isKept }) => [
    `${budget.scenario}: ${budget.measure} of ${budget.target}${budget.against ? ` / ${budget.against}` : ''}`,
    ratio?.toFixed(2) ?? '-',
    limitText(budget),
    isKept ? 'kept' : 'BROKEN',
  ]);
  say(`Budgets\n${grid([['', 'ratio', 'limit', ''], ...rows])}\n`);
  return measured.every(({ isKept }) => isKept);
}

function isWanted({ id, peersOnly }: Scenario): boolean {
  if (values.only) return values.only.split(',').includes(id);
  return values.peers || peersOnly !== true;
}

async function bench(): Promise<boolean> {
  const settings: Settings = {
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
    connections: Number(values.connections),
    rate: Number(values.rate),
  };
  const targets = await startTargets({
    running: runningTollgate(),
    wanted: !values.yardsticks,
    apart: values.apart,
    peers: values.peers ? join(DEFAULT_STATE_DIR, 'peers') : null,
    log: say,
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      void targets.stop().finally(() => process.exit(1));
    });
  }
  try {
    say(`calling each target for ${values.warm} s before the first round`);
    for (const target of targets.list) await warmUp(target, settings, Number(values.warm));
    const results: Record<string, Results> = {};
    for (const scenario of SCENARIOS) {
      if (!isWanted(scenario)) continue;
      const result = await runScenario(scenario, targets.list, settings);
      results[scenario.id] = result;
      const cpu = renderCpu(TOLLGATE, result);
      say(`\n${renderScenario(scenario, result, settings)}\n${cpu && `${cpu}\n`}`);
    }
    if (values.peers) say(`${renderAgainst(TOLLGATE, PORTKEY, results)}\n`);
    return await checkBudgets(results);
  } finally {
    await targets.stop();
  }
}

try {
  process.exitCode = (await bench()) ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
