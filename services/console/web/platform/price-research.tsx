import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { PriceResearchOut } from '@tollgate/contract/platform/models';
import { dataOf } from '../shared/api/data-of.ts';
import { platform } from '../shared/api/platform-client.ts';
import { lookup } from '../shared/texts/lookup.ts';
import { dimensionName } from '../shared/texts/names.ts';
import { count, longTime } from '../shared/times.ts';
import { Button } from '../shared/ui/button.tsx';
import { ErrorNote } from '../shared/ui/error-note.tsx';
import type { KnownPrices } from './price-fields.tsx';

const labels = lookup.prices;
/** What was found is there again when a reader comes back within this time. */
const KEPT_MS = 1_800_000;
type Suggestion = PriceResearchOut['suggestions'][number];

interface PriceResearchProps {
  modelId: string;
  take: (prices: KnownPrices) => void;
}

/** Asks public price lists about a model; the answer is kept when the reader leaves. */
export const researchOf = (modelId: string) =>
  queryOptions({
    queryKey: ['price-research', modelId],
    queryFn: () => {
      const params = { path: { model_id: modelId } };
      return dataOf(
        platform.POST('/api/platform/models/{model_id}/pricing/research', { params, body: {} }),
      );
    },
    retry: false,
    gcTime: KEPT_MS,
  });

/** What public price lists say of a model; goes on, and is found again, when the reader leaves. */
export function PriceResearch({ modelId, take }: PriceResearchProps): ReactElement {
  const research = useQuery({ ...researchOf(modelId), enabled: false });
  const { data, isFetching, isError, error } = research;
  return (
    <div className="space-y-3 text-sm">
      <Button disabled={isFetching} onClick={() => void research.refetch()}>
        {isFetching ? labels.looking : labels.look}
      </Button>
      <div role="status" className="space-y-3">
        {data !== undefined && <Found of={data} take={take} />}
      </div>
      {isError && <ErrorNote error={error} />}
    </div>
  );
}

function Found({
  of: found,
  take,
}: {
  of: PriceResearchOut;
  take: PriceResearchProps['take'];
}): ReactElement {
  return (
    <>
      {found.suggestions.length === 0 && <p className="text-dim">{labels.none}</p>}
      {found.suggestions.map((one) => (
        <OneSuggestion key={`${one.source.name} ${one.source.model}`} of={one} take={take} />
      ))}
      {found.unavailable.map(({ name, message }) => (
        <p key={name} className="text-dim">
          <bdi>{labels.away(name, message)}</bdi>
        </p>
      ))}
      <p className="text-xs text-dim">{labels.asked(longTime(found.researched_at))}</p>
    </>
  );
}

function OneSuggestion({
  of: one,
  take,
}: {
  of: Suggestion;
  take: PriceResearchProps['take'];
}): ReactElement {
  const { source, prices } = one;
  return (
    <div className="space-y-2 rounded-md border border-line p-3">
      <p className="font-medium break-words">
        <bdi>{`${source.name} ${source.version}: ${source.provider}/${source.model}`}</bdi>
        {source.since !== null && ` (${labels.since(source.since)})`}
      </p>
      <PriceList prices={prices} />
      {one.long_context.map((tier) => (
        <div key={tier.above_input_tokens}>
          <p>{labels.longContext(count(tier.above_input_tokens))}</p>
          <PriceList prices={tier.prices} />
        </div>
      ))}
      {notesOn(one).map((note) => (
        <p key={note} className="text-dim">
          {note}
        </p>
      ))}
      {source.urls.map((url) => (
        <p key={url} className="break-all">
          <bdi>{url}</bdi>
        </p>
      ))}
      <Button onClick={() => take(one)}>{labels.use}</Button>
    </div>
  );
}

function PriceList({ prices }: { prices: Suggestion['prices'] }): ReactElement {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4">
      {Object.entries(prices).map(([name, price]) => (
        <div key={name} className="contents">
          <dt className="text-dim">{dimensionName(name)}</dt>
          <dd className="tabular-nums">{price}</dd>
        </div>
      ))}
    </dl>
  );
}

const notesOn = (one: Suggestion): string[] => [
  ...(one.found_by === 'model_name' ? [labels.byName] : []),
  ...(one.missing.length === 0 ? [] : [labels.missing(one.missing.map(dimensionName).join(', '))]),
  ...Object.entries(one.derived).map(([name, from]) =>
    labels.derived(dimensionName(name), dimensionName(from)),
  ),
];
