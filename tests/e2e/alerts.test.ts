import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { REPOSITORY_ROOT } from '@tollgate/deploy/local/paths';
import { execa } from 'execa';
import { parse, stringify } from 'yaml';
import { findDebianProgram, PROMTOOL } from '../support/debian-program.ts';
import type { DebianProgram } from '../support/debian-program.ts';
import { aStateDir } from '../support/state-dir.ts';

/**
 * Series by the minute in promtool's words (`0+0x9 1+0x60`: ten times 0, then 1), when the alarm is
 * silent and when it is on.
 */
interface Played {
  alert: string;
  series: Record<string, string>;
  /** Labels of the alarm, but for its severity. */
  labels?: Record<string, string>;
  silentAt: string[];
  onAt: string[];
}

interface Rule {
  alert: string;
  labels: Record<string, string>;
  annotations: Record<string, string>;
}

const POD = { component: 'inference', pod: 'inference-0' };
const AT_POD = '{component="inference",pod="inference-0"}';
const BROKEN = { component: 'billing', invariant: 'I5' };
const GAUGE = { silentAt: ['9m'], onAt: ['60m'] };
/** A bucket of a histogram of that pod. */
const within = (le: string): string => `{component="inference",pod="inference-0",le="${le}"}`;
/** Calm for ten minutes, then trouble without an end. */
const from = (trouble: number): string => `0+0x9 ${trouble}+0x300`;

const PLAYED: readonly Played[] = [
  {
    // The first break that a process sees, and an hour later the next look at the whole book.
    alert: 'LedgerBroken',
    series: { 'tollgate_ledger_broken_total{component="billing",invariant="I5"}': '0+0x9 1+0x300' },
    labels: BROKEN,
    silentAt: ['9m', '140m'],
    onAt: ['11m', '70m', '120m'],
  },
  {
    alert: 'LedgerUnchecked',
    series: {
      'tollgate_ledger_looks_total{scope="whole",outcome="sound"}': '0+0x30 1+0x60 2+0x400',
      'tollgate_ledger_looks_total{scope="whole",outcome="failed"}': '0+0x90 1+1x400',
      'tollgate_ledger_looks_total{scope="recent",outcome="sound"}': '0+1x500',
    },
    silentAt: ['30m', '100m', '290m'],
    onAt: ['310m'],
  },
  {
    alert: 'LedgerLookFailed',
    series: {
      'tollgate_ledger_looks_total{scope="whole",outcome="failed"}': '0+0x9 1+0x300',
      'tollgate_ledger_looks_total{scope="recent",outcome="failed"}': '0+0x9 1+0x300',
      'tollgate_jobs_total{job="verify-ledger",outcome="failed"}': '0+0x300',
    },
    labels: { scope: 'whole' },
    silentAt: ['9m', '140m'],
    onAt: ['11m', '100m'],
  },
  {
    alert: 'LedgerUnsealed',
    series: { tollgate_ledger_unsealed_seconds: '90000+0x9 259201+0x300' },
    silentAt: ['9m', '30m'],
    onAt: ['60m'],
  },
  { alert: 'HoldsOverdue', series: { tollgate_holds_overdue: from(1) }, ...GAUGE },
  { alert: 'HoldsOld', series: { tollgate_holds_oldest_seconds: '1700+0x9 1801+0x90' }, ...GAUGE },
  {
    alert: 'ChargesUncovered',
    series: {
      'tollgate_ledger_credits_total{account="uncovered"}': from(0.001),
      'tollgate_ledger_credits_total{account="charged"}': '0+1x300',
    },
    labels: { account: 'uncovered' },
    silentAt: ['9m'],
    onAt: ['11m'],
  },
  {
    // The series begins with the first report that a process sees.
    alert: 'UsageImplausible',
    series: {
      'tollgate_usage_implausible_total{component="inference",provider="demo",model="demo/demo-small"}':
        '_x9 1+0x300',
    },
    labels: { provider: 'demo', model: 'demo/demo-small' },
    silentAt: ['8m', '80m'],
    onAt: ['11m', '60m'],
  },
  {
    // Ten of an hour are not told, and what is impossible has an alarm of its own.
    alert: 'UsageSuspect',
    series: {
      'tollgate_usage_suspect_total{component="inference",family="openai",reason="unpriced"}':
        '_x9 11+0x300',
      'tollgate_usage_suspect_total{component="inference",family="openai",reason="total_differs"}':
        '_x9 10+0x300',
      'tollgate_usage_suspect_total{component="inference",family="openai",reason="implausible"}':
        '_x9 99+0x300',
    },
    labels: { family: 'openai', reason: 'unpriced' },
    silentAt: ['8m', '80m'],
    onAt: ['11m', '60m'],
  },
  {
    alert: 'ModelGone',
    series: {
      'tollgate_models_gone{component="inference",provider="demo",model="demo/demo-small"}':
        '_x9 1x50 _x300',
    },
    labels: { provider: 'demo', model: 'demo/demo-small' },
    silentAt: ['8m', '80m'],
    onAt: ['11m', '50m'],
  },
  {
    alert: 'OverrunsGoOn',
    series: {
      'tollgate_overruns_persistent_total{component="inference",provider="demo",model="demo/demo-small"}':
        '_x9 1+0x300',
    },
    labels: { provider: 'demo', model: 'demo/demo-small' },
    silentAt: ['8m', '80m'],
    onAt: ['11m', '60m'],
  },
  {
    alert: 'LossesGrow',
    series: {
      'tollgate_provider_losses_credits_total{reason="left",is_known="true"}': '0+0x9 5+5x300',
      'tollgate_ledger_credits_total{account="charged"}': '0+10x300',
    },
    ...GAUGE,
  },
  {
    alert: 'SpoolBroken',
    series: { [`tollgate_spool_is_healthy${AT_POD}`]: '1+0x9 0+0x90' },
    labels: POD,
    ...GAUGE,
  },
  {
    alert: 'SpoolRefused',
    series: { [`tollgate_spool_quarantined${AT_POD}`]: from(1) },
    labels: POD,
    ...GAUGE,
  },
  {
    alert: 'SpoolStuck',
    series: { [`tollgate_spool_oldest_seconds${AT_POD}`]: '300+0x9 301+0x90' },
    labels: POD,
    ...GAUGE,
  },
  {
    alert: 'SpoolWaits',
    series: { [`tollgate_spool_bytes${AT_POD}`]: from(1) },
    labels: POD,
    silentAt: ['9m', '24m'],
    onAt: ['26m'],
  },
  {
    alert: 'BalancesBehind',
    series: {
      [`tollgate_journal_lag_seconds_bucket${within('0.1')}`]: '0+100x9 900+90x300',
      [`tollgate_journal_lag_seconds_bucket${within('0.25')}`]: '0+100x309',
      [`tollgate_journal_lag_seconds_bucket${within('+Inf')}`]: '0+100x309',
    },
    labels: POD,
    silentAt: ['9m', '15m'],
    onAt: ['60m'],
  },
  {
    // Gone after twenty minutes, with one byte left.
    alert: 'SpoolLeft',
    series: { [`tollgate_spool_bytes${AT_POD}`]: '0+0x9 1+0x10 stale' },
    labels: POD,
    silentAt: ['19m', '29m'],
    onAt: ['40m', '120m'],
  },
  {
    alert: 'ManyErrors',
    series: {
      'tollgate_http_requests_total{component="edge",status="200"}': '0+100x300',
      'tollgate_http_requests_total{component="edge",status="503"}': '0+1x10 20+10x300',
    },
    ...GAUGE,
  },
  {
    // Three of a hundred: too few for ManyErrors. Over within an hour, though the hour's share is
    // high for longer.
    alert: 'BudgetBurnsFast',
    series: {
      'tollgate_http_requests_total{component="edge",status="200"}': '0+100x600',
      'tollgate_http_requests_total{component="edge",status="503"}': '0+0x60 3+3x60 180+0x400',
    },
    silentAt: ['60m', '65m', '140m'],
    onAt: ['100m', '120m'],
  },
  {
    alert: 'BudgetBurns',
    series: {
      'tollgate_http_requests_total{component="edge",status="200"}': '0+100x1000',
      'tollgate_http_requests_total{component="edge",status="503"}': '0+0x400 1+1x300 301+0x300',
    },
    silentAt: ['400m', '500m', '760m'],
    onAt: ['690m'],
  },
  {
    alert: 'ProviderFails',
    series: {
      'tollgate_upstream_attempts_total{provider="openai",outcome="answered"}': '0+100x300',
      'tollgate_upstream_attempts_total{provider="openai",outcome="timeout"}':
        '0+0x20 50+50x60 3050+0x100',
      'tollgate_upstream_attempts_total{provider="ollama",outcome="answered"}': '0+100x300',
      'tollgate_upstream_attempts_total{provider="ollama",outcome="rejected"}': '0+900x300',
    },
    labels: { provider: 'openai' },
    silentAt: ['20m', '28m', '100m'],
    onAt: ['45m', '80m'],
  },
  {
    alert: 'ServiceUnseen',
    series: Object.fromEntries(
      ['edge', 'inference', 'account', 'admin', 'billing', 'worker'].map((component) => [
        `tollgate_build_info{component="${component}",version="0.1.0"}`,
        component === 'billing' ? '1x30 _x60 1x30' : '1x130',
      ]),
    ),
    labels: { component: 'billing' },
    silentAt: ['30m', '36m', '100m'],
    onAt: ['50m', '80m'],
  },
  {
    alert: 'EventLoopLags',
    series: { [`nodejs_eventloop_lag_p99_seconds${AT_POD}`]: from(0.3) },
    labels: POD,
    ...GAUGE,
  },
  { alert: 'RedisAway', series: { tollgate_limiter_is_local: from(1) }, ...GAUGE },
  {
    alert: 'QueueRefused',
    series: {
      'tollgate_queue_refusals_total{component="worker",reason="OOM"}': '0+0x9 0+4x40 160+0x60',
    },
    labels: { reason: 'OOM' },
    silentAt: ['9m', '70m'],
    onAt: ['15m', '45m'],
  },
  { alert: 'OperationsWait', series: { tollgate_operations_oldest_seconds: from(601) }, ...GAUGE },
  {
    alert: 'FilmsIndeterminate',
    series: { 'tollgate_films_open{state="indeterminate"}': from(1) },
    ...GAUGE,
  },
  {
    alert: 'FilmsUnlikeAsked',
    series: { 'tollgate_films_unlike_total{component="worker",what="seconds"}': '0+0x9 1+0x300' },
    labels: { what: 'seconds' },
    silentAt: ['9m', '80m'],
    onAt: ['11m', '60m'],
  },
  {
    alert: 'BatchesStandStill',
    series: { tollgate_batches_still_seconds: from(3_601) },
    ...GAUGE,
  },
  {
    alert: 'BatchJobsLost',
    series: {
      'tollgate_batch_jobs_total{component="worker",family="openai",outcome="lost"}':
        '0+0x9 1+0x300',
    },
    silentAt: ['9m', '80m'],
    onAt: ['11m', '60m'],
  },
  {
    alert: 'WebhooksWait',
    series: { tollgate_webhook_deliveries_overdue_seconds: from(301) },
    ...GAUGE,
  },
  {
    alert: 'RecordsDropped',
    series: { tollgate_request_records_dropped_total: from(1) },
    silentAt: ['9m', '30m'],
    onAt: ['11m'],
  },
  {
    alert: 'RowsRefused',
    series: { 'tollgate_rows_refused_total{table="requests.record"}': from(1) },
    labels: { table: 'requests.record' },
    silentAt: ['9m', '30m'],
    onAt: ['11m'],
  },
  {
    // A run that comes late by an hour, and the night after that none.
    alert: 'BackupOld',
    series: {
      'tollgate_backup_age_seconds{component="worker",state="complete"}':
        '90000+60x60 60+60x1560 93660+60x60',
      'tollgate_backup_age_seconds{component="worker",state="verified"}': '0+0x2000',
    },
    silentAt: ['60m', '70m', '1500m', '1625m'],
    onAt: ['1650m'],
  },
  {
    alert: 'BackupUnverified',
    series: {
      'tollgate_backup_age_seconds{component="worker",state="verified"}': '179000+60x60',
      'tollgate_backup_age_seconds{component="worker",state="complete"}': '60+0x60',
    },
    silentAt: ['15m', '30m'],
    onAt: ['40m', '60m'],
  },
  {
    // A night that is late by hours is made up for; the second time two nights bring nothing.
    alert: 'RecordsNotArchived',
    series: {
      'tollgate_records_archive_overdue_seconds{component="worker"}':
        '170000+60x60 0+60x10 178000+60x90',
    },
    silentAt: ['60m', '71m', '100m'],
    onAt: ['140m', '160m'],
  },
  {
    alert: 'DatabaseDown',
    series: { 'cnpg_collector_up{pod="postgres-1"}': '1+0x9 0+0x90' },
    labels: { pod: 'postgres-1' },
    ...GAUGE,
  },
  {
    alert: 'DatabaseReplicaLags',
    series: { 'cnpg_pg_replication_lag{pod="postgres-2"}': from(31) },
    labels: { pod: 'postgres-2' },
    ...GAUGE,
  },
  {
    alert: 'DatabaseConnectionsFull',
    series: {
      'cnpg_backends_total{pod="postgres-1",usename="tollgate_billing"}': '100+0x9 300+0x90',
      'cnpg_backends_total{pod="postgres-1",usename="tollgate_worker"}': '10+0x9 50+0x90',
      'cnpg_pg_settings_setting{pod="postgres-1",name="max_connections"}': '400+0x100',
    },
    labels: { pod: 'postgres-1' },
    ...GAUGE,
  },
  {
    alert: 'PartitionsMissing',
    series: { 'tollgate_partitions_missing{table="billing.entry"}': from(1) },
    labels: { table: 'billing.entry' },
    ...GAUGE,
  },
  {
    alert: 'VolumeFull',
    series: {
      'kubelet_volume_stats_available_bytes{persistentvolumeclaim="spool-inference-0"}':
        '500+0x9 140+0x90',
      'kubelet_volume_stats_capacity_bytes{persistentvolumeclaim="spool-inference-0"}':
        '1000+0x100',
    },
    labels: { persistentvolumeclaim: 'spool-inference-0' },
    ...GAUGE,
  },
  {
    // A Redis without a bound shows 0, which nothing is a share of.
    alert: 'RedisMemoryFull',
    series: {
      'redis_memory_used_bytes{pod="valkey-0"}': '500+0x9 810+0x90',
      'redis_memory_max_bytes{pod="valkey-0"}': '1000+0x100',
      'redis_memory_used_bytes{pod="valkey-1"}': '900+0x100',
      'redis_memory_max_bytes{pod="valkey-1"}': '0+0x100',
    },
    labels: { pod: 'valkey-0' },
    ...GAUGE,
  },
  {
    alert: 'JobFailed',
    series: { 'kube_job_status_failed{job_name="verify-ledger-1"}': from(1) },
    labels: { job_name: 'verify-ledger-1' },
    ...GAUGE,
  },
];

let folder: string;
let promtool: DebianProgram;
let rules: Rule[];
beforeAll(async () => {
  promtool = await findDebianProgram(PROMTOOL);
  folder = join(await aStateDir(), 'alerts');
  await mkdir(folder, { recursive: true });
  const file = join(REPOSITORY_ROOT, 'k8s/components/monitoring/rules.yaml');
  const { spec } = parse(await readFile(file, 'utf8')) as {
    spec: { groups: { rules: Rule[] }[] };
  };
  rules = spec.groups.flatMap((group) => group.rules);
  await writeFile(join(folder, 'rules.yaml'), stringify(spec));
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

const run = async (...args: string[]): Promise<{ exitCode?: number; all: string }> => {
  const { command, env } = promtool;
  return execa(command, args, { cwd: folder, env, all: true, reject: false });
};

/** A series with the label that Prometheus gives what it scrapes in a namespace. */
const inNamespace = (series: string, namespace = 'tollgate'): string =>
  series.includes('{')
    ? series.replace('{', `{namespace="${namespace}",`)
    : `${series}{namespace="${namespace}"}`;

/** Another installation shows these metrics, too, and nothing ever happens there. */
const elsewhere = (series: Readonly<Record<string, string>>) =>
  Object.keys(series).map((name) => ({
    series: inNamespace(name, 'tollgate-dev'),
    values: '1+0x500',
  }));

function testOf({ alert, series, labels, silentAt, onAt }: Played): object {
  const rule = rules.find((one) => one.alert === alert);
  const alarm = {
    exp_labels: { ...labels, ...rule?.labels },
    exp_annotations: rule?.annotations,
  };
  const at = (time: string, alarms: object[]) => ({
    eval_time: time,
    alertname: alert,
    exp_alerts: alarms,
  });
  return {
    interval: '1m',
    input_series: [
      ...Object.entries(series).map(([name, values]) => ({ series: inNamespace(name), values })),
      ...elsewhere(series),
    ],
    alert_rule_test: [
      ...silentAt.map((time) => at(time, [])),
      ...onAt.map((time) => at(time, [alarm])),
    ],
  };
}

test('the rules are what Prometheus takes', async () => {
  expect(await run('check', 'rules', 'rules.yaml')).toMatchObject({ exitCode: 0 });
});

test('every alarm is played', () => {
  expect(PLAYED.map(({ alert }) => alert)).toEqual(rules.map(({ alert }) => alert));
});

test.each(PLAYED.map((played) => [played.alert, played] as const))(
  '%s is on when it should be and silent otherwise',
  async (alert, played) => {
    const file = `${alert}.yaml`;
    const tests = {
      rule_files: ['rules.yaml'],
      evaluation_interval: '1m',
      tests: [testOf(played)],
    };
    await writeFile(join(folder, file), stringify(tests));
    const { exitCode, all } = await run('test', 'rules', file);
    expect([exitCode, all]).toEqual([0, expect.stringContaining('SUCCESS')]);
  },
);
