import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { SERVICE_CONFIGS } from '@tollgate/generators/docs/service-configs';
import { ROOT } from './source-files.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- documents of every shape.
type Document = any;

const documentsIn = (folder: string): Document[] =>
  readdirSync(join(ROOT, folder))
    .filter((file) => file.endsWith('.yaml') && file !== 'kustomization.yaml')
    .flatMap((file) => parseAllDocuments(readFileSync(join(ROOT, folder, file), 'utf8')))
    .map((document) => document.toJS() as Document);
const base = documentsIn('k8s/base');
const page = readFileSync(join(ROOT, 'services/docs/content/scaling.md'), 'utf8');

/** Rows of the table that adds connections up. */
const rows = [...page.matchAll(/^\| `(\w+)`\s*\| (\d+)\s*\| (\d+)\s*\| (\d+)\s*\|$/gmu)].map(
  ([, name = '', ...numbers]) => {
    const [most = 0, each = 0, together = 0] = numbers.map(Number);
    return { name, most, each, together };
  },
);
const sum = Number(/^\| all\s*\|\s*\|\s*\| (\d+)\s*\|$/mu.exec(page)?.[1]);

/** How many processes of a service there may be. */
function mostOf(name: string): number {
  const named = (kind: string): Document =>
    base.find((one) => one.kind === kind && one.metadata.name === name);
  const workload = named('Deployment') ?? named('StatefulSet');
  return named('HorizontalPodAutoscaler')?.spec.maxReplicas ?? workload.spec.replicas;
}

/** Services that name a size of their pool have one. */
const WITH_POOL = Object.entries(SERVICE_CONFIGS)
  .filter(([, schema]) => 'DATABASE_POOL_MAX' in (schema?.properties ?? {}))
  .map(([name]) => name);

describe('the table of connections in scaling.md', () => {
  test('has every service that speaks to PostgreSQL, with as many processes as its manifest lets run', () => {
    expect(rows.map(({ name }) => name).toSorted((a, b) => a.localeCompare(b))).toEqual(
      WITH_POOL.toSorted((a, b) => a.localeCompare(b)),
    );
    for (const { name, most } of rows) expect([name, most]).toEqual([name, mostOf(name)]);
  });

  test('adds up, and fits into the database of the component with a rollout beside it', () => {
    const pool = SERVICE_CONFIGS['inference']?.properties['DATABASE_POOL_MAX'] as {
      default: number;
    };
    for (const { name, most, each, together } of rows) {
      expect([name, together]).toEqual([name, most * each]);
      expect(each).toBeGreaterThan(pool.default);
    }
    expect(sum).toBe(rows.reduce((total, { together }) => total + together, 0));
    const cluster = documentsIn('k8s/components/postgres').find(({ kind }) => kind === 'Cluster');
    const most = Number(cluster.spec.postgresql.parameters.max_connections);
    const surge = rows.filter(({ name }) =>
      base.some((one) => one.kind === 'Deployment' && one.metadata.name === name),
    );
    const atRollout = surge.reduce((total, { each }) => total + each, 0);
    expect(sum + atRollout + OF_THE_OPERATOR).toBeLessThanOrEqual(most);
  });

  test('inference counts with as many processes as may run', () => {
    const inference = base.find(
      (one) => one.kind === 'StatefulSet' && one.metadata.name === 'inference',
    );
    const { value } = inference.spec.template.spec.containers[0].env.find(
      (one: Document) => one.name === 'REPLICAS',
    );
    expect(Number(value)).toBe(mostOf('inference'));
  });
});

/**
 * Connections of the migration, of backups, of replication and of whoever looks after the database.
 */
const OF_THE_OPERATOR = 30;
