import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { PlatformOnboardingOut } from '@tollgate/contract/platform/onboarding';
import { dataOf } from '../shared/api/data-of.ts';
import { platform } from '../shared/api/platform-client.ts';
import { live } from '../shared/live.ts';
import { firstRun as labels } from '../shared/texts/first-run.ts';
import { Badge } from '../shared/ui/badge.tsx';
import { Card } from '../shared/ui/card.tsx';

type Step = PlatformOnboardingOut['steps'][number];

/** Where the reader does each step. */
const PATHS = {
  add_provider: '/providers',
  sync_models: '/providers',
  offer_model: '/models',
  create_user: '/users',
  grant_credit: '/users',
  create_key: '/users',
  make_first_call: '/requests',
} as const satisfies Record<Step['id'], string>;

/**
 * The steps from an empty installation to the first paid call, ticked as they are done; nothing
 * once the first call was served.
 */
export function FirstSteps(): ReactElement | null {
  const steps = useQuery({
    queryKey: ['onboarding'],
    queryFn: () => dataOf(platform.GET('/api/platform/onboarding')),
    refetchInterval: (query) => query.state.data?.completed !== true && live(query),
    staleTime: ({ state }) => (state.data?.completed === true ? Infinity : 0),
  });
  if (steps.data === undefined || steps.data.completed) return null;
  const next = steps.data.steps.find(({ done }) => !done)?.id;
  return (
    <div className="mb-4">
      <Card
        title={labels.steps}
        actions={
          <a href="/docs/first-hour" className="text-sm text-accent underline">
            {labels.guide}
          </a>
        }
      >
        <ol className="space-y-2 text-sm">
          {steps.data.steps.map((step) => (
            <StepLine key={step.id} step={step} isNext={step.id === next} />
          ))}
        </ol>
      </Card>
    </div>
  );
}

function StepLine({ step, isNext }: { step: Step; isNext: boolean }): ReactElement {
  const title = labels.stepTitles[step.id];
  return (
    <li className="flex items-baseline gap-2" {...(isNext ? { 'aria-current': 'step' } : {})}>
      <Badge tone={step.done ? 'good' : 'plain'}>{step.done ? labels.done : labels.open}</Badge>
      {step.done ? (
        <span>{title}</span>
      ) : (
        <Link to={PATHS[step.id]} className="text-accent underline">
          {title}
        </Link>
      )}
    </li>
  );
}
