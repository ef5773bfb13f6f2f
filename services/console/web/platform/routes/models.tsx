import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { dataOf } from '../../shared/api/data-of.ts';
import { platform } from '../../shared/api/platform-client.ts';
import type { Schemas } from '../../shared/api/platform-client.ts';
import { Loaded } from '../../shared/page-states.tsx';
import { texts } from '../../shared/texts/platform.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Empty, PageHead } from '../../shared/ui/card.tsx';
import { ErrorNote } from '../../shared/ui/error-note.tsx';
import { ChoiceField } from '../../shared/ui/field.tsx';
import { Table } from '../../shared/ui/table.tsx';
import type { Column } from '../../shared/ui/table.tsx';
import { May, useMay } from '../may.tsx';
import { ApproveDialog, PriceDialog } from '../model-dialogs.tsx';
import { MODEL_STATES, modelsSearch } from '../search.ts';
import type { ModelsSearch } from '../search.ts';

const words = texts.models;
const PAGE_ROWS = 50;
const route = getRouteApi('/models');
type Model = Schemas['PlatformModelOut'];

/** What was found at providers, and what becomes of each model. */
export function ModelsPage(): ReactElement {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const models = useQuery({
    queryKey: ['models', search],
    queryFn: () =>
      dataOf(
        platform.GET('/api/platform/models', {
          params: { query: { ...search, limit: PAGE_ROWS } },
        }),
      ),
  });
  const show = (next: ModelsSearch): void => void navigate({ search: modelsSearch({ ...next }) });
  const { state, offset = 0 } = search;
  const choices = MODEL_STATES.map((value) => ({ value, label: words.states[value] }));
  return (
    <>
      <PageHead
        title={words.title}
        lead={words.lead}
        actions={
          <ChoiceField
            label={words.state}
            choices={[{ value: '', label: words.any }, ...choices]}
            value={state ?? ''}
            onChange={(event) => show(modelsSearch({ state: event.target.value }))}
          />
        }
      />
      <Loaded query={models}>
        {(rows) => (
          <>
            {rows.length === 0 ? (
              <Empty title={words.none}>{words.noneText}</Empty>
            ) : (
              <Rows rows={rows} />
            )}
            <div className="mt-3 flex gap-2">
              {offset > 0 && (
                <Button onClick={() => show({ ...search, offset: 0 })}>{words.first}</Button>
              )}
              {rows.length === PAGE_ROWS && (
                <Button onClick={() => show({ ...search, offset: offset + PAGE_ROWS })}>
                  {words.later}
                </Button>
              )}
            </div>
          </>
        )}
      </Loaded>
    </>
  );
}

const ACTIONS = [
  'POST /api/platform/models/{model_id}/approval',
  'POST /api/platform/models/{model_id}/prices',
  'POST /api/platform/models/{model_id}/decision',
] as const;

function Rows({ rows }: { rows: readonly Model[] }): ReactElement {
  const mayAny = ACTIONS.some(useMay());
  const actions: Column<Model> = {
    head: words.actions,
    cell: (row) => <Actions model={row} />,
  };
  return (
    <Table
      label={words.title}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { head: words.model, cell: (row) => <bdi className="break-all">{row.public_id}</bdi> },
        { head: words.capability, cell: ({ capability }) => capability },
        { head: words.state, cell: ({ state }) => words.states[state] },
        { head: words.offered, cell: (row) => <Offered model={row} /> },
        { head: words.price, cell: ({ price }) => <Prices price={price} /> },
        { head: words.contract, cell: (row) => <Contract model={row} /> },
        ...(mayAny ? [actions] : []),
      ]}
    />
  );
}

function Offered({ model }: { model: Model }): ReactElement {
  const { routable, unroutable_reason: reason } = model;
  if (routable || reason === null) return <Badge tone="good">{words.yes}</Badge>;
  return <Badge tone="warn">{words.reasons[reason]}</Badge>;
}

function Prices({ price }: { price: Model['price'] }): ReactElement {
  if (price === null) return <span className="text-dim">{words.unpriced}</span>;
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-2 text-xs">
      {Object.entries(price.prices).map(([dimension, amount]) => (
        <div key={dimension} className="contents">
          <dt className="text-dim">{dimension}</dt>
          <dd className="tabular-nums">{amount}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What callers may send: of an approved model what holds, of another what approval would make hold. */
function Contract({ model }: { model: Model }): ReactElement {
  const { request_contract: contract, limits } = model;
  if (contract === null) return <span className="text-dim">{words.noContract}</span>;
  return (
    <details className="text-xs">
      <summary className="cursor-pointer">{words.look}</summary>
      <pre className="max-w-[36rem] min-w-72 whitespace-pre-wrap break-all">
        {JSON.stringify({ limits, ...contract }, null, 2)}
      </pre>
    </details>
  );
}

function Actions({ model }: { model: Model }): ReactElement {
  const queries = useQueryClient();
  const [asked, ask] = useState<'approve' | 'price' | null>(null);
  const [error, setError] = useState<unknown>();
  const decide = async (decision: 'enable' | 'disable' | 'reject'): Promise<void> => {
    setError(undefined);
    const params = { path: { model_id: model.id } };
    try {
      await dataOf(
        platform.POST('/api/platform/models/{model_id}/decision', { params, body: { decision } }),
      );
    } catch (failure) {
      setError(failure);
    }
    await queries.invalidateQueries({ queryKey: ['models'] });
  };
  const isApproved = model.state === 'approved';
  return (
    <div className="min-w-56 space-y-2">
      <div className="flex flex-wrap gap-2">
        {!isApproved && (
          <May use="POST /api/platform/models/{model_id}/approval">
            <Button onClick={() => ask('approve')}>{words.approve}</Button>
          </May>
        )}
        {model.state === 'discovered' && (
          <May use="POST /api/platform/models/{model_id}/decision">
            <Button onClick={() => void decide('reject')}>{words.reject}</Button>
          </May>
        )}
        {isApproved && (
          <May use="POST /api/platform/models/{model_id}/prices">
            <Button onClick={() => ask('price')}>{words.setPrices}</Button>
          </May>
        )}
        {isApproved && (
          <May use="POST /api/platform/models/{model_id}/decision">
            <Button onClick={() => void decide(model.enabled ? 'disable' : 'enable')}>
              {model.enabled ? words.disable : words.enable}
            </Button>
          </May>
        )}
      </div>
      {error !== undefined && <ErrorNote error={error} />}
      {asked === 'approve' && <ApproveDialog model={model} close={() => ask(null)} />}
      {asked === 'price' && <PriceDialog model={model} close={() => ask(null)} />}
    </div>
  );
}
