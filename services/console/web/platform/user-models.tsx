import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactElement } from 'react';
import type { PlatformUserModelOut } from '@tollgate/contract/platform/models';
import { dataOf } from '../shared/api/data-of.ts';
import { platform } from '../shared/api/platform-client.ts';
import { List } from '../shared/list.tsx';
import { useAct } from '../shared/query-hooks.ts';
import { common } from '../shared/texts/common.ts';
import { priceVersions } from '../shared/texts/price-versions.ts';
import { sales } from '../shared/texts/sales.ts';
import { Badge } from '../shared/ui/badge.tsx';
import { Card } from '../shared/ui/card.tsx';
import { TextField } from '../shared/ui/field.tsx';
import { RowActions } from '../shared/ui/row-actions.tsx';
import type { Column } from '../shared/ui/table.tsx';
import { basisPointsOf, percentOf } from './basis-points.ts';
import { FormDialog } from '../shared/ui/form-dialog.tsx';
import { ModelLink } from './model-link.tsx';
import { usePermission } from './permission.tsx';
import { Since } from './price-versions.tsx';
import { PricesOf } from './prices-of.tsx';

const labels = sales.userModels;
const ROUTE = 'PUT /api/platform/users/{user_id}/models/{model_id}/pricing';
type UserModel = PlatformUserModelOut;

/** What a user pays for each approved model, and the uplifts that models have of their own. */
export function UserModels({ userId }: { userId: string }): ReactElement {
  const [changing, change] = useState<UserModel | null>(null);
  const isAllowed = usePermission();
  const actions: Column<UserModel> = {
    head: labels.actions,
    cell: (row) => <Actions userId={userId} model={row} change={() => change(row)} />,
  };
  const models = useQuery({
    queryKey: ['user', userId, 'models'],
    queryFn: () =>
      dataOf(
        platform.GET('/api/platform/users/{user_id}/models', {
          params: { path: { user_id: userId } },
        }),
      ),
  });
  return (
    <Card title={labels.title}>
      <p className="mb-3 text-sm text-dim">{labels.text}</p>
      <List
        label={labels.title}
        query={models}
        columns={isAllowed(ROUTE) ? [...COLUMNS, actions] : COLUMNS}
        keyOf={({ model_id: id }) => id}
        empty={labels.none}
        emptyText={labels.noneText}
      />
      {changing !== null && (
        <UpliftDialog userId={userId} model={changing} close={() => change(null)} />
      )}
    </Card>
  );
}

const COLUMNS: readonly Column<UserModel>[] = [
  {
    head: labels.model,
    sort: (row) => row.public_id,
    cell: (row) => <ModelLink id={row.public_id} />,
  },
  { head: labels.state, cell: (row) => <State of={row} /> },
  { head: labels.pays, cell: (row) => <Prices of={row} /> },
  {
    head: labels.uplift,
    isNumber: true,
    sort: (row) => row.uplift_bp,
    cell: (row) => `${percentOf(row.uplift_bp)} % ${labels.sources[row.uplift_source]}`,
  },
];

function State({ of: { routable, enabled } }: { of: UserModel }): ReactElement {
  if (!routable) return <Badge tone="warn">{labels.notOffered}</Badge>;
  return (
    <Badge tone={enabled ? 'good' : 'plain'}>{enabled ? labels.used : labels.switchedOff}</Badge>
  );
}

function Prices({ of: { user_prices: prices, list_prices_since: since } }: { of: UserModel }) {
  if (prices === null) return <span className="text-dim">{labels.unpriced}</span>;
  return (
    <>
      <PricesOf prices={prices} />
      <Since at={since} text={priceVersions.listSince} />
    </>
  );
}

const setUplift = (userId: string, modelId: string, upliftBp: number | null) =>
  dataOf(
    platform.PUT('/api/platform/users/{user_id}/models/{model_id}/pricing', {
      params: { path: { user_id: userId, model_id: modelId } },
      body: { uplift_bp: upliftBp },
    }),
  );

interface ActionsProps {
  userId: string;
  model: UserModel;
  change: () => void;
}

function Actions({ userId, model, change }: ActionsProps): ReactElement {
  const act = useAct([['user', userId]]);
  const remove = (): void =>
    act(
      () => setUplift(userId, model.model_id, null),
      common.done(`${labels.remove}: ${model.public_id}`),
    );
  return (
    <RowActions
      name={model.public_id}
      actions={[
        { label: labels.change, run: change },
        ...(model.uplift_source === 'model' ? [{ label: labels.remove, run: remove }] : []),
      ]}
    />
  );
}

interface UpliftDialogProps {
  userId: string;
  model: UserModel;
  close: () => void;
}

function UpliftDialog({ userId, model, close }: UpliftDialogProps): ReactElement {
  const [typed, setTyped] = useState(percentOf(model.uplift_bp));
  const points = basisPointsOf(typed);
  const send = (): Promise<unknown> => setUplift(userId, model.model_id, points);
  return (
    <FormDialog
      title={labels.changeTitle(model.public_id)}
      action={labels.change}
      isReady={points !== null}
      send={send}
      changed={[['user', userId]]}
      close={close}
    >
      <p className="text-sm text-dim">{labels.changeText}</p>
      <Prices of={model} />
      <TextField
        label={sales.uplift.percent}
        name="uplift_bp"
        hint={points === null ? sales.uplift.wrong : sales.uplift.hint}
        inputMode="decimal"
        autoComplete="off"
        aria-invalid={points === null}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </FormDialog>
  );
}
