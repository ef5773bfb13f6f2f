import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactElement } from 'react';
import type { PlatformModelOut } from '@tollgate/contract/platform/models';
import type { PriceWhatIfRequest } from '@tollgate/contract/platform/what-if';
import { dataOf } from '../shared/api/data-of.ts';
import { platform } from '../shared/api/platform-client.ts';
import { Loaded } from '../shared/page-states.tsx';
import { sales } from '../shared/texts/sales.ts';
import { Button } from '../shared/ui/button.tsx';
import { Card, Empty } from '../shared/ui/card.tsx';
import { Confirm } from '../shared/ui/confirm.tsx';
import { ErrorNote } from '../shared/ui/error-note.tsx';
import { FieldFaults } from '../shared/ui/faults.tsx';
import { ChoiceField } from '../shared/ui/field.tsx';
import { givenTable, PriceFields, typedTable, withSuggestion } from './price-fields.tsx';
import type { TypedTable } from './price-fields.tsx';
import { DAY_CHOICES, DAYS_DEFAULT } from './search.ts';
import { PriceResearch } from './price-research.tsx';
import { EndedTiers, givenMoment, givenTiers, InForce, MomentField } from './price-versions.tsx';
import { WhatIf } from './what-if.tsx';

const labels = sales.prices;
type Model = PlatformModelOut;
/** A table of prices as the API takes it. */
type Table = Pick<PriceWhatIfRequest, 'prices' | 'long_context' | 'allow_free'>;

interface TryPricesProps {
  publicId: string;
  close: () => void;
}

/** Plays other prices of a model over calls that were made, and publishes them. */
export function TryPrices({ publicId, close }: TryPricesProps): ReactElement {
  const query = { public_id: publicId, limit: 1 };
  const found = useQuery({
    queryKey: ['models', 'one', publicId],
    queryFn: () => dataOf(platform.GET('/api/platform/models', { params: { query } })),
  });
  return (
    <Loaded query={found}>
      {([model]) =>
        model?.state === 'approved' ? (
          <Trial key={model.price?.id} model={model} close={close} />
        ) : (
          <Empty title={labels.gone}>{labels.goneText}</Empty>
        )
      }
    </Loaded>
  );
}

/** The prices to simulate, as they are typed. */
interface Typed {
  table: TypedTable;
  days: string;
}

function Trial({ model, close }: { model: Model; close: () => void }): ReactElement {
  const [typed, setTyped] = useState<Typed>(() => ({
    table: typedTable(model.price),
    days: String(DAYS_DEFAULT),
  }));
  const [isPublishing, publish] = useState(false);
  const table: Table = givenTable(model, typed.table);
  const trial = useMutation({
    mutationFn: () =>
      dataOf(
        platform.POST('/api/platform/models/{model_id}/prices/what-if', {
          params: { path: { model_id: model.id } },
          body: { ...table, days: Number(typed.days) },
        }),
      ),
  });
  return (
    <Card
      title={<bdi>{labels.tryTitle(model.public_id)}</bdi>}
      actions={<Button onClick={close}>{labels.close}</Button>}
    >
      <p className="mb-3 text-sm text-dim">{labels.tryText}</p>
      <div className="mb-3 text-sm">
        <InForce price={model.price} next={model.upcoming_prices[0] ?? null} />
      </div>
      <div className="mb-3">
        <PriceResearch
          modelId={model.id}
          take={(found) => {
            trial.reset();
            setTyped({ ...typed, table: withSuggestion(typed.table, found) });
          }}
        />
      </div>
      <FieldFaults error={trial.error}>
        <form
          className="mb-4 grid items-end gap-3 sm:grid-cols-2 xl:grid-cols-4"
          onSubmit={(event) => {
            event.preventDefault();
            trial.mutate();
          }}
        >
          <TrialFields model={model} typed={typed} change={setTyped} />
          <div className="col-span-full flex flex-wrap gap-2">
            <Button look="main" type="submit" disabled={trial.isPending}>
              {trial.isPending ? labels.simulating : labels.simulate}
            </Button>
            <Button disabled={!trial.isSuccess} onClick={() => publish(true)}>
              {labels.publish}
            </Button>
          </div>
        </form>
        {trial.isError && <ErrorNote error={trial.error} />}
      </FieldFaults>
      {trial.data !== undefined && <WhatIf result={trial.data} />}
      {isPublishing && <PublishDialog model={model} table={table} close={() => publish(false)} />}
    </Card>
  );
}

interface TrialFieldsProps {
  model: Model;
  typed: Typed;
  change: (typed: Typed) => void;
}

function TrialFields({ model, typed, change }: TrialFieldsProps): ReactElement {
  return (
    <>
      <PriceFields
        model={model}
        typed={typed.table}
        change={(table) => change({ ...typed, table })}
      />
      <ChoiceField
        label={labels.days}
        name="days"
        choices={DAY_CHOICES}
        value={typed.days}
        onChange={(event) => change({ ...typed, days: event.target.value })}
      />
    </>
  );
}

interface PublishDialogProps {
  model: Model;
  table: Table;
  close: () => void;
}

function PublishDialog({ model, table, close }: PublishDialogProps): ReactElement {
  const params = { path: { model_id: model.id } };
  const run = (form: FormData): Promise<unknown> => {
    const tiers = givenTiers(form, table.prices);
    const body = { ...table, ...tiers, effective_at: givenMoment(form) };
    return dataOf(platform.POST('/api/platform/models/{model_id}/prices', { params, body }));
  };
  return (
    <Confirm
      title={labels.publish}
      name={model.public_id}
      action={labels.publish}
      run={run}
      changed={[['models']]}
      close={close}
    >
      <div className="space-y-4">
        <p>{labels.publishText}</p>
        <InForce price={model.price} next={model.upcoming_prices[0] ?? null} />
        <EndedTiers model={model} prices={table.prices} />
        <MomentField />
      </div>
    </Confirm>
  );
}
