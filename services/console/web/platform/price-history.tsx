import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { PriceChange, PriceHistoryVersion } from '@tollgate/contract/platform/models';
import { dataOf } from '../shared/api/data-of.ts';
import { platform } from '../shared/api/platform-client.ts';
import { byId, List } from '../shared/list.tsx';
import type { Paging } from '../shared/list.tsx';
import { priceLabel } from '../shared/texts/names.ts';
import { priceVersions as labels } from '../shared/texts/price-versions.ts';
import { count } from '../shared/times.ts';
import { Badge } from '../shared/ui/badge.tsx';
import type { Tone } from '../shared/ui/badge.tsx';
import { Card } from '../shared/ui/card.tsx';
import { Id } from '../shared/ui/copy.tsx';
import type { Column } from '../shared/ui/table.tsx';
import { Time } from '../shared/ui/time.tsx';
import { PricesOf } from './prices-of.tsx';
import type { ModelPricesSearch } from './search.ts';

/** Versions of one page. */
const ROWS = 20;
type Version = PriceHistoryVersion;

interface PriceHistoryProps {
  modelId: string;
  search: ModelPricesSearch;
  show: Paging<Version>['show'];
}

/** Every version of the prices of a model: since when, by whom and what it changed. */
export function PriceHistory({ modelId, search, show }: PriceHistoryProps): ReactElement {
  const versions = useQuery({
    // Below `models`, so that new prices and decisions ask for the versions again.
    queryKey: ['models', 'prices', modelId, search],
    queryFn: () =>
      dataOf(
        platform.GET('/api/platform/models/{model_id}/prices', {
          params: { path: { model_id: modelId }, query: { ...search, limit: ROWS } },
        }),
      ),
  });
  return (
    <Card title={labels.history}>
      <p className="mb-3 text-sm text-dim">{labels.historyText}</p>
      <List
        label={labels.history}
        query={versions}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        empty={labels.noHistory}
        emptyText={labels.noHistoryText}
        pages={{ ...byId(search, show), size: ROWS }}
      />
    </Card>
  );
}

const TONES: Readonly<Record<Version['standing'], Tone>> = {
  past: 'plain',
  in_force: 'good',
  scheduled: 'warn',
};

const COLUMNS: readonly Column<Version>[] = [
  { head: labels.effective, cell: (row) => <Effective of={row} /> },
  { head: labels.changes, cell: ({ changes }) => <Changes of={changes} /> },
  { head: labels.prices, cell: (row) => <AllPrices of={row} /> },
  { head: labels.by, cell: (row) => <By of={row} /> },
];

function Effective({ of: version }: { of: Version }): ReactElement {
  return (
    <>
      <Badge tone={TONES[version.standing]}>{labels.standings[version.standing]}</Badge>
      <div>
        <Time at={version.effective_at} exact />
      </div>
      {version.ends_at !== null && (
        <div className="text-xs text-dim">
          {labels.until} <Time at={version.ends_at} exact />
        </div>
      )}
    </>
  );
}

function Changes({ of: changes }: { of: readonly PriceChange[] }): ReactElement {
  if (changes.length === 0) return <span className="text-dim">{labels.unchanged}</span>;
  return (
    <dl className="grid grid-cols-[fit-content(65%)_minmax(0,1fr)] gap-x-3 text-xs">
      {changes.map(({ dimension, above_input_tokens: above, before, after }) => (
        <div key={`${above} ${dimension}`} className="contents">
          <dt className="text-dim">
            {priceLabel(dimension)}
            {above > 0 && `, ${labels.above(count(above))}`}
          </dt>
          <dd className="tabular-nums">
            {labels.change(before ?? labels.nothing, after ?? labels.nothing)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function AllPrices({ of: version }: { of: Version }): ReactElement {
  return (
    <details>
      <summary className="cursor-pointer text-xs">{labels.showPrices}</summary>
      <PricesOf prices={version.prices} />
      {version.long_context.map((tier) => (
        <div key={tier.above_input_tokens} className="mt-1 text-xs">
          {labels.above(count(tier.above_input_tokens))}
          <PricesOf prices={tier.prices} />
        </div>
      ))}
    </details>
  );
}

function By({ of: version }: { of: Version }): ReactElement {
  return (
    <>
      <bdi className="break-words">{version.created_by_email ?? version.created_by}</bdi>
      <div className="text-xs text-dim">
        <Time at={version.created_at} exact />
      </div>
      <div className="text-xs">
        <Id value={version.id} />
      </div>
    </>
  );
}
