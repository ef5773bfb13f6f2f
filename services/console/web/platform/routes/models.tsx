import { useQuery } from '@tanstack/react-query';
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
import { ChoiceField } from '../../shared/ui/field.tsx';
import { Table } from '../../shared/ui/table.tsx';
import { ContractDialog } from '../contract-dialog.tsx';
import { DecisionDialog } from '../decision-dialog.tsx';
import { Permitted } from '../permission.tsx';
import { ApproveDialog, PriceDialog } from '../model-dialogs.tsx';
import { PricesOf } from '../prices-of.tsx';
import { TimesOf } from '../time-fields.tsx';
import { MODEL_STATES, modelsSearch } from '../search.ts';
import type { ModelsSearch } from '../search.ts';

const labels = texts.models;
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
  // Outlives the row, which leaves a list of models that wait for approval.
  const [toPrice, price] = useState<Model | null>(null);
  const show = (next: ModelsSearch): void => void navigate({ search: modelsSearch({ ...next }) });
  const { state, offset = 0 } = search;
  const choices = MODEL_STATES.map((value) => ({ value, label: labels.states[value] }));
  return (
    <>
      <PageHead
        title={labels.title}
        lead={labels.lead}
        actions={
          <ChoiceField
            label={labels.state}
            choices={[{ value: '', label: labels.any }, ...choices]}
            value={state ?? ''}
            onChange={(event) => show(modelsSearch({ state: event.target.value }))}
          />
        }
      />
      <Loaded query={models}>
        {(rows) => (
          <>
            {rows.length === 0 ? (
              <Empty title={labels.none}>{labels.noneText}</Empty>
            ) : (
              <Rows rows={rows} price={price} />
            )}
            <div className="mt-3 flex gap-2">
              {offset > 0 && (
                <Button onClick={() => show({ ...search, offset: 0 })}>{labels.first}</Button>
              )}
              {rows.length === PAGE_ROWS && (
                <Button onClick={() => show({ ...search, offset: offset + PAGE_ROWS })}>
                  {labels.later}
                </Button>
              )}
            </div>
          </>
        )}
      </Loaded>
      {toPrice !== null && (
        <Permitted use="POST /api/platform/models/{model_id}/prices">
          <PriceDialog model={toPrice} close={() => price(null)} />
        </Permitted>
      )}
    </>
  );
}

type Price = (model: Model) => void;

function Rows({ rows, price }: { rows: readonly Model[]; price: Price }): ReactElement {
  return (
    <Table
      label={labels.title}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { head: labels.model, cell: (row) => <Named model={row} /> },
        { head: labels.capability, cell: ({ capability }) => capability },
        { head: labels.state, cell: ({ state }) => labels.states[state] },
        { head: labels.offered, cell: (row) => <Offered model={row} /> },
        { head: labels.price, cell: (row) => <Prices price={row.price} /> },
        { head: labels.actions, cell: (row) => <Actions model={row} price={price} /> },
      ]}
    />
  );
}

function Named({ model }: { model: Model }): ReactElement {
  return (
    <>
      <bdi className="break-all">{model.public_id}</bdi>
      <TimesOf {...model} />
    </>
  );
}

function Offered({ model }: { model: Model }): ReactElement {
  const { routable, unroutable_reason: reason } = model;
  if (routable || reason === null) return <Badge tone="good">{labels.yes}</Badge>;
  return <Badge tone="warn">{labels.reasons[reason]}</Badge>;
}

function Prices({ price }: { price: Model['price'] }): ReactElement {
  if (price === null) return <span className="text-dim">{labels.unpriced}</span>;
  return <PricesOf prices={price.prices} />;
}

type Decision = Schemas['PlatformModelDecision']['decision'];
type Question = 'approve' | 'contract' | Decision | null;

function Actions({ model, price }: { model: Model; price: Price }): ReactElement {
  const [asked, ask] = useState<Question>(null);
  const isApproved = model.state === 'approved';
  return (
    <div className="min-w-56">
      <div className="flex flex-wrap gap-2">
        {!isApproved && (
          <Permitted use="POST /api/platform/models/{model_id}/approval">
            <Button onClick={() => ask('approve')}>{labels.approve}</Button>
          </Permitted>
        )}
        {model.state === 'discovered' && (
          <Permitted use="POST /api/platform/models/{model_id}/decision">
            <Button onClick={() => ask('reject')}>{labels.reject}</Button>
          </Permitted>
        )}
        {isApproved && (
          <Permitted use="POST /api/platform/models/{model_id}/prices">
            <Button onClick={() => price(model)}>{labels.setPrices}</Button>
          </Permitted>
        )}
        {isApproved && (
          <Permitted use="POST /api/platform/models/{model_id}/decision">
            <Button onClick={() => ask(model.enabled ? 'disable' : 'enable')}>
              {model.enabled ? labels.disable : labels.enable}
            </Button>
          </Permitted>
        )}
        {model.request_contract !== null && (
          <Button aria-haspopup="dialog" onClick={() => ask('contract')}>
            {labels.contract}
          </Button>
        )}
      </div>
      <Asked asked={asked} model={model} approved={price} close={() => ask(null)} />
    </div>
  );
}

interface AskedProps {
  asked: Question;
  model: Model;
  approved: Price;
  close: () => void;
}

function Asked({ asked, model, approved, close }: AskedProps): ReactElement | null {
  if (asked === null) return null;
  if (asked === 'approve') return <ApproveDialog model={model} approved={approved} close={close} />;
  if (asked !== 'contract') return <DecisionDialog model={model} decision={asked} close={close} />;
  if (model.request_contract === null) return null;
  return <ContractDialog title={model.public_id} contract={model.request_contract} close={close} />;
}
