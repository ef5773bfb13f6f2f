import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactElement } from 'react';
import type { PlatformModelOut } from '@tollgate/contract/platform/models';
import { dataOf } from '../../shared/api/data-of.ts';
import { asFailure } from '../../shared/api/failure.ts';
import { platform } from '../../shared/api/platform-client.ts';
import { LimitFacts } from '../../shared/contract-view.tsx';
import { Loaded } from '../../shared/page-states.tsx';
import { contractLabels } from '../../shared/texts/contract.ts';
import { modelPage as labels } from '../../shared/texts/model-page.ts';
import { texts } from '../../shared/texts/platform.ts';
import { Card, Empty, PageHead } from '../../shared/ui/card.tsx';
import { Id } from '../../shared/ui/copy.tsx';
import { Facts } from '../../shared/ui/facts.tsx';
import { Time } from '../../shared/ui/time.tsx';
import { ModelActions } from '../model-actions.tsx';
import { PriceDialog } from '../model-dialogs.tsx';
import { ModelOffered } from '../model-offered.tsx';
import { Permitted } from '../permission.tsx';
import { PriceHistory } from '../price-history.tsx';
import { modelPricesSearch } from '../search.ts';
import { ZoneNote } from '../zone-note.tsx';

const own = texts.models;
const NOT_FOUND = 404;
const route = getRouteApi('/models/$modelId');
type Model = PlatformModelOut;

/** One model: what it is, what it costs and has cost, and what can be done about it. */
export function ModelPage(): ReactElement {
  const { modelId } = route.useParams();
  const model = useQuery({
    queryKey: ['models', 'one', modelId],
    queryFn: () =>
      dataOf(
        platform.GET('/api/platform/models/{model_id}', {
          params: { path: { model_id: modelId } },
        }),
      ),
  });
  if (model.isError && asFailure(model.error).status === NOT_FOUND) {
    return <Empty title={labels.gone}>{labels.goneText}</Empty>;
  }
  return <Loaded query={model}>{(found) => <Found key={found.id} model={found} />}</Loaded>;
}

function Found({ model }: { model: Model }): ReactElement {
  const [isPricing, setPricing] = useState(false);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const show = (next: Record<string, unknown>): void =>
    void navigate({ search: modelPricesSearch(next) });
  return (
    <div className="space-y-4">
      <PageHead
        title={model.public_id}
        lead={
          <>
            {own.offered}: <ModelOffered of={model} />
          </>
        }
        actions={
          <>
            <Links model={model} />
            <ModelActions model={model} price={() => setPricing(true)} />
          </>
        }
      />
      <div className="grid gap-4 xl:grid-cols-2">
        <Card title={labels.facts}>
          <Facts facts={factsOf(model)} />
        </Card>
        <Card title={contractLabels.limits}>
          <LimitFacts of={limitsOf(model)} />
        </Card>
      </div>
      <PriceHistory modelId={model.id} search={search} show={show} />
      <ZoneNote />
      {isPricing && (
        <Permitted use="POST /api/platform/models/{model_id}/prices">
          <PriceDialog model={model} close={() => setPricing(false)} />
        </Permitted>
      )}
    </div>
  );
}

const limitsOf = ({ limits }: Model): Record<string, number> =>
  Object.fromEntries(
    Object.entries(limits).flatMap(([name, limit]) =>
      limit === undefined ? [] : [[name, limit] as const],
    ),
  );

function Links({ model }: { model: Model }): ReactElement {
  const look = 'flex min-h-9 items-center text-sm text-accent underline';
  return (
    <>
      <Link to="/requests" search={{ model: model.public_id }} className={look}>
        {labels.requests}
      </Link>
      {model.state === 'approved' && (
        <Permitted use="POST /api/platform/models/{model_id}/prices/what-if">
          <Link to="/prices" search={{ model: model.public_id }} className={look}>
            {labels.simulate}
          </Link>
        </Permitted>
      )}
    </>
  );
}

const factsOf = (model: Model): readonly (readonly [string, ReactElement | string])[] => [
  ['ID', <Id key="id" value={model.id} />],
  [labels.provider, <bdi key="provider">{model.provider}</bdi>],
  [labels.upstream, <bdi key="upstream">{model.upstream_model}</bdi>],
  [labels.family, model.family],
  [own.capability, model.capability],
  [own.state, own.states[model.state]],
  [labels.discovered, <Time key="discovered" at={model.discovered_at} />],
  [labels.changed, <Time key="changed" at={model.updated_at} />],
];
