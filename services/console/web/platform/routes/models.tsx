import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactElement } from 'react';
import type { PlatformModelDecision, PlatformModelOut } from '@tollgate/contract/platform/models';
import { dataOf } from '../../shared/api/data-of.ts';
import { platform } from '../../shared/api/platform-client.ts';
import { Filters } from '../../shared/filters.tsx';
import type { Filter } from '../../shared/filters.tsx';
import { byOffset, ListPage, PAGE_ROWS } from '../../shared/list.tsx';
import { texts } from '../../shared/texts/platform.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { RowActions } from '../../shared/ui/row-actions.tsx';
import type { RowAction } from '../../shared/ui/row-actions.tsx';
import type { Column } from '../../shared/ui/table.tsx';
import { ContractDialog } from '../contract-dialog.tsx';
import { DecisionDialog } from '../decision-dialog.tsx';
import { Permitted, usePermission } from '../permission.tsx';
import { ApproveDialog, PriceDialog } from '../model-dialogs.tsx';
import { PricesOf } from '../prices-of.tsx';
import { TimesOf } from '../time-fields.tsx';
import { MODEL_STATES, modelsSearch } from '../search.ts';

const labels = texts.models;
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
  const { offset: _page, ...values } = search;
  const query = { ...search, limit: PAGE_ROWS };
  const show = (next: Record<string, unknown>): void =>
    void navigate({ search: modelsSearch(next) });
  return (
    <ListPage
      title={labels.title}
      lead={labels.lead}
      query={{
        queryKey: ['models', search],
        queryFn: () => dataOf(platform.GET('/api/platform/models', { params: { query } })),
      }}
      filters={<Filters filters={FILTERS} values={values} show={show} />}
      columns={columnsOf(price)}
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
    </ListPage>
  );
}

type Price = (model: Model) => void;

const columnsOf = (price: Price): Column<Model>[] => [
  { head: labels.model, sort: (row) => row.public_id, cell: (row) => <Named model={row} /> },
  { head: labels.capability, cell: ({ capability }) => capability },
  { head: labels.state, sort: ({ state }) => state, cell: ({ state }) => labels.states[state] },
  { head: labels.offered, cell: (row) => <Offered model={row} /> },
  { head: labels.price, cell: (row) => <Prices price={row.price} /> },
  { head: labels.actions, cell: (row) => <Actions model={row} price={price} /> },
];

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

type Decision = PlatformModelDecision['decision'];
type Question = 'approve' | 'contract' | Decision | null;

function Actions({ model, price }: { model: Model; price: Price }): ReactElement {
  const [asked, ask] = useState<Question>(null);
  const isAllowed = usePermission();
  const isApproved = model.state === 'approved';
  const turned = model.enabled ? 'disable' : 'enable';
  const mayDecide = isAllowed('POST /api/platform/models/{model_id}/decision');
  const choices: readonly (RowAction & { isPossible: boolean })[] = [
    {
      label: labels.approve,
      run: () => ask('approve'),
      isPossible: !isApproved && isAllowed('POST /api/platform/models/{model_id}/approval'),
    },
    {
      label: labels.setPrices,
      run: () => price(model),
      isPossible: isApproved && isAllowed('POST /api/platform/models/{model_id}/prices'),
    },
    {
      label: labels.contract,
      run: () => ask('contract'),
      isPossible: model.request_contract !== null,
    },
    { label: labels[turned], run: () => ask(turned), isPossible: isApproved && mayDecide },
    {
      label: labels.reject,
      run: () => ask('reject'),
      isPossible: model.state === 'discovered' && mayDecide,
      isDanger: true,
    },
  ];
  return (
    <>
      <RowActions name={model.public_id} actions={choices.filter((one) => one.isPossible)} />
      <Asked asked={asked} model={model} approved={price} close={() => ask(null)} />
    </>
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
