import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { backupConfig } from '@tollgate/backup/config';
import { execaSync } from 'execa';
import { loadConfig } from '@tollgate/runtime/config';
import { parse, parseAllDocuments } from 'yaml';
import { ROOT } from './source-files.ts';

interface Variable {
  name: string;
  value?: string;
  valueFrom?: { secretKeyRef: { name: string; key: string; optional?: boolean } };
}

// oxlint-disable-next-line typescript/no-explicit-any -- documents of every shape.
type Document = any;

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const documents: Document[] = globSync('k8s/components/{operations,backup,archive}/*.yaml', {
  cwd: ROOT,
})
  .filter((file) => !file.endsWith('kustomization.yaml'))
  .flatMap((file) => parseAllDocuments(read(file)))
  .map((document) => document.toJS() as Document);
const jobs = documents.filter(({ kind }) => kind === 'CronJob');
const podOf = (job: Document): Document => job.spec.jobTemplate.spec.template.spec;
const envOf = (job: Document): Variable[] => podOf(job).containers[0].env;
const named = (name: string): Document => jobs.find(({ metadata }) => metadata.name === name);

/** Which Secret each job gets its database from, and whether it runs by itself. */
const EXPECTED: Readonly<Record<string, [secret: string, runs: boolean]>> = {
  'verify-ledger': ['tollgate-billing', true],
  'verify-audit': ['tollgate-admin', true],
  reseal: ['tollgate-admin', false],
  backup: ['tollgate-backup', true],
  'verify-backup': ['tollgate-backup', true],
  restore: ['tollgate-restore', false],
  archive: ['tollgate-archive', true],
  'verify-archive': ['tollgate-archive', true],
  'leave-year': ['tollgate-migrate', false],
};

test('the jobs are those that are expected', () => {
  const names = jobs.map(({ metadata }): string => metadata.name);
  expect(new Set(names)).toEqual(new Set(Object.keys(EXPECTED)));
  expect(names).toHaveLength(Object.keys(EXPECTED).length);
});

describe.each(Object.entries(EXPECTED))('the job %s', (name, [secret, runs]) => {
  test('runs a command that is there, under an account of its own', () => {
    const { containers, serviceAccountName } = podOf(named(name));
    const [{ image, args }] = containers;
    expect(image).toBe('tollgate/operations');
    expect(args).toHaveLength(1);
    expect(existsSync(join(ROOT, args[0]))).toBe(true);
    expect(serviceAccountName).toBe(name);
    const accounts = documents.filter(({ kind }) => kind === 'ServiceAccount');
    expect(accounts.map(({ metadata }) => metadata.name)).toContain(name);
  });

  test('logs in to the database as the role that its command needs', () => {
    const url = envOf(named(name)).find((one) => one.name === 'DATABASE_URL');
    expect(url?.valueFrom?.secretKeyRef).toEqual({ name: secret, key: 'DATABASE_URL' });
  });

  test(runs ? 'runs by the clock, one at a time' : 'waits to be started by hand', () => {
    const { suspend, concurrencyPolicy, timeZone, jobTemplate } = named(name).spec;
    expect(suspend ?? false).toBe(!runs);
    expect([concurrencyPolicy, timeZone]).toEqual(['Forbid', 'Etc/UTC']);
    expect(jobTemplate.spec.activeDeadlineSeconds).toBeGreaterThan(3_600);
    // What was half done by hand is looked at by somebody.
    if (!runs) expect(jobTemplate.spec.backoffLimit).toBe(0);
  });
});

test('reseal is told every secret that its command reads', () => {
  const command = read('services/admin/src/reseal.ts');
  const [, needs = ''] = /const \{([^}]+)\} = process\.env/u.exec(command) ?? [];
  const variables = [...needs.matchAll(/([A-Z_]+):/gu)].map(([, name]) => name);
  expect(variables).toContain('WEBHOOK_KEY');
  expect(envOf(named('reseal')).map(({ name }) => name)).toEqual(variables);
});

test.each(['backup', 'verify-backup', 'restore'])(
  '%s accepts its variables, and only backup may write to the volume',
  (name) => {
    const plain = envOf(named(name)).filter(({ value }) => value !== undefined);
    const environment = Object.fromEntries(plain.map((one) => [one.name, one.value]));
    expect(Object.keys(environment).filter((key) => !(key in backupConfig.properties))).toEqual([]);
    const { BACKUP_IN: folder } = loadConfig(backupConfig, environment);
    const pod = podOf(named(name));
    const [mount] = pod.containers[0].volumeMounts;
    expect(mount.mountPath).toBe(folder);
    expect(mount.readOnly ?? false).toBe(name !== 'backup');
    expect(pod.volumes[0].persistentVolumeClaim.claimName).toBe('backups');
  },
);

test.each(['archive', 'verify-archive', 'leave-year'])(
  '%s accepts its variables, and has a folder for the files of a day',
  (name) => {
    const env = envOf(named(name));
    const order = name === 'leave-year' ? ['YEAR', 'DRY_RUN', 'BACK'] : [];
    const ofOrder = env.filter((one) => order.includes(one.name));
    // The operator who starts a Job names the year, and nothing else does.
    expect(ofOrder).toEqual(order.map((variable) => ({ name: variable, value: '' })));
    const plain = env.filter(({ value }) => value !== undefined && value !== '');
    const { TMPDIR: folder, ...environment } = Object.fromEntries(
      plain.map((one) => [one.name, one.value]),
    );
    expect(Object.keys(environment).filter((key) => !(key in backupConfig.properties))).toEqual([]);
    const { RECORDS_ARCHIVE_IN: records, LEDGER_ARCHIVE_IN: ledger } = loadConfig(
      backupConfig,
      environment,
    );
    for (const bucket of [...(name === 'leave-year' ? [] : [records]), ledger])
      expect(bucket).toMatch(/^s3:\/\//u);
    const pod = podOf(named(name));
    expect(pod.containers[0].volumeMounts).toEqual([{ name: 'files', mountPath: folder }]);
    expect(pod.volumes).toEqual([{ name: 'files', emptyDir: { sizeLimit: '3Gi' } }]);
    const ofBucket = env.filter(
      ({ valueFrom }) => valueFrom?.secretKeyRef.name === 'tollgate-backup-s3',
    );
    expect(ofBucket.map(({ valueFrom }) => valueFrom?.secretKeyRef.optional)).toEqual([true, true]);
    const policy = parse(read('k8s/components/archive/network-policy.yaml')) as Document;
    expect(policy.spec.podSelector.matchExpressions[0].values).toContain(name);
  },
);

test('the check comes when the backup has had its time, so that what is checked is the newest', () => {
  const minutesOf = (name: string): number => {
    const [minute, hour] = named(name).spec.schedule.split(' ').map(Number);
    return hour * 60 + minute;
  };
  expect(minutesOf('verify-backup') - minutesOf('backup')).toBeGreaterThanOrEqual(120);
});

test('PostgreSQL in the cluster lets the jobs in, and its owner may let the role of backups read', () => {
  const cluster = parse(read('k8s/components/postgres/cluster.yaml')) as Document;
  expect(cluster.spec.bootstrap.initdb.postInitSQL).toEqual([
    'grant pg_read_all_data to tollgate with admin option',
  ]);
  const policies = parseAllDocuments(read('k8s/components/postgres/network-policies.yaml'))
    .map((one) => one.toJS() as Document)
    .filter(({ metadata }) => metadata.name === 'postgres-serves-operations');
  const label = { 'app.kubernetes.io/component': 'operations' };
  expect(policies[0].spec.ingress[0].from).toEqual([{ podSelector: { matchLabels: label } }]);
  for (const job of jobs)
    expect(job.spec.jobTemplate.spec.template.metadata.labels).toMatchObject(label);
});

const hasKubectl = execaSync('kubectl', ['version', '--client'], { reject: false }).exitCode === 0;
(hasKubectl ? describe : describe.skip)('the component backup-s3', () => {
  const { stdout } = execaSync('kubectl', [
    'kustomize',
    join(ROOT, 'tests/tidy/overlays/backup-s3'),
    '--load-restrictor',
    'LoadRestrictionsNone',
  ]);
  const rendered = parseAllDocuments(stdout).map((one) => one.toJS() as Document);

  test.each(['backup', 'verify-backup', 'restore'])(
    'leads %s to the bucket, without a volume',
    (name) => {
      const job = rendered.find((one) => one.kind === 'CronJob' && one.metadata.name === name);
      const pod = podOf(job);
      expect([pod.volumes, pod.containers[0].volumeMounts]).toEqual([undefined, undefined]);
      const env = envOf(job);
      expect(env.find((one) => one.name === 'BACKUP_IN')?.value).toMatch(
        /^s3:\/\/[a-z-]+\/[a-z]+$/u,
      );
      const others = ['DATABASE_URL', 'DATABASE_ROLE_PASSWORDS'];
      const unknown = env.filter(
        (one) => !others.includes(one.name) && !(one.name in backupConfig.properties),
      );
      expect(unknown).toEqual([]);
      const keys = env.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef ?? []);
      const ofBucket = keys.filter((one) => one.name === 'tollgate-backup-s3');
      expect(ofBucket.map(({ optional }) => optional)).toEqual([true, true]);
    },
  );

  test('keeps no claim, and lets the three jobs out over TLS alone', () => {
    expect(rendered.filter(({ kind }) => kind === 'PersistentVolumeClaim')).toEqual([]);
    const policy = rendered.find(({ metadata }) => metadata.name === 'backups-reach-the-bucket');
    const [selector] = policy.spec.podSelector.matchExpressions;
    expect(selector.values).toEqual(['backup', 'verify-backup', 'restore']);
    expect(policy.spec.egress.map(({ ports }: Document) => ports)).toEqual([[{ port: 443 }]]);
  });
});
