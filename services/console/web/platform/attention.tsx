import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { dataOf } from '../shared/api/data-of.ts';
import { platform } from '../shared/api/platform-client.ts';
import type { Schemas } from '../shared/api/platform-client.ts';
import { Loaded } from '../shared/page-states.tsx';
import { texts } from '../shared/texts/platform.ts';
import { count } from '../shared/times.ts';
import { Card } from '../shared/ui/card.tsx';
import { LIVE_MS, openVideos } from './queries.ts';

const labels = texts.overview;
const LOOK = 'text-accent underline';

/** A finding: a sentence with a link to the page that shows more. */
interface Finding {
  text: string;
  /** The public id of a request or of a user, or the exact public id of a model; none of them for what the page of jobs shows. */
  request?: string;
  user?: string;
  model?: string;
}

/** What needs attention, each with a link to where it can be looked into. */
export function Attention(): ReactElement {
  const videos = useQuery(openVideos('indeterminate'));
  const jobs = useQuery({
    queryKey: ['jobs'],
    queryFn: () => dataOf(platform.GET('/api/platform/jobs/summary')),
    refetchInterval: LIVE_MS,
  });
  const usage = useQuery({
    queryKey: ['usage-alarms'],
    queryFn: () => dataOf(platform.GET('/api/platform/usage-alarms')),
    refetchInterval: LIVE_MS,
  });
  return (
    <div className="mb-4">
      <Card title={labels.attention}>
        <Loaded query={videos}>
          {(list) => (
            <Loaded query={jobs}>
              {(summary) => (
                <Loaded query={usage}>
                  {(alarms) => (
                    <Findings findings={[...findingsOf(list, summary), ...findingsIn(alarms)]} />
                  )}
                </Loaded>
              )}
            </Loaded>
          )}
        </Loaded>
      </Card>
    </div>
  );
}

function findingsOf(
  videos: readonly Schemas['PlatformVideoOut'][],
  { queues, purges }: Schemas['JobsSummaryOut'],
): Finding[] {
  const failed = (queues ?? []).reduce((sum, queue) => sum + queue.failed, 0);
  const stuck = purges.latest.filter(({ status }) => status === 'failed').length;
  return [
    ...(videos.length === 0 ? [] : [labels.videos(count(videos.length))]),
    ...(failed === 0 ? [] : [labels.failedJobs(count(failed))]),
    ...(stuck === 0 ? [] : [labels.failedPurges(count(stuck))]),
  ].map((text) => ({ text }));
}

function findingsIn({
  implausible,
  held_at_worst: held,
  gone,
}: Schemas['UsageAlarmsOut']): Finding[] {
  return [
    ...gone.map(({ provider, model, credential }) => ({
      text: labels.gone(model, provider, credential.name),
      model,
    })),
    ...implausible.map(({ model, request }) => ({ text: labels.implausible(model), request })),
    ...held.map(({ user_id: user, user_email: email, model }) => ({
      text: labels.heldAtWorst(email ?? user, model ?? labels.goneModel),
      user,
    })),
  ];
}

function Findings({ findings }: { findings: readonly Finding[] }): ReactElement {
  if (findings.length === 0) return <p className="text-sm text-dim">{labels.calm}</p>;
  return (
    <ul className="list-disc space-y-1 pl-5 text-sm">
      {findings.map((finding) => (
        <li key={finding.text}>
          <FindingLink finding={finding} />
        </li>
      ))}
    </ul>
  );
}

function FindingLink({ finding }: { finding: Finding }): ReactElement {
  const { text, request, user, model } = finding;
  if (model !== undefined) {
    return (
      <Link to="/models" className={LOOK}>
        {text}
      </Link>
    );
  }
  if (user !== undefined) {
    return (
      <Link to="/users/$userId" params={{ userId: user }} className={LOOK}>
        {text}
      </Link>
    );
  }
  if (request === undefined) {
    return (
      <Link to="/jobs" className={LOOK}>
        {text}
      </Link>
    );
  }
  return (
    <Link to="/requests/$id" params={{ id: request }} className={LOOK}>
      {text}
    </Link>
  );
}
