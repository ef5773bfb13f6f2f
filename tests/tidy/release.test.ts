import { readdirSync, readFileSync } from 'node:fs';
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
  needs?: string | string[];
  steps: Step[];
  'timeout-minutes'?: number;
}

const text = readFileSync(join(ROOT, '.github/workflows/release.yaml'), 'utf8');
const workflow = parse(text) as {
  on: { push: { tags: string[] } };
  permissions: object;
  jobs: Record<'check' | 'images' | 'chart' | 'command' | 'documents', Job>;
};
const jobs = Object.entries(workflow.jobs);
const steps = jobs.flatMap(([, job]) => job.steps);

const files = readdirSync(join(ROOT, '.github/workflows'));

test.each(files)('D01: every action of %s is named by a commit, with its version', (file) => {
  const content = readFileSync(join(ROOT, '.github/workflows', file), 'utf8');
  const used = [...content.matchAll(/uses: (\S+)(.*)$/gmu)];
  expect(used.length).toBeGreaterThan(3);
  const { permissions, jobs: all } = parse(content) as typeof workflow;
  expect(permissions).toEqual({});
  for (const job of Object.values(all)) {
    expect(job['timeout-minutes']).toBeGreaterThan(0);
    for (const { run = '' } of job.steps) expect(run).not.toContain('${{');
  }
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

test('the chart is pushed and signed by digest, the command is published with provenance', () => {
  const { chart, command, documents } = workflow.jobs;
  const commandsOf = ({ steps: all }: Job): string =>
    all.flatMap(({ run }) => run ?? []).join('\n');
  expect(commandsOf(chart)).toMatch(
    /helm push .* "oci:[^"]+\/charts".*cosign sign --yes ".*@\$digest"/su,
  );
  expect(commandsOf(command)).toMatch(/make cli-package .*npm publish \S+ --provenance/su);
  expect(command.permissions).toEqual({ contents: 'read', 'id-token': 'write' });
  expect(documents.needs).toEqual(['images', 'chart', 'command']);
});

test('pull requests are checked as a release is, and nothing of them may write', () => {
  const content = readFileSync(join(ROOT, '.github/workflows/check.yaml'), 'utf8');
  const { on, jobs: all } = parse(content) as { on: object; jobs: Record<string, Job> };
  expect(Object.keys(on)).toEqual(['pull_request', 'push']);
  const commands = Object.values(all).flatMap((job) => job.steps.flatMap(({ run }) => run ?? []));
  expect(commands).toEqual([
    'make check',
    'make test',
    'make test-manifests',
    'make lint-manifests',
    'make lint-workflows',
  ]);
  for (const job of Object.values(all)) expect(job.permissions).toEqual({ contents: 'read' });
});

interface Renovate {
  customManagers: { managerFilePatterns: string[]; matchStrings: string[] }[];
}

test('renovate finds every version that no manifest has, by each of its patterns', () => {
  const { customManagers } = JSON.parse(
    readFileSync(join(ROOT, 'renovate.json'), 'utf8'),
  ) as Renovate;
  const paths = ['Makefile', 'deploy/Dockerfile', 'deploy/docker-bake.json', 'deploy/compose.yaml'];
  const all = [...paths, ...files.map((file) => `.github/workflows/${file}`)];
  const found = customManagers.map(({ managerFilePatterns, matchStrings }) => {
    const patterns = managerFilePatterns.map((text) => new RegExp(text.slice(1, -1), 'u'));
    const read = all.filter((path) => patterns.some((pattern) => pattern.test(path)));
    return read.flatMap((path) =>
      matchStrings.flatMap((form) => {
        const content = readFileSync(join(ROOT, path), 'utf8');
        const matches = [...content.matchAll(new RegExp(form, 'gu'))];
        return matches.map(({ groups }) => `${path} ${groups?.['currentValue']}`);
      }),
    );
  });
  const [bases = [], nodes = [], tools = []] = found.map((one) => [...new Set(one)].toSorted());
  expect(bases.map((one) => one.split(' ')[0])).toEqual(paths.slice(1).toSorted());
  expect(new Set(nodes.map((one) => one.split(' ')[0])).size).toBe(files.length);
  expect(tools.map((one) => one.split(' ')[0])).toEqual([
    '.github/workflows/rebuild.yaml',
    'Makefile',
    'Makefile',
  ]);
});
