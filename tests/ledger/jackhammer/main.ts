/**
 * `make jackhammer`: processes that grant, revoke, reserve, settle, release and repeat at random
 * against two replicas of billing, over the same few wallets. After every round each invariant is
 * run over the whole book, and the book is compared with what billing answered. Now and then a
 * replica is killed in the middle. Exits 1 with the first fault.
 *
 * PROCESSES=4 · WALLETS=8 · ROUNDS=60 · SEED=<number>, by chance when absent. A seed gives the same
 * requests of each process and the same kills again, given the same PROCESSES and WALLETS; how they
 * meet depends on the machine.
 */
import { startCluster } from '../../support/cluster.ts';
import { seedOfEnvironment } from '../../support/random.ts';
import { runJackhammer } from './run.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const number = (name: string, absent: number): number => Number(process.env[name] ?? absent);

const options = {
  seed: seedOfEnvironment(),
  processes: number('PROCESSES', 4),
  wallets: number('WALLETS', 8),
  rounds: number('ROUNDS', 60),
  say,
};
const { seed, processes, wallets, rounds } = options;
const named = `SEED=${seed} PROCESSES=${processes} WALLETS=${wallets} ROUNDS=${rounds}`;
say(named);

const stopCluster = await startCluster();
const begunMs = performance.now();
try {
  const { faults, model, requests } = await runJackhammer(options);
  const seconds = Math.round((performance.now() - begunMs) / 1_000);
  const counts = Object.entries(model.counts()).toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  );
  for (const [name, count] of counts) say(`${String(count).padStart(8)} ${name}`);
  for (const fault of faults) say(`FAULT ${fault}`);
  say(`${requests} requests in ${seconds} s, ${faults.length} faults`);
  if (faults.length > 0) say(`again: ${named} make jackhammer`);
  process.exitCode = faults.length > 0 ? 1 : 0;
} finally {
  await stopCluster();
}
