import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactElement } from 'react';
import type { PlatformVideoOut } from '@tollgate/contract/platform/videos';
import type { JobsSummaryOut, QueueOut, ScheduledJobOut } from '@tollgate/contract/platform/jobs';
import { dataOf } from '../../shared/api/data-of.ts';
import { platform } from '../../shared/api/platform-client.ts';
import { Loaded } from '../../shared/page-states.tsx';
import { common } from '../../shared/texts/common.ts';
import { texts } from '../../shared/texts/platform.ts';
import { count, duration } from '../../shared/times.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Card, Figure, PageHead } from '../../shared/ui/card.tsx';
import { Id } from '../../shared/ui/copy.tsx';
import { Confirm } from '../../shared/ui/confirm.tsx';
import { Money } from '../../shared/ui/money.tsx';
import { Table } from '../../shared/ui/table.tsx';
import type { Column } from '../../shared/ui/table.tsx';
import { Time } from '../../shared/ui/time.tsx';
import { FailedJobs } from '../failed-jobs.tsx';
import { ZoneNote } from '../zone-note.tsx';
import { usePermission } from '../permission.tsx';
import { UserLink } from '../user-link.tsx';
import { OpenBatches } from '../open-batches.tsx';
import { Quarantine } from '../quarantine.tsx';
import { LIVE_MS, openVideos } from '../queries.ts';

const labels = texts.jobs;
type Video = PlatformVideoOut;

/** Queues, schedule, and what does not end by itself. */
export function JobsPage(): ReactElement {
  const jobs = useQuery({
    queryKey: ['jobs'],
    queryFn: () => dataOf(platform.GET('/api/platform/jobs/summary')),
    refetchInterval: LIVE_MS,
  });
  return (
    <div className="space-y-4">
      <PageHead title={labels.title} lead={labels.lead} />
      <Loaded query={jobs}>{(summary) => <Summary summary={summary} />}</Loaded>
      <FailedJobs />
      <Videos />
      <OpenBatches />
      <Quarantine />
      <ZoneNote money />
    </div>
  );
}

function Summary({ summary }: { summary: JobsSummaryOut }): ReactElement {
  const { operations, purges, queues, schedule } = summary;
  return (
    <>
      <div className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
        {(['queued', 'running', 'done', 'failed'] as const).map((state) => (
          <Figure
            key={state}
            label={`${labels.operations}: ${state}`}
            value={count(operations[state])}
            note={`${labels.purges}: ${count(purges[state])}`}
          />
        ))}
      </div>
      {queues === null || schedule === null ? (
        <p role="status" className="text-sm text-warn">
          {labels.away}
        </p>
      ) : (
        <>
          <Queues queues={queues} />
          <Schedule schedule={schedule} />
        </>
      )}
    </>
  );
}

function Queues({ queues }: { queues: readonly QueueOut[] }): ReactElement {
  return (
    <Card title={labels.queues}>
      <Table
        label={labels.queues}
        rows={queues}
        keyOf={({ name }) => name}
        columns={[
          { head: labels.queue, cell: ({ name }) => name },
          { head: labels.waiting, isNumber: true, cell: (row) => count(row.waiting) },
          { head: labels.active, isNumber: true, cell: (row) => count(row.active) },
          { head: labels.delayed, isNumber: true, cell: (row) => count(row.delayed) },
          { head: labels.failed, isNumber: true, cell: (row) => count(row.failed) },
          { head: labels.oldest, isNumber: true, cell: (row) => duration(row.oldest_waiting_ms) },
          { head: labels.workers, isNumber: true, cell: (row) => count(row.workers) },
        ]}
      />
    </Card>
  );
}

function Schedule({ schedule }: { schedule: readonly ScheduledJobOut[] }): ReactElement {
  return (
    <Card title={labels.schedule}>
      <Table
        label={labels.schedule}
        rows={schedule}
        keyOf={({ name }) => name}
        columns={[
          { head: labels.job, cell: ({ name }) => name },
          { head: labels.every, isNumber: true, cell: (row) => duration(row.every_ms) },
          {
            head: labels.next,
            cell: ({ next_at: at }) => (at === null ? common.none : <Time at={at} />),
          },
        ]}
      />
    </Card>
  );
}

function Videos(): ReactElement {
  const videos = useQuery(openVideos(null));
  const [ending, end] = useState<Video | null>(null);
  return (
    <Card title={labels.videos}>
      <Loaded query={videos}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="text-sm text-dim">{labels.noVideos}</p>
          ) : (
            <VideoRows rows={rows} end={end} />
          )
        }
      </Loaded>
      {ending !== null && <EndDialog video={ending} close={() => end(null)} />}
    </Card>
  );
}

function VideoRows({
  rows,
  end,
}: {
  rows: readonly Video[];
  end: (video: Video) => void;
}): ReactElement {
  const isAllowed = usePermission();
  const ending: Column<Video> = {
    head: labels.end,
    cell: (row) => <Button onClick={() => end(row)}>{labels.end}</Button>,
  };
  return (
    <Table
      label={labels.videos}
      rows={rows}
      keyOf={(row) => row.video_id}
      columns={[
        {
          head: labels.video,
          cell: (row) => <Id value={row.video_id} />,
        },
        { head: labels.user, cell: (row) => <UserLink id={row.user_id} email={row.user_email} /> },
        {
          head: labels.key,
          cell: (row) => <bdi title={row.key_id}>{row.key_name ?? row.key_id}</bdi>,
        },
        {
          head: labels.model,
          cell: ({ model }) => <bdi>{model}</bdi>,
        },
        {
          head: labels.state,
          cell: ({ state }) => (
            <Badge tone={state === 'indeterminate' ? 'warn' : 'plain'}>{state}</Badge>
          ),
        },
        {
          head: labels.providersName,
          cell: ({ job }) => <code className="break-all">{job ?? common.none}</code>,
        },
        {
          head: labels.held,
          isNumber: true,
          cell: ({ held_credits: held }) => (held === null ? common.none : <Money amount={held} />),
        },
        { head: labels.since, cell: (row) => <Time at={row.created_at} /> },
        { head: labels.givesUp, cell: (row) => <Time at={row.gives_up_at} /> },
        ...(isAllowed('POST /api/platform/videos/{video_id}/end') ? [ending] : []),
      ]}
    />
  );
}

function EndDialog({ video, close }: { video: Video; close: () => void }): ReactElement {
  const params = { path: { video_id: video.video_id } };
  return (
    <Confirm
      title={labels.end}
      name={video.video_id}
      action={labels.end}
      run={() => dataOf(platform.POST('/api/platform/videos/{video_id}/end', { params, body: {} }))}
      changed={[['videos']]}
      close={close}
    >
      {labels.endText}
    </Confirm>
  );
}
