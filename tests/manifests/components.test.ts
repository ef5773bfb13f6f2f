import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY_ROOT } from '@tollgate/deploy/local/paths';
import { anApiServer, manifestPrograms } from './support/api-server.ts';
import type { ApiServer } from './support/api-server.ts';
import {
  applied,
  ASKING_MS,
  componentPath,
  kept,
  parsed,
  podsOf,
  rendered,
} from './support/objects.ts';
import type { KubeObject } from './support/objects.ts';

const START_MS = 600_000;
const programs = await manifestPrograms();
const applying = programs === undefined ? describe.skip : describe;
const COMPONENTS = readdirSync(join(REPOSITORY_ROOT, 'k8s/components'));
const EXAMPLES = readdirSync(join(REPOSITORY_ROOT, 'k8s/examples')).filter((file) =>
  file.endsWith('.yaml'),
);
const WAVE = 'argocd.argoproj.io/sync-wave';

const aNamespace = (name: string): object => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name },
});

applying('at an API server', () => {
  let server: ApiServer;
  beforeAll(async () => {
    server = await anApiServer(programs?.server ?? '');
  }, START_MS);
  afterAll(() => server?.stop());

  test.each(COMPONENTS)(
    'the component %s is taken, and its pods are made',
    async (component) => {
      const namespace = `with-${component}`;
      const objects = rendered('overlays/prod', {
        namespace,
        components: [componentPath(component)],
      });
      expect(await applied(server, objects)).toBe('');
      for (const pod of podsOf(await kept(server, objects))) {
        const { exitCode, stderr } = await server.ask(['create', '-f', '-'], JSON.stringify(pod));
        expect([pod.metadata.name, exitCode, stderr]).toEqual([pod.metadata.name, 0, '']);
      }
    },
    ASKING_MS,
  );

  test.each(EXAMPLES)(
    'the example %s is taken',
    async (file) => {
      const text = readFileSync(join(REPOSITORY_ROOT, 'k8s/examples', file), 'utf8');
      const examples = parsed(text);
      const namespaces = new Set(examples.map(({ metadata }) => metadata.namespace ?? ''));
      await applied(server, [...namespaces].map(aNamespace));
      expect(await applied(server, examples)).toBe('');
      expect(await kept(server, examples)).toHaveLength(examples.length);
    },
    ASKING_MS,
  );

  test(
    'wave by wave, as Argo CD applies them, each finds what it needs',
    async () => {
      const objects = rendered('overlays/complete');
      const waveOf = ({ metadata }: KubeObject): number =>
        Number(metadata.annotations?.[WAVE] ?? 0);
      const waves = [...new Set(objects.map(waveOf))].toSorted((a, b) => a - b);
      expect(waves.length).toBeGreaterThan(3);
      for (const wave of waves) {
        const these = objects.filter((one) => waveOf(one) === wave);
        expect(await applied(server, these)).toBe('');
        // The pod of the migration has to be made before the next wave: Argo CD waits for it.
        for (const pod of podsOf(await kept(server, these))) {
          const { stderr } = await server.ask(['create', '-f', '-'], JSON.stringify(pod));
          expect([pod.metadata.name, stderr]).toEqual([pod.metadata.name, '']);
        }
      }
      expect(await kept(server, objects)).toHaveLength(objects.length);
    },
    ASKING_MS,
  );
});
