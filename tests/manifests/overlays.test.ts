import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { anApiServer, manifestPrograms } from './support/api-server.ts';
import type { ApiServer } from './support/api-server.ts';
import {
  applied,
  ASKING_MS,
  contentsOf,
  kept,
  listOf,
  podsOf,
  rendered,
} from './support/objects.ts';
import type { KubeObject } from './support/objects.ts';
import { rollOut } from './support/rollout.ts';

const START_MS = 600_000;
const programs = await manifestPrograms();
const applying = programs === undefined ? describe.skip : describe;
if (programs === undefined)
  process.stdout.write('SKIPPED: make test-manifests has not built the API server\n');

const OVERLAYS = [
  ['dev', 'tollgate-dev'],
  ['prod', 'tollgate'],
  ['complete', 'tollgate'],
] as const;
const IMAGES = ['edge', 'inference', 'account', 'admin', 'billing', 'worker', 'docs', 'console'];

/** What somebody makes for one run of a Job that waits to be started. */
const BY_HAND = ['secret/tollgate-restore'];

/**
 * What an operator's overlay says for another version: its tag for all images, and its name for the
 * Job.
 */
const ofVersion = (tag: string, job = `migrate-${tag.replaceAll('.', '-')}`): object => ({
  images: [...IMAGES, 'migrate'].map((name) => ({ name: `tollgate/${name}`, newTag: tag })),
  patches: [
    {
      target: { kind: 'Job' },
      patch: JSON.stringify([{ op: 'replace', path: '/metadata/name', value: job }]),
    },
  ],
});

applying.each(OVERLAYS)('the overlay %s at an API server', (overlay, namespace) => {
  const objects = programs === undefined ? [] : rendered(`overlays/${overlay}`);
  let folder: string;
  let server: ApiServer;
  let rollout: Awaited<ReturnType<typeof rollOut>>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tollgate-rollout-'));
    server = await anApiServer(programs?.server ?? '');
    rollout = await rollOut(server, { overlay, namespace, secrets: join(folder, 'secrets.yaml') });
  }, START_MS);
  afterAll(async () => {
    await server?.stop();
    await rm(folder, { recursive: true });
  });

  test(
    'is taken whole by the documented commands, in their order, without a warning',
    async () => {
      expect(rollout.warnings).toEqual([]);
      expect(rollout.printed).toMatch(/condition met/u);
      expect(rollout.printed).toMatch(/rolling update complete|roll out complete/u);
      const names = (all: readonly KubeObject[]): string[] =>
        all.map(({ kind, metadata: { name } }) => `${kind} ${name}`).toSorted();
      expect(names(await kept(server, objects))).toEqual(names(objects));
    },
    ASKING_MS,
  );

  test(
    'every template makes a pod under the standard restricted, beside its Secrets',
    async () => {
      const pods = podsOf(await kept(server, objects));
      expect(pods.length).toBeGreaterThan(IMAGES.length);
      for (const pod of pods) {
        const { exitCode, stderr } = await server.ask(['create', '-f', '-'], JSON.stringify(pod));
        expect([pod.metadata.name, exitCode, stderr]).toEqual([pod.metadata.name, 0, '']);
      }
      const secrets = await server.kubectl(['-n', namespace, 'get', 'secret', '-o', 'name']);
      const refs = [...JSON.stringify(pods).matchAll(/"secretKeyRef":\{[^}]*?"name":"([^"]+)"/gu)];
      const named = new Set(refs.map(([, name]) => `secret/${name}`));
      expect(named.size).toBeGreaterThan(5);
      const missing = [...named].filter((name) => !secrets.split('\n').includes(name));
      expect(missing.filter((name) => !BY_HAND.includes(name))).toEqual([]);
    },
    ASKING_MS,
  );

  test(
    'a pod that wants more is refused by the namespace',
    async () => {
      const [pod] = podsOf(objects) as [KubeObject];
      pod.metadata.name = 'wants-more';
      pod.spec.hostNetwork = true;
      const { exitCode, stderr } = await server.ask(['create', '-f', '-'], JSON.stringify(pod));
      expect(exitCode).not.toBe(0);
      expect(stderr).toMatch(/violates PodSecurity "restricted/u);
    },
    ASKING_MS,
  );

  test(
    'applied a second time changes nothing',
    async () => {
      const before = contentsOf(await kept(server, objects));
      expect(await applied(server, objects)).toBe('');
      expect(contentsOf(await kept(server, objects))).toEqual(before);
    },
    ASKING_MS,
  );

  test(
    'another version is taken beside the Job of the version before, and no other way',
    async () => {
      const next = rendered(`overlays/${overlay}`, ofVersion('9.9.9'));
      await applied(server, next);
      const jobs = await server.kubectl(['-n', namespace, 'get', 'job', '-o', 'name']);
      expect(jobs.split('\n')).toHaveLength(2);
      expect(jobs).toMatch(/migrate-9-9-9/u);
      const sameName = rendered(`overlays/${overlay}`, ofVersion('9.9.10', 'migrate-9-9-9'));
      await expect(applied(server, sameName)).rejects.toThrow(/field is immutable/u);
    },
    ASKING_MS,
  );

  test(
    'a field that no schema knows is refused',
    async () => {
      const [edge] = objects.filter(
        ({ kind, metadata: { name } }) => kind === 'Deployment' && name === 'edge',
      ) as [KubeObject];
      const wrong = structuredClone(edge);
      wrong.spec.template.spec.terminationGraceSeconds = 5;
      await expect(applied(server, [wrong])).rejects.toThrow(/terminationGraceSeconds/u);
    },
    ASKING_MS,
  );

  test(
    'a deletion names every object, and as a dry run takes none',
    async () => {
      const said = await server.kubectl(['delete', '--dry-run=server', '-f', '-'], listOf(objects));
      expect(said.trim().split('\n')).toHaveLength(objects.length);
      expect(await kept(server, objects)).toHaveLength(objects.length);
    },
    ASKING_MS,
  );
});
