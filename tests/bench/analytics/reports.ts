import type { Knex } from '@tollgate/db/connect';
import type { Stack } from '@tollgate/deploy/local/stack';
import { HTTPError } from 'got';
import { median } from '../stats.ts';
import type { Planes } from './planes.ts';

/** Ways of reading that one line of the table names. */
const READS_SHOWN_MAX = 6;
const TIMES = 5;
const DAY_MS = 86_400_000;

interface Report {
  name: string;
  read(planes: Planes): Promise<string>;
}

const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();
const YEAR = `date_from=${daysAgo(372)}&date_to=${daysAgo(0)}`;

const platform = (path: string): Report => ({
  name: path.replaceAll(/date_from=\S+?&date_to=[^& ]+/g, 'a year'),
  read: (planes) => planes.platform(path),
});
const ofUser = (name: string, path: (planes: Planes) => string): Report => ({
  name,
  read: (planes) => planes.platform(path(planes)),
});
const own = (name: string, path: (planes: Planes) => string): Report => ({
  name,
  read: (planes) => planes.user(path(planes)),
});

/** Every report over requests, by the filters that it takes. */
const REPORTS: readonly Report[] = [
  platform('/analytics'),
  platform(`/analytics?${YEAR}`),
  ofUser('/analytics?a year&user_id=', ({ ids }) => `/analytics?${YEAR}&user_id=${ids.user}`),
  ofUser('/analytics?a year&api_key_id=', ({ ids }) => `/analytics?${YEAR}&api_key_id=${ids.key}`),
  platform(`/analytics?${YEAR}&provider=provider-1`),
  platform(`/analytics?${YEAR}&model=provider-3/model-13`),
  platform(`/analytics?${YEAR}&status=failed`),
  platform(`/analytics?${YEAR}&endpoint=/v1/embeddings`),
  platform(`/analytics.csv?${YEAR}`),
  platform('/dashboard?days=30'),
  platform('/dashboard?days=365'),
  ofUser(
    '/dashboard?days=365&organization_id=',
    ({ ids }) => `/dashboard?days=365&organization_id=${ids.user}`,
  ),
  platform('/usage/summary'),
  platform('/requests'),
  platform('/requests?limit=1000&offset=100000'),
  platform('/requests?provider=provider-1'),
  platform('/requests?model=provider-3/model-13&status=failed'),
  platform('/requests?model=no/such'),
  platform('/requests?status=404'),
  ofUser('/requests?organization_id=', ({ ids }) => `/requests?organization_id=${ids.user}`),
  platform('/users?limit=1000'),
  platform('/access-events?status_code=404'),
  platform('/jobs/summary'),
  own('/api/usage?days=365', () => '/usage?days=365'),
  own('/api/usage?days=365 in Berlin', () => '/usage?days=365&time_zone=Europe/Berlin'),
  own('/api/keys/{key_id}/insights?days=3660', ({ ids }) => `/keys/${ids.key}/insights?days=3660`),
  own('/api/requests', () => '/requests'),
];

/** Times every report: the first answer, then the median and the worst of some more. */
export async function measureReports(planes: Planes): Promise<{ table: string[][] }> {
  const table = [['report', 'first', 'median', 'worst', 'bytes']];
  for (const report of REPORTS) {
    const times: number[] = [];
    let bytes = 0;
    for (let turn = 0; turn <= TIMES; turn += 1) {
      const begun = performance.now();
      bytes = (await readOrFailure(report, planes)).length;
      times.push(performance.now() - begun);
    }
    const [first = 0, ...others] = times;
    const shown = [first, median(others), Math.max(...others)].map((time) => time.toFixed(0));
    table.push([report.name, ...shown, String(bytes)]);
  }
  return { table };
}

const TIMED_OUT_STATUS = 503;

/** A report that runs into its time limit is a figure too: `bytes` is then that of the word. */
async function readOrFailure(report: Report, planes: Planes): Promise<string> {
  return report.read(planes).catch((error: unknown) => {
    if (!(error instanceof HTTPError) || error.response.statusCode !== TIMED_OUT_STATUS) {
      throw error;
    }
    return 'failed';
  });
}

/** One statement as PostgreSQL says that it ran it. */
interface Plan {
  duration: number;
  sql: string;
  tree: string;
}

/**
 * Asks for every report once more while PostgreSQL writes down the plan of each statement. Gives
 * the slowest statement of each report with the ways in which it reads tables, and all plans as
 * text.
 */
export async function readPlans(given: {
  stack: Stack;
  owner: Knex;
  planes: Planes;
}): Promise<{ table: string[][]; full: string }> {
  const { stack, owner, planes } = given;
  const services = ['admin', 'account'];
  for (const service of services) {
    for (const [name, value] of [
      ['session_preload_libraries', 'auto_explain'],
      ['auto_explain.log_min_duration', '0'],
      ['auto_explain.log_analyze', 'on'],
      ['auto_explain.log_buffers', 'on'],
    ]) {
      await owner.raw(`alter role tollgate_${service} set ${name} = '${value}'`);
    }
    await stack.restart(service);
    await stack.ready(service);
  }
  const table = [['report', 'ms', 'reads']];
  let full = '';
  for (const report of REPORTS) {
    const before = (await stack.logs('postgres')).length;
    await readOrFailure(report, planes);
    const plans = plansIn((await stack.logs('postgres')).slice(before)).filter(isReport);
    const slowest = plans.toSorted((one, other) => other.duration - one.duration)[0];
    table.push([report.name, (slowest?.duration ?? 0).toFixed(0), readsOf(slowest?.tree ?? '')]);
    full += `\n==== ${report.name}\n`;
    for (const { duration, sql, tree } of plans) full += `${duration} ms\n${sql}\n${tree}\n`;
  }
  for (const service of services) {
    await owner.raw(`alter role tollgate_${service} reset all`);
    await stack.restart(service);
    await stack.ready(service);
  }
  return { table, full };
}

const isReport = ({ sql }: Plan): boolean => /requests\.|user_account|access_event/.test(sql);

function plansIn(log: string): Plan[] {
  return log.split(/^(?=\S.*LOG: {2}duration: )/m).flatMap((entry) => {
    const found =
      /duration: ([\d.]+) ms {2}plan:\s*Query Text: ([\s\S]*?)\n\t((?:\S.*)\(cost=[\s\S]*)/.exec(
        entry,
      );
    if (found === null) return [];
    const [, duration = '', sql = '', tree = ''] = found;
    return [{ duration: Number(duration), sql, tree }];
  });
}

/** The kinds of scan of a plan with the tables they are of, partitions together. */
function readsOf(tree: string): string {
  const reads = new Map<string, number>();
  for (const [, scan = '', table = ''] of tree.matchAll(
    /(?<!Bitmap )((?:Parallel )?(?:Seq|Index Only|Index|Bitmap Heap) Scan)(?: Backward)?(?: using \S+)? on (?:\w+\.)?(\w+)/g,
  )) {
    if (tree.includes('never executed') && scan === '') continue;
    const name = `${scan} ${table.replace(/_\d{8}$|_default$/, '')}`;
    reads.set(name, (reads.get(name) ?? 0) + 1);
  }
  const names = [...reads].map(([name, count]) => (count > 1 ? `${name} x${count}` : name));
  const more = names.length - READS_SHOWN_MAX;
  return [...names.slice(0, READS_SHOWN_MAX), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}
