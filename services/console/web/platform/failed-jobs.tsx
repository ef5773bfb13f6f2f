import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactElement } from 'react';
import type { JobOut } from '@tollgate/contract/platform/jobs';
import { dataOf } from '../shared/api/data-of.ts';
import { asFailure } from '../shared/api/failure.ts';
import { platform } from '../shared/api/platform-client.ts';
import { byOffset, List } from '../shared/list.tsx';
import { Loaded } from '../shared/page-states.tsx';
import { useAct } from '../shared/query-hooks.ts';
import { common } from '../shared/texts/common.ts';
import { failedJobs as labels } from '../shared/texts/failed-jobs.ts';
import { count } from '../shared/times.ts';
import { Badge } from '../shared/ui/badge.tsx';
import type { Tone } from '../shared/ui/badge.tsx';
import { Button } from '../shared/ui/button.tsx';
import { Card } from '../shared/ui/card.tsx';
import { ChoiceField } from '../shared/ui/field.tsx';
import type { Column } from '../shared/ui/table.tsx';
import { Time } from '../shared/ui/time.tsx';
import { usePermission } from './permission.tsx';
import { LIVE_MS } from './queries.ts';

const PAGE_ROWS = 20;
/** How often a job that was retried is looked at until it has ended, in milliseconds. */
const POLL_MS = 1_000;
const NOT_FOUND = 404;
type Job = JobOut;
type Queue = Job['queue'];
type Outcome = Pick<Job, 'state' | 'reason'>;

const QUEUES: readonly Queue[] = ['maintenance', 'async', 'retention', 'webhooks'];
const CHOICES = QUEUES.map((value) => ({ value, label: value }));
const TONES: Readonly<Record<Job['state'], Tone>> = {
  waiting: 'plain',
  active: 'plain',
  delayed: 'plain',
  failed: 'bad',
  done: 'good',
};

/** Failed jobs of a queue, their retry, and what became of those that were retried here. */
export function FailedJobs(): ReactElement {
  const [queue, choose] = useState<Queue>('maintenance');
  const [offset, turn] = useState(0);
  const [retried, keep] = useState<readonly Job[]>([]);
  const query = { limit: PAGE_ROWS, offset };
  const failed = useQuery({
    queryKey: ['jobs', 'failed', queue, offset],
    queryFn: () =>
      dataOf(
        platform.GET('/api/platform/jobs/{queue}/failed', { params: { path: { queue }, query } }),
      ),
    refetchInterval: LIVE_MS,
  });
  const turnTo = ({ offset: start }: Record<string, unknown>): void => turn(Number(start ?? 0));
  const columns: readonly Column<Job>[] = [
    ...COLUMNS,
    {
      head: labels.retry,
      cell: (job) => <Retry job={job} retried={(one) => keep([one, ...retried])} />,
    },
  ];
  const show = (wanted: string): void => {
    choose(QUEUES.find((name) => name === wanted) ?? 'maintenance');
    turn(0);
  };
  return (
    <Card title={labels.failedJobs}>
      <div className="space-y-3">
        <div className="max-w-60">
          <ChoiceField
            label={labels.queue}
            choices={CHOICES}
            value={queue}
            onChange={(event) => show(event.target.value)}
          />
        </div>
        <List
          label={labels.failedJobs}
          query={failed}
          columns={columns}
          keyOf={({ id }) => id}
          empty={labels.noFailed}
          pages={{ ...byOffset({ offset: offset || undefined }, turnTo), size: PAGE_ROWS }}
        />
        {retried.length > 0 && <Retried jobs={retried} />}
      </div>
    </Card>
  );
}

const COLUMNS: readonly Column<Job>[] = [
  {
    head: labels.job,
    cell: ({ name, id }) => (
      <>
        <bdi>{name}</bdi>
        <code className="block text-xs break-all text-dim">{id}</code>
      </>
    ),
  },
  { head: labels.failedAt, cell: ({ failed_at: at }) => at !== null && <Time at={at} /> },
  { head: labels.attempts, isNumber: true, cell: ({ attempts }) => count(attempts) },
  {
    head: labels.reason,
    cell: ({ reason }) => <bdi className="break-words">{reason ?? common.none}</bdi>,
  },
  { head: labels.about, cell: (job) => <About job={job} /> },
];

function About({ job: { about } }: { job: Job }): ReactElement {
  if (about === null) return <>{common.none}</>;
  const id = <code className="break-all">{about.id}</code>;
  return (
    <>
      {about.kind === 'retention_purge' ? (
        <Link to="/retention" className="text-accent underline">
          {id}
        </Link>
      ) : (
        id
      )}
      {about.message_id !== null && (
        <span className="block text-xs break-all text-dim">{labels.message(about.message_id)}</span>
      )}
    </>
  );
}

/** The button of a job that can be retried; what to do instead for another one. */
function Retry({ job, retried }: { job: Job; retried: (job: Job) => void }): ReactElement | null {
  const isAllowed = usePermission();
  const act = useAct([['jobs']]);
  const [isBusy, setBusy] = useState(false);
  const { queue, id, failed_at: at, instead } = job;
  const run = async (failedAt: string): Promise<void> => {
    setBusy(true);
    try {
      const params = { path: { queue, job_id: id } };
      const body = { failed_at: failedAt };
      retried(
        await dataOf(platform.POST('/api/platform/jobs/{queue}/{job_id}/retry', { params, body })),
      );
    } finally {
      setBusy(false);
    }
  };
  if (instead !== null) return <p className="max-w-80 min-w-56 text-xs text-dim">{instead}</p>;
  if (at === null || !isAllowed('POST /api/platform/jobs/{queue}/{job_id}/retry')) return null;
  return (
    <Button
      disabled={isBusy}
      aria-label={`${labels.retry}: ${job.name}`}
      onClick={() => act(() => run(at))}
    >
      {labels.retry}
    </Button>
  );
}

function Retried({ jobs }: { jobs: readonly Job[] }): ReactElement {
  return (
    <section aria-label={labels.retried}>
      <h3 className="mb-2 text-sm font-medium">{labels.retried}</h3>
      <ul className="space-y-1 text-sm">
        {jobs.map((job, index) => (
          <li key={jobs.length - index} className="flex flex-wrap items-center gap-2">
            <bdi>{job.name}</bdi>
            <code className="text-xs break-all text-dim">{job.id}</code>
            <Became job={job} turn={jobs.length - index} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** How a job goes on that was retried. */
function Became({ job: { queue, id }, turn }: { job: Job; turn: number }): ReactElement {
  const found = useQuery({
    // Not among the lists of jobs: what one retry led to does not change with the next.
    queryKey: ['retried', queue, id, turn],
    queryFn: () => outcomeOf(queue, id),
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'failed' || data?.state === 'done' ? false : POLL_MS,
  });
  return (
    <Loaded query={found}>
      {({ state, reason }) => (
        <span role="status">
          <Badge tone={TONES[state]}>{labels.outcomes[state]}</Badge>
          {reason !== null && <bdi className="ml-2 break-words">{reason}</bdi>}
        </span>
      )}
    </Loaded>
  );
}

/** A job that was there and is gone has run well: nothing else takes one away so soon. */
async function outcomeOf(queue: Queue, id: string): Promise<Outcome> {
  try {
    const params = { path: { queue, job_id: id } };
    return await dataOf(platform.GET('/api/platform/jobs/{queue}/{job_id}', { params }));
  } catch (error) {
    if (asFailure(error).status !== NOT_FOUND) throw error;
    return { state: 'done', reason: null };
  }
}
