/**
 * `make traffic DIR=<folder>`: replays every recorded reply of a folder through the engine that
 * serves callers, in front of a local server that hands the recorded bytes over in pieces that
 * chance decides, and compares what comes out with an independent reading of the bytes, and what
 * went out with the recorded request: address, credential and body. Walks sessions. Prints a table
 * and the seed; exits 1 when anything failed, 2 when nothing did but a reader could not read a
 * recording. `SEED=<number>` repeats the pieces of an earlier run.
 */
import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { RECORDINGS, readRecordings } from './recordings.ts';
import type { Recording } from './recordings.ts';
import { randomFrom } from './replay.ts';
import { startReplayer } from './traffic/replayer.ts';
import type { Replayer } from './traffic/replayer.ts';
import { checkRecording, checkStep } from './traffic/run.ts';
import type { Verdict } from './traffic/run.ts';
import { sessionSteps } from './traffic/sessions.ts';
import { tableOf } from './traffic/table.ts';

const SEED_MAX = 4_294_967_295;
const EXIT_FAILED = 1;
const EXIT_UNREAD = 2;
/** Each stream is cut in so many ways. */
const ROUNDS = 3;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** One recording in several cuts of its bytes; the worst of what came of it. */
async function checkOften(recording: Recording, replayer: Replayer): Promise<Verdict> {
  let worst = await checkRecording(recording, replayer);
  for (let round = 1; round < ROUNDS; round += 1) {
    const verdict = await checkRecording(recording, replayer);
    if (verdict.faults.length > worst.faults.length) worst = verdict;
  }
  return worst;
}

async function main(folder: string, seed: number): Promise<number> {
  if (!existsSync(folder)) {
    say(`There is no folder ${folder}.`);
    return 1;
  }
  const recordings = readRecordings(folder);
  if (recordings.length === 0) {
    say(`There are no recordings in ${folder}.`);
    return 1;
  }
  const replayer = await startReplayer(randomFrom(seed));
  const verdicts: Verdict[] = [];
  for (const recording of recordings) verdicts.push(await checkOften(recording, replayer));
  for (const step of sessionSteps(recordings)) verdicts.push(await checkStep(step, replayer));
  await replayer.stop();
  say(tableOf(verdicts));
  const failed = verdicts.filter(({ faults }) => faults.length > 0).length;
  const unread = verdicts.filter(({ runnerFault }) => runnerFault !== null).length;
  const vertex = recordings.filter(({ provider }) => provider === 'vertex').length;
  const counts = `${failed} failed, ${unread} not read by this runner`;
  say(
    `\n${recordings.length} recordings, ${counts}, ${vertex} of Vertex AI out of scope, seed ${seed}`,
  );
  if (failed > 0) return EXIT_FAILED;
  return unread > 0 ? EXIT_UNREAD : 0;
}

const [folder = RECORDINGS] = process.argv.slice(2);
const seed = Number(process.env['SEED'] ?? randomInt(SEED_MAX));
process.exitCode = await main(path.resolve(folder), seed);
