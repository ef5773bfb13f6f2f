import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { ReactElement } from 'react';
import type { PlatformModelOut } from '@tollgate/contract/platform/models';
import { dataOf } from '../../shared/api/data-of.ts';
import { platform } from '../../shared/api/platform-client.ts';
import { Filters } from '../../shared/filters.tsx';
import type { Filter } from '../../shared/filters.tsx';
import { byOffset, ListPage, PAGE_ROWS, rowsOf } from '../../shared/list.tsx';
import { bulkApproval } from '../../shared/texts/bulk-approval.ts';
import { texts } from '../../shared/texts/platform.ts';
import { Button } from '../../shared/ui/button.tsx';
import type { Column } from '../../shared/ui/table.tsx';
import { ModelActions } from '../model-actions.tsx';
import type { Price } from '../model-actions.tsx';
import { ModelOffered } from '../model-offered.tsx';
import { Permitted, usePermission } from '../permission.tsx';
import { PriceDialog } from '../model-dialogs.tsx';
import { Since } from '../price-versions.tsx';
import { PricesOf } from '../prices-of.tsx';
import { TimesOf } from '../time-fields.tsx';
import { MODEL_STATES, modelsSearch } from '../search.ts';

const BulkApproval = lazy(async () => ({
  default: (await import('../bulk-approval.tsx')).BulkApproval,
}));

const labels = texts.models;
const APPROVE = 'POST /api/platform/models/{model_id}/approval';
const route = getRouteApi('/models');
type Model = PlatformModelOut;

const STATES = MODEL_STATES.map((value) => ({ value, label: labels.states[value] }));
const FILTERS: readonly Filter[] = [
  { name: 'public_id', label: labels.model, placeholder: labels.modelHint },
  { name: 'state', label: labels.state, choices: [{ value: '', label: labels.any }, ...STATES] },
];

/** What was found at providers, and what becomes of each model. */
export function ModelsPage(): ReactElement {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  // Outlives the row, which leaves a list of models that wait for approval.
  const [toPrice, price] = useState<Model | null>(null);
  const [chosen, choose] = useState<Chosen>(new Map());
  const [isApproving, approve] = useState(false);
  const mayApprove = usePermission()(APPROVE);
  const { offset: _page, ...values } = search;
  const query = {
    queryKey: ['models', search],
    queryFn: () =>
      dataOf(
        platform.GET('/api/platform/models', {
          params: { query: { ...search, limit: PAGE_ROWS } },
        }),
      ),
  };
  const rows = rowsOf(useQuery(query).data);
  const show = (next: Record<string, unknown>): void =>
    void navigate({ search: modelsSearch(next) });
  return (
    <ListPage
      title={labels.title}
      lead={labels.lead}
      query={query}
      actions={
        mayApprove && (
          <Selection rows={rows} chosen={chosen} choose={choose} approve={() => approve(true)} />
        )
      }
      filters={<Filters filters={FILTERS} values={values} show={show} />}
      columns={mayApprove ? [selectColumn(chosen, choose), ...columnsOf(price)] : columnsOf(price)}
      keyOf={({ id }) => id}
      empty={labels.none}
      emptyText={labels.noneText}
      pages={byOffset(search, show)}
    >
      {toPrice !== null && (
        <Permitted use="POST /api/platform/models/{model_id}/prices">
          <PriceDialog model={toPrice} close={() => price(null)} />
        </Permitted>
      )}
      {isApproving && (
        <Permitted use={APPROVE}>
          <Suspense>
            <BulkApproval
              models={[...chosen.values()]}
              close={() => {
                approve(false);
                choose(new Map());
              }}
            />
          </Suspense>
        </Permitted>
      )}
    </ListPage>
  );
}

/** Models that were selected, by their ids: also those of other pages of the list. */
type Chosen = ReadonlyMap<string, Model>;

interface SelectionProps {
  rows: readonly Model[];
  chosen: Chosen;
  choose: (chosen: Chosen) => void;
  approve: () => void;
}

/** Selects what waits for approval on this page, and approves what is selected. */
function Selection({ rows, chosen, choose, approve }: SelectionProps): ReactElement {
  const waiting = rows.filter(({ id, state }) => state === 'discovered' && !chosen.has(id));
  return (
    <>
      {chosen.size > 0 && (
        <>
          <Button onClick={() => choose(new Map())}>{bulkApproval.clear}</Button>
          <Button look="main" onClick={approve}>
            {bulkApproval.open(chosen.size)}
          </Button>
        </>
      )}
      {waiting.length > 0 && (
        <Button
          onClick={() =>
            choose(new Map([...chosen, ...waiting.map((row) => [row.id, row] as const)]))
          }
        >
          {bulkApproval.selectAll}
        </Button>
      )}
    </>
  );
}

const selectColumn = (chosen: Chosen, choose: (chosen: Chosen) => void): Column<Model> => ({
  head: bulkApproval.select,
  cell: (row) =>
    row.state === 'discovered' && (
      <input
        type="checkbox"
        aria-label={bulkApproval.selectOne(row.public_id)}
        className="size-4"
        checked={chosen.has(row.id)}
        onChange={(event) => {
          const next = new Map(chosen);
          if (event.target.checked) next.set(row.id, row);
          else next.delete(row.id);
          choose(next);
        }}
      />
    ),
});

const columnsOf = (price: Price): Column<Model>[] => [
  { head: labels.model, sort: (row) => row.public_id, cell: (row) => <Named model={row} /> },
  { head: labels.capability, cell: ({ capability }) => capability },
  { head: labels.state, sort: ({ state }) => state, cell: ({ state }) => labels.states[state] },
  { head: labels.offered, cell: (row) => <ModelOffered of={row} /> },
  { head: labels.price, cell: (row) => <Prices price={row.price} /> },
  { head: labels.actions, cell: (row) => <ModelActions model={row} price={price} /> },
];

function Named({ model }: { model: Model }): ReactElement {
  return (
    <>
      <Link to="/models/$modelId" params={{ modelId: model.id }} className="text-accent underline">
        <bdi className="break-all">{model.public_id}</bdi>
      </Link>
      <TimesOf {...model} />
    </>
  );
}

function Prices({ price }: { price: Model['price'] }): ReactElement {
  if (price === null) return <span className="text-dim">{labels.unpriced}</span>;
  return (
    <>
      <PricesOf prices={price.prices} />
      <Since at={price.effective_at} />
    </>
  );
}
