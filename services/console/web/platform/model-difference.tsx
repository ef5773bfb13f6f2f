import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { DIFFERENCE_COUNT_MAX } from '@tollgate/contract/model-limits';
import type { ModelDifferenceOut } from '@tollgate/contract/platform/models';
import { dataOf } from '../shared/api/data-of.ts';
import { platform } from '../shared/api/platform-client.ts';
import { Loaded } from '../shared/page-states.tsx';
import { modelChange as labels } from '../shared/texts/model-change.ts';
import { dimensionName } from '../shared/texts/names.ts';
import { count } from '../shared/times.ts';
import { Badge } from '../shared/ui/badge.tsx';
import { Money } from '../shared/ui/money.tsx';
import { ModelOffered } from './model-offered.tsx';
import { InForce } from './price-versions.tsx';

type Difference = ModelDifferenceOut;

/**
 * What a decision about a model changes; asked for again with each question, since it is about now.
 */
export function useDifference(
  modelId: string,
  decision: Difference['decision'],
): UseQueryResult<Difference> {
  return useQuery({
    queryKey: ['difference', modelId, decision],
    queryFn: () =>
      dataOf(
        platform.GET('/api/platform/models/{model_id}/difference', {
          params: { path: { model_id: modelId }, query: { decision } },
        }),
      ),
    staleTime: 0,
    gcTime: 0,
  });
}

/** What a decision about a model changes, for whom, and how much it was used. */
export function ModelDifference({ query }: { query: UseQueryResult<Difference> }): ReactElement {
  return (
    <section aria-label={labels.title} className="space-y-3 text-sm">
      <h3 className="font-medium">{labels.title}</h3>
      <Loaded query={query}>
        {(difference) => (
          <>
            <Offered difference={difference} />
            <Aliases difference={difference} />
            <Concerned difference={difference} />
            <p>
              {labels.usage(count(difference.usage.days), count(difference.usage.requests))}{' '}
              <Money amount={difference.usage.charged_credits} unit />
            </p>
          </>
        )}
      </Loaded>
    </section>
  );
}

function Offered({ difference }: { difference: Difference }): ReactElement {
  const { before, after, missing_limits: missing, request_contract: contract } = difference;
  const { price, next_price: next } = difference;
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        {labels.offered} <ModelOffered of={before} /> <span aria-label={labels.becomes}>→</span>
        <ModelOffered of={after} />
      </p>
      {missing.length > 0 && <p className="text-dim">{labels.missing(missing.join(', '))}</p>}
      {after.routable && contract !== null && (
        <p>
          {labels.contract} <code className="break-all">{String(contract['revision'])}</code>
        </p>
      )}
      {after.routable && price !== null && (
        <p>
          {labels.prices}{' '}
          <code className="break-words">
            {Object.entries(price.prices)
              .map(([dimension, amount]) => `${dimensionName(dimension)} ${amount}`)
              .join(', ')}
          </code>
        </p>
      )}
      {(price !== null || next !== null) && <InForce price={price} next={next} />}
    </>
  );
}

function Aliases({ difference }: { difference: Difference }): ReactElement {
  const { aliases, more_aliases: hasMore } = difference;
  if (aliases.length === 0) return <p>{labels.noAliases}</p>;
  return (
    <>
      <ul aria-label={labels.aliases} className="list-disc space-y-1 pl-5">
        {aliases.map((alias) => (
          <li key={alias.id}>
            <bdi className="break-all">{alias.name}</bdi>:{' '}
            {labels.targets[alias.change](count(alias.targets_before), count(alias.targets_after))}
            {alias.contract_changes && ` ${labels.contractChanges}`}{' '}
            {alias.routable_before && !alias.routable_after && (
              <Badge tone="bad">{labels.leftWithout}</Badge>
            )}
          </li>
        ))}
      </ul>
      {hasMore && <p className="text-dim">{labels.moreAliases}</p>}
    </>
  );
}

function Concerned({ difference }: { difference: Difference }): ReactElement {
  const { users, keys } = difference;
  return (
    <>
      <p>{labels.users(capped(users.switched_on), capped(users.switched_off))}</p>
      <p>{labels.keys(capped(keys.limited), capped(keys.only_this))}</p>
      {keys.some.length > 0 && (
        <ul aria-label={labels.limitedKeys} className="list-disc space-y-1 pl-5">
          {keys.some.map((key) => (
            <li key={key.id}>
              <Link
                to="/users/$userId"
                params={{ userId: key.user_id }}
                className="text-accent underline"
              >
                <bdi className="break-words">{key.name}</bdi>
              </Link>{' '}
              {key.only_this && <Badge tone="warn">{labels.onlyThis}</Badge>}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const capped = (counted: number): string =>
  counted >= DIFFERENCE_COUNT_MAX ? labels.orMore(count(counted)) : count(counted);
