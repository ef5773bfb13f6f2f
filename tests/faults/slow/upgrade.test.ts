import { REPOSITORY_ROOT } from '@tollgate/deploy/local/paths';
import { runMigration } from '@tollgate/deploy/local/stack';
import { execa } from 'execa';
import { aDemo } from '../../support/demo.ts';
import type { Demo } from '../../support/demo.ts';
import {
  aPreviousTree,
  findCommitBeforeBaseline,
  findPreviousCommit,
} from '../../support/previous-tree.ts';
import type { PreviousTree } from '../../support/previous-tree.ts';
import { counted, failed, rollAll, startLoad, TWO_OF_EACH } from '../../support/rolling.ts';
import { watchMoney } from '../../support/soundness.ts';
import type { MoneyWatch } from '../../support/soundness.ts';

const START_MS = 240_000;
/** For the slowest of machines; nothing is concluded from how long it takes. */
const UPGRADE_MS = 900_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const found = [await findPreviousCommit(), await findCommitBeforeBaseline()];
const commits = [...new Set(found.filter((commit) => commit !== null))];
if (commits.length === 0) say('SKIPPED: there is no earlier commit to upgrade from');
const upgrading = commits.length === 0 ? describe.skip : describe;

upgrading.each(commits)('an upgrade from %s', (commit) => {
  let tree: PreviousTree;
  let demo: Demo;
  let money: MoneyWatch;
  beforeAll(async () => {
    // The processes that take over serve the pages of this work tree.
    await execa(process.execPath, ['services/docs/build.ts'], { cwd: REPOSITORY_ROOT });
    tree = await aPreviousTree(commit);
    say(`upgrading from ${tree.commit}, ${tree.changes} files differ`);
    demo = await aDemo({ ...TWO_OF_EACH, tree: tree.link });
    money = await watchMoney(demo);
  }, START_MS);
  afterAll(async () => {
    await money?.close();
    await demo?.stack.drop();
    await tree?.drop();
  }, START_MS);

  test(
    'FF20 the schema first and then every process in turn, under load, fails no call',
    async () => {
      await money.begin();
      const load = await startLoad(demo);
      load.during('the code before');
      await load.goOn();
      load.during('the migration');
      await runMigration(demo.stack.env['migrate'] ?? {}, say);
      await load.goOn();
      await tree.turn();
      await rollAll(demo, load);
      const outcomes = await load.end();
      say(`requests during: ${counted(outcomes)}`);
      expect(failed(outcomes)).toEqual([]);
      await money.sound('FF20');
    },
    UPGRADE_MS,
  );
});
