import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { UsageOut } from '@tollgate/contract/usage-report';
import type { OnboardingOut } from '@tollgate/contract/auth';
import { dataOf } from '../../shared/api/data-of.ts';
import { users } from '../../shared/api/users-client.ts';
import { LIVE_MS } from '../../shared/live.ts';
import { toNano } from '../../shared/money.ts';
import { Loaded } from '../../shared/page-states.tsx';
import { texts } from '../../shared/texts/users.ts';
import { count } from '../../shared/times.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Card, Empty, Figure, PageHead } from '../../shared/ui/card.tsx';
import { Money } from '../../shared/ui/money.tsx';
import { creditsQuery, stepsQuery, usageQuery, whoIsSignedIn } from '../queries.ts';
import { RequestTable } from '../request-table.tsx';

const labels = texts.home;
const DAYS = 30;
const LATEST_ROWS = 5;

/** Balance, what was spent, and what is left to do before the first call. */
export function HomePage(): ReactElement {
  const credits = useQuery(creditsQuery);
  const usage = useQuery({ ...usageQuery({ days: DAYS }), refetchInterval: LIVE_MS });
  const steps = useQuery(stepsQuery);
  const latest = useQuery({
    queryKey: ['requests', 'latest'],
    queryFn: () =>
      dataOf(users.GET('/api/requests', { params: { query: { limit: LATEST_ROWS } } })),
    refetchInterval: LIVE_MS,
  });
  return (
    <>
      <PageHead title={labels.title} />
      <div className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
        <Loaded query={credits}>
          {({ available, reserved }) => (
            <>
              <Figure label={labels.available} value={<Money amount={available} unit />} />
              <Figure label={labels.held} value={<Money amount={reserved} unit />} />
            </>
          )}
        </Loaded>
        <Loaded query={usage}>{(report) => <Spent report={report} />}</Loaded>
      </div>
      {credits.data !== undefined && <NoCredit available={credits.data.available} />}
      <div className="mt-4">
        <Loaded query={steps}>{(list) => <Checklist list={list} />}</Loaded>
      </div>
      <div className="mt-4">
        <Card
          title={labels.recent}
          actions={
            <Link to="/requests" search={{}} className="text-sm text-accent underline">
              {labels.all}
            </Link>
          }
        >
          <Loaded query={latest}>
            {({ data }) => (data.length === 0 ? <NoRequests /> : <RequestTable rows={data} />)}
          </Loaded>
        </Card>
      </div>
    </>
  );
}

/** What to do where paid calls are rejected for want of credit. */
function NoCredit({ available }: { available: string }): ReactElement | null {
  const me = useQuery(whoIsSignedIn);
  if (toNano(available) > 0n) return null;
  return (
    <div role="status" className="mt-4 rounded-lg border border-line bg-card p-4 text-sm sm:p-5">
      <p className="font-semibold">{labels.noCredit}</p>
      <p className="mt-1">{labels.noCreditText}</p>
      {me.data !== undefined && (
        <p className="mt-1 break-words text-dim">
          {labels.noCreditAccount} <bdi>{me.data.email}</bdi>, {me.data.id}
        </p>
      )}
      <p className="mt-2 flex flex-wrap gap-x-4">
        <Link to="/credits" className="text-accent underline">
          {labels.noCreditHolds}
        </Link>
        <Link to="/keys" className="text-accent underline">
          {labels.noCreditTest}
        </Link>
        <Link to="/webhooks" className="text-accent underline">
          {labels.noCreditNotice}
        </Link>
      </p>
    </div>
  );
}

function NoRequests(): ReactElement {
  return (
    <Empty title={labels.noRequests}>
      <Link to="/connect" className="text-accent underline">
        {labels.howToBegin}
      </Link>
    </Empty>
  );
}

function Spent({ report }: { report: UsageOut }): ReactElement {
  const today = report.series.at(-1);
  return (
    <>
      <Figure
        label={labels.today}
        value={<Money amount={today?.credits ?? '0'} unit />}
        note={labels.requests(count(today?.requests ?? 0))}
      />
      <Figure
        label={labels.month}
        value={<Money amount={report.credits} unit />}
        note={labels.requests(count(report.requests))}
        trend={report.series.map(({ credits }) => Number(credits))}
      />
    </>
  );
}

function Checklist({ list }: { list: OnboardingOut }): ReactElement {
  if (list.completed) return <p className="text-sm text-dim">{labels.stepsDone}</p>;
  return (
    <Card title={labels.steps}>
      <ol className="space-y-2 text-sm">
        {list.steps.map(({ id, done }) => (
          <li key={id} className="flex items-center gap-2">
            <Badge tone={done ? 'good' : 'plain'}>{done ? labels.done : labels.open}</Badge>
            <StepTitle id={id} done={done} />
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** Where the reader does a step; the other steps are an administrator's. */
const PATHS = { create_key: '/keys', make_first_call: '/connect' } as const;

type Step = OnboardingOut['steps'][number];

function StepTitle({ id, done }: Pick<Step, 'id' | 'done'>): ReactElement {
  const title = labels.stepTitles[id];
  if (done || (id !== 'create_key' && id !== 'make_first_call')) return <span>{title}</span>;
  return (
    <Link to={PATHS[id]} className="text-accent underline">
      {title}
    </Link>
  );
}
