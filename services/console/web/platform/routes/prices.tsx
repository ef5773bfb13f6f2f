import { getRouteApi } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { PlatformModelOut } from '@tollgate/contract/platform/models';
import { dataOf } from '../../shared/api/data-of.ts';
import { platform } from '../../shared/api/platform-client.ts';
import { byOffset, ListPage, PAGE_ROWS } from '../../shared/list.tsx';
import { common } from '../../shared/texts/common.ts';
import { dimensionName } from '../../shared/texts/names.ts';
import { sales } from '../../shared/texts/sales.ts';
import { Button } from '../../shared/ui/button.tsx';
import type { Column } from '../../shared/ui/table.tsx';
import { Time } from '../../shared/ui/time.tsx';
import { PermittedOrReason, usePermission } from '../permission.tsx';
import { ModelLink } from '../model-link.tsx';
import { PricesOf } from '../prices-of.tsx';
import { pricesSearch } from '../search.ts';
import { TryPrices } from '../try-prices.tsx';
import { ZoneNote } from '../zone-note.tsx';

const labels = sales.prices;
const TRIAL = 'POST /api/platform/models/{model_id}/prices/what-if';
const route = getRouteApi('/prices');
type Model = PlatformModelOut;

/** What approved models cost, and what other prices would have earned. */
export function PricesPage(): ReactElement {
  const search = route.useSearch();
  const { model, offset = 0 } = search;
  const navigate = route.useNavigate();
  const isAllowed = usePermission();
  const show = (next: Record<string, unknown>): void =>
    void navigate({ search: pricesSearch(next) });
  const query = { state: 'approved', limit: PAGE_ROWS, offset } as const;
  const trial: Column<Model> = {
    head: labels.try,
    cell: ({ public_id: id }) => (
      <Button aria-label={`${labels.try}: ${id}`} onClick={() => show({ ...search, model: id })}>
        {labels.simulate}
      </Button>
    ),
  };
  return (
    <ListPage
      title={labels.title}
      lead={labels.lead}
      above={
        model !== undefined && (
          <div className="mb-4">
            <PermittedOrReason use={TRIAL}>
              <TryPrices key={model} publicId={model} close={() => show({ offset })} />
            </PermittedOrReason>
          </div>
        )
      }
      query={{
        queryKey: ['models', query],
        queryFn: () => dataOf(platform.GET('/api/platform/models', { params: { query } })),
      }}
      columns={isAllowed(TRIAL) ? [...COLUMNS, trial] : COLUMNS}
      keyOf={({ id }) => id}
      empty={labels.none}
      emptyText={labels.noneText}
      pages={byOffset(search, show)}
    >
      <ZoneNote />
    </ListPage>
  );
}

const COLUMNS: readonly Column<Model>[] = [
  {
    head: labels.model,
    sort: (row) => row.public_id,
    cell: (row) => <ModelLink id={row.public_id} />,
  },
  { head: labels.now, cell: (row) => <Prices model={row} /> },
  {
    head: labels.since,
    sort: ({ price }) => price?.effective_at,
    cell: ({ price }) => (price === null ? common.none : <Time at={price.effective_at} />),
  },
  { head: labels.coming, cell: (row) => <Coming model={row} /> },
];

function Prices({ model: { price, dimensions } }: { model: Model }): ReactElement {
  const prices: Readonly<Record<string, string>> = price?.prices ?? {};
  const missing = dimensions.filter((name) => prices[name] === undefined);
  return (
    <>
      <PricesOf prices={prices} />
      {missing.length > 0 && (
        <p className="text-xs text-warn">{labels.missing(missing.map(dimensionName).join(', '))}</p>
      )}
    </>
  );
}

function Coming({ model }: { model: Model }): ReactElement {
  if (model.upcoming_prices.length === 0) return <>{common.none}</>;
  return (
    <ul className="space-y-1 text-xs">
      {model.upcoming_prices.map(({ id, effective_at: at, prices }) => (
        <li key={id}>
          <Time at={at} />
          <PricesOf prices={prices} />
        </li>
      ))}
    </ul>
  );
}
