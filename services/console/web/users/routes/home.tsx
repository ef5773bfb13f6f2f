import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { dataOf } from '../../shared/api/data-of.ts';
import { users } from '../../shared/api/users-client.ts';
import type { Schemas } from '../../shared/api/users-client.ts';
import { Loaded } from '../../shared/page-states.tsx';
import { texts } from '../../shared/texts/users.ts';
import { count } from '../../shared/times.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Card, Figure, PageHead } from '../../shared/ui/card.tsx';
import { Money } from '../../shared/ui/money.tsx';

const words = texts.home;
const DAYS = 30;
const LIVE_MS = 15_000;

/** Balance, what was spent, and what is left to do before the first call. */
export function HomePage(): ReactElement {
  const credits = useQuery({
    queryKey: ['credits'],
    queryFn: () => dataOf(users.GET('/api/credits')),
    refetchInterval: LIVE_MS,
  });
  const usage = useQuery({
    queryKey: ['usage', DAYS],
    queryFn: () => dataOf(users.GET('/api/usage', { params: { query: { days: DAYS } } })),
  });
  const steps = useQuery({
    queryKey: ['onboarding'],
    queryFn: () => dataOf(users.GET('/api/onboarding')),
    refetchInterval: LIVE_MS,
  });
  return (
    <>
      <PageHead title={words.title} />
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        <Loaded query={credits}>
          {({ available, reserved }) => (
            <>
              <Figure label={words.available} value={<Money amount={available} />} />
              <Figure label={words.held} value={<Money amount={reserved} />} />
            </>
          )}
        </Loaded>
        <Loaded query={usage}>{(report) => <Spent report={report} />}</Loaded>
      </div>
      <div className="mt-4">
        <Loaded query={steps}>{(list) => <Checklist list={list} />}</Loaded>
      </div>
    </>
  );
}

function Spent({ report }: { report: Schemas['UsageOut'] }): ReactElement {
  const today = report.series.at(-1);
  return (
    <>
      <Figure
        label={words.today}
        value={<Money amount={today?.credits ?? '0'} />}
        note={words.requests(count(today?.requests ?? 0))}
      />
      <Figure
        label={words.month}
        value={<Money amount={report.credits} />}
        note={words.requests(count(report.requests))}
      />
    </>
  );
}

function Checklist({ list }: { list: Schemas['OnboardingOut'] }): ReactElement {
  if (list.completed) return <p className="text-sm text-dim">{words.stepsDone}</p>;
  return (
    <Card title={words.steps}>
      <ol className="space-y-2 text-sm">
        {list.steps.map(({ id, done }) => (
          <li key={id} className="flex items-center gap-2">
            <Badge tone={done ? 'good' : 'plain'}>{done ? words.done : words.open}</Badge>
            <span>{words.stepTitles[id]}</span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
