import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { dataOf } from '../../shared/api/data-of.ts';
import { platform } from '../../shared/api/platform-client.ts';
import type { Schemas } from '../../shared/api/platform-client.ts';
import { Loaded } from '../../shared/page-states.tsx';
import { common } from '../../shared/texts/common.ts';
import { dimensionName } from '../../shared/texts/names.ts';
import { sales } from '../../shared/texts/sales.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Empty, PageHead } from '../../shared/ui/card.tsx';
import { Table } from '../../shared/ui/table.tsx';
import type { Column } from '../../shared/ui/table.tsx';
import { Time } from '../../shared/ui/time.tsx';
import { PermittedOrReason, usePermission } from '../permission.tsx';
import { PricesOf } from '../prices-of.tsx';
import { pricesSearch } from '../search.ts';
import type { PricesSearch } from '../search.ts';
import { TryPrices } from '../try-prices.tsx';
import { ZoneNote } from '../zone-note.tsx';

const labels = sales.prices;
const PAGE_ROWS = 50;
const route = getRouteApi('/prices');
type Model = Schemas['PlatformModelOut'];

/** What approved models cost, and what other prices would have earned. */
export function PricesPage(): ReactElement {
  const { model, offset = 0 } = route.useSearch();
  const navigate = route.useNavigate();
  const show = (next: PricesSearch): void => void navigate({ search: pricesSearch({ ...next }) });
  const query = { state: 'approved', limit: PAGE_ROWS, offset } as const;
  const models = useQuery({
    queryKey: ['models', query],
    queryFn: () => dataOf(platform.GET('/api/platform/models', { params: { query } })),
  });
  return (
    <div className="space-y-4">
      <PageHead title={labels.title} lead={labels.lead} />
      {model !== undefined && (
        <PermittedOrReason use="POST /api/platform/models/{model_id}/prices/what-if">
          <TryPrices key={model} publicId={model} close={() => show({ offset })} />
        </PermittedOrReason>
      )}
      <Loaded query={models}>
        {(rows) => (
          <>
            {rows.length === 0 ? (
              <Empty title={labels.none}>{labels.noneText}</Empty>
            ) : (
              <Rows rows={rows} choose={(publicId) => show({ model: publicId, offset })} />
            )}
            <div className="flex gap-2">
              {offset > 0 && <Button onClick={() => show({})}>{labels.first}</Button>}
              {rows.length === PAGE_ROWS && (
                <Button onClick={() => show({ offset: offset + PAGE_ROWS })}>{labels.later}</Button>
              )}
            </div>
          </>
        )}
      </Loaded>
      <ZoneNote />
    </div>
  );
}

interface RowsProps {
  rows: readonly Model[];
  choose: (publicId: string) => void;
}

function Rows({ rows, choose }: RowsProps): ReactElement {
  const isAllowed = usePermission();
  const trial: Column<Model> = {
    head: labels.try,
    cell: (row) => <Button onClick={() => choose(row.public_id)}>{labels.try}</Button>,
  };
  return (
    <Table
      label={labels.title}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { head: labels.model, cell: (row) => <bdi className="break-all">{row.public_id}</bdi> },
        { head: labels.now, cell: (row) => <Prices model={row} /> },
        {
          head: labels.since,
          cell: ({ price }) => (price === null ? common.none : <Time at={price.effective_at} />),
        },
        { head: labels.coming, cell: (row) => <Coming model={row} /> },
        ...(isAllowed('POST /api/platform/models/{model_id}/prices/what-if') ? [trial] : []),
      ]}
    />
  );
}

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
