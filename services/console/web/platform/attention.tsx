import { useQuery } from '@tanstack/react-query';
import { Link, linkOptions } from '@tanstack/react-router';
import type { LinkProps } from '@tanstack/react-router';
import type { AttentionItemOut } from '@tollgate/contract/platform/attention';
import type { ReactElement } from 'react';
import { Loaded } from '../shared/page-states.tsx';
import { attentionLabels as labels } from '../shared/texts/attention.ts';
import { Badge } from '../shared/ui/badge.tsx';
import { Card } from '../shared/ui/card.tsx';
import { Time } from '../shared/ui/time.tsx';
import { attentionQuery } from './queries.ts';

type Kind = AttentionItemOut['kind'];

const TONES = { critical: 'bad', warning: 'warn', notice: 'plain' } as const;

/**
 * Everything that needs attention, the most urgent first, each with a link to where it is dealt
 * with.
 */
export function Attention(): ReactElement {
  const attention = useQuery(attentionQuery);
  return (
    <div className="mb-4">
      <Card title={labels.title}>
        <Loaded query={attention}>{({ data }) => <Items items={data} />}</Loaded>
      </Card>
    </div>
  );
}

function Items({ items }: { items: readonly AttentionItemOut[] }): ReactElement {
  if (items.length === 0) return <p className="text-sm text-dim">{labels.calm}</p>;
  return (
    <ul className="divide-y divide-line text-sm">
      {items.map((item) => (
        <li
          key={`${item.kind} ${item.id} ${item.name} ${item.detail}`}
          className="flex flex-wrap items-baseline gap-x-3 gap-y-1 py-2 first:pt-0 last:pb-0"
        >
          <span className="w-20 shrink-0">
            <Badge tone={TONES[item.severity]}>{labels.severities[item.severity]}</Badge>
          </span>
          <p className="min-w-0 flex-1 basis-64">
            <bdi>{labels.sentences[item.kind](item)}</bdi>
            {item.since !== null && (
              <span className="text-xs text-dim">
                {' '}
                {labels.since} <Time at={item.since} />
              </span>
            )}
          </p>
          <Link {...goalOf(item)} className="text-accent underline">
            {labels.moves[item.kind]}
          </Link>
        </li>
      ))}
    </ul>
  );
}

const PROVIDERS = linkOptions({ to: '/providers' });
const JOBS = linkOptions({ to: '/jobs' });
const AUDIT = linkOptions({ to: '/audit' });

/** Where somebody deals with each kind that has a page for all of its items. */
const PAGES: Readonly<Partial<Record<Kind, LinkProps>>> = {
  invariant_broken: AUDIT,
  ledger_unchecked: AUDIT,
  settlements_refused: JOBS,
  spool_alarm: JOBS,
  queues_unreachable: JOBS,
  credential_rejected: PROVIDERS,
  credential_paused: PROVIDERS,
  sync_failed: PROVIDERS,
  videos_indeterminate: JOBS,
  jobs_failed: JOBS,
  purges_failed: linkOptions({ to: '/retention' }),
  webhook_failing: linkOptions({ to: '/webhooks' }),
  prices_above_list: linkOptions({ to: '/prices' }),
  models_waiting: linkOptions({ to: '/models', search: { state: 'discovered' } }),
};

const USERS: readonly Kind[] = ['user_without_credit', 'user_held_at_worst', 'key_expiring'];

/** Where somebody deals with an item: its own page where it has one. */
function goalOf({ kind, id }: AttentionItemOut): LinkProps {
  const page = PAGES[kind];
  if (page !== undefined || id === null) return page ?? JOBS;
  if (USERS.includes(kind)) return linkOptions({ to: '/users/$userId', params: { userId: id } });
  if (kind === 'usage_implausible') return linkOptions({ to: '/requests/$id', params: { id } });
  return linkOptions({ to: '/models', search: { public_id: id } });
}
