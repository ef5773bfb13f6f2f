import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ROOT } from './source-files.ts';

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
}
interface Job {
  permissions?: Record<string, string>;
  needs?: string;
  steps: Step[];
  'timeout-minutes'?: number;
}

const text = readFileSync(join(ROOT, '.github/workflows/release.yaml'), 'utf8');
const workflow = parse(text) as {
  on: { push: { tags: string[] } };
  permissions: object;
  jobs: Record<'check' | 'images', Job>;
};
const jobs = Object.entries(workflow.jobs);
const steps = jobs.flatMap(([, job]) => job.steps);

test('D01: every action of the release is named by a commit, with its version beside it', () => {
  const used = [...text.matchAll(/uses: (\S+)(.*)$/gmu)];
  expect(used.length).toBeGreaterThan(5);
  for (const [, action, comment] of used) {
    expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/u);
    expect(comment).toMatch(/^ # v\d+\.\d+\.\d+$/u);
  }
});

test('D02: nothing may write but the job that pushes, and nothing of a checkout stays logged in', () => {
  expect(workflow.permissions).toEqual({});
  expect(workflow.jobs.check.permissions).toEqual({ contents: 'read' });
  expect(workflow.jobs.images.permissions).toEqual({
    contents: 'read',
    packages: 'write',
    'id-token': 'write',
  });
  const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
  expect(checkouts.map((step) => step.with)).toEqual(
    checkouts.map(() => ({ 'persist-credentials': false })),
  );
  for (const [, job] of jobs) expect(job['timeout-minutes']).toBeGreaterThan(0);
});

test('what callers of the workflow write becomes no part of a command', () => {
  for (const { run = '' } of steps) expect(run).not.toContain('${{');
});

test('images are built by the one command after the checks, then signed and verified by digest', () => {
  expect(workflow.on.push.tags).toEqual(['v[0-9]+.[0-9]+.[0-9]+']);
  expect(workflow.jobs.images.needs).toBe('check');
  const commands = workflow.jobs.images.steps.flatMap(({ run }) => run ?? []);
  expect(commands).toEqual([
    expect.stringMatching(/^make images PUSH=1 REGISTRY=/u),
    expect.stringMatching(/containerimage\.digest.*cosign sign --yes$/su),
    expect.stringMatching(
      /containerimage\.digest.*cosign verify .*--certificate-identity "\$IDENTITY"$/su,
    ),
  ]);
});
