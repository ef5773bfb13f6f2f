/**
 * The order of the test files: what takes longest begins first, or one core waits at the end for a
 * file of two minutes. A fresh clone knows no durations, so that those of the longest files stand
 * here; others go by their folder, and within this by their size.
 */
import { readFileSync, statSync } from 'node:fs';
import { relative } from 'node:path';

/** Seconds that a file takes on two cores, of those that take a minute or more. */
const SECONDS = {
  'tests/browser/platform.test.ts': 235,
  'tests/browser/users.test.ts': 235,
  'tests/e2e/video-wires.test.ts': 130,
  'tests/faults/who-pays.test.ts': 120,
  'tests/e2e/async.test.ts': 90,
  'tests/e2e/error-codes.test.ts': 80,
  'tests/e2e/operator-errors.test.ts': 80,
  'tests/faults/around-a-call.test.ts': 80,
  'tests/e2e/provider-faults.test.ts': 75,
  'tests/e2e/telemetry.test.ts': 75,
  'tests/faults/honesty.test.ts': 70,
  'tests/faults/regressions.test.ts': 70,
  'tests/faults/videos.test.ts': 70,
  'tests/e2e/videos.test.ts': 70,
  'tests/attacks/routes.test.ts': 60,
};
/** Seconds of the other files by the beginning of their path, the first that fits. */
const OF_FOLDERS = [
  ['tests/browser/', 30],
  ['tests/faults/', 40],
  ['tests/attacks/', 35],
  ['tests/e2e/', 30],
  ['tests/manifests/', 20],
  ['tests/ledger/', 10],
  ['tests/tidy/kubernetes', 20],
  ['tests/tidy/', 5],
  ['tests/api/', 4],
];
const ELSEWHERE = 1;

/**
 * Files that share a stack follow one another, all that ask for the same one, since a stack that
 * nobody takes is stopped.
 */
const SHARES = /\baSharedDemo\((?<kind>.*)\)/;
/** Among the long files, because together they take longest of all. */
const SHARING_SECONDS = 72;

/** How long a file may take, in seconds. @param path from the root of the work tree */
const secondsOf = (path) =>
  SECONDS[path] ?? OF_FOLDERS.find(([folder]) => path.startsWith(folder))?.[1] ?? ELSEWHERE;

const weighed = (test, root) => {
  const path = relative(root, test.path);
  const kind = SHARES.exec(path.startsWith('tests/e2e/') ? readFileSync(test.path, 'utf8') : '')
    ?.groups?.kind;
  return {
    test,
    seconds: kind === undefined ? secondsOf(path) : SHARING_SECONDS,
    kind: kind ?? '',
    bytes: statSync(test.path).size,
  };
};
const before = (one, other) =>
  other.seconds - one.seconds || one.kind.localeCompare(other.kind) || other.bytes - one.bytes;

// oxlint-disable-next-line import/no-default-export -- jest takes the default export.
export default class LongestFirst {
  #root;

  constructor({ globalConfig }) {
    this.#root = globalConfig.rootDir;
  }

  sort(tests) {
    const all = [...tests].map((test) => weighed(test, this.#root));
    return all.toSorted(before).map(({ test }) => test);
  }

  /**
   * Part of a run that is shared out among machines: every n-th file, so that each gets its share
   * of the long ones.
   */
  shard(tests, { shardIndex, shardCount }) {
    return this.sort(tests).filter((_test, index) => index % shardCount === shardIndex - 1);
  }

  allFailedTests(tests) {
    return tests;
  }

  cacheResults() {}
}
