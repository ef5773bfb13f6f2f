import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { dataOf } from '../shared/api/data-of.ts';
import { platform } from '../shared/api/platform-client.ts';
import type { Schemas } from '../shared/api/platform-client.ts';
import { Loaded } from '../shared/page-states.tsx';
import { sales } from '../shared/texts/sales.ts';
import { Badge } from '../shared/ui/badge.tsx';
import { Button } from '../shared/ui/button.tsx';
import { Card, Empty } from '../shared/ui/card.tsx';
import { TextField } from '../shared/ui/field.tsx';
import { Table } from '../shared/ui/table.tsx';
import type { Column } from '../shared/ui/table.tsx';
import { basisPointsOf, percentOf } from './basis-points.ts';
import { FormDialog } from './form-dialog.tsx';
import { usePermission } from './permission.tsx';
import { PricesOf } from './prices-of.tsx';

const labels = sales.userModels;
const ROUTE = 'PUT /api/platform/users/{user_id}/models/{model_id}/pricing';
type UserModel = Schemas['PlatformUserModelOut'];

/** What a user pays for each approved model, and the uplifts that models have of their own. */
export function UserModels({ userId }: { userId: string }): ReactElement {
  const [changing, change] = useState<UserModel | null>(null);
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
      <Loaded query={models}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title={labels.none}>{labels.noneText}</Empty>
          ) : (
            <Rows rows={rows} userId={userId} change={change} />
          )
        }
      </Loaded>
      {changing !== null && (
        <UpliftDialog userId={userId} model={changing} close={() => change(null)} />
      )}
    </Card>
  );
}

interface RowsProps {
  rows: readonly UserModel[];
  userId: string;
  change: (model: UserModel) => void;
}

function Rows({ rows, userId, change }: RowsProps): ReactElement {
  const isAllowed = usePermission();
  const actions: Column<UserModel> = {
    head: labels.actions,
    cell: (row) => <Actions userId={userId} model={row} change={() => change(row)} />,
  };
  return (
    <Table
      label={labels.title}
      rows={rows}
      keyOf={({ model_id }) => model_id}
      columns={[
        { head: labels.model, cell: (row) => <bdi className="break-all">{row.public_id}</bdi> },
        { head: labels.state, cell: (row) => <State of={row} /> },
        { head: labels.pays, cell: ({ user_prices: prices }) => <Prices of={prices} /> },
        {
          head: labels.uplift,
          isNumber: true,
          cell: (row) => `${percentOf(row.uplift_bp)} % ${labels.sources[row.uplift_source]}`,
        },
        ...(isAllowed(ROUTE) ? [actions] : []),
      ]}
    />
  );
}

function State({ of: { routable, enabled } }: { of: UserModel }): ReactElement {
  if (!routable) return <Badge tone="warn">{labels.notOffered}</Badge>;
  return (
    <Badge tone={enabled ? 'good' : 'plain'}>{enabled ? labels.used : labels.switchedOff}</Badge>
  );
}

function Prices({ of }: { of: UserModel['user_prices'] }): ReactElement {
  if (of === null) return <span className="text-dim">{labels.unpriced}</span>;
  return <PricesOf prices={of} />;
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
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => setUplift(userId, model.model_id, null),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['user', userId] }),
  });
  return (
    <span className="flex min-w-28 flex-wrap gap-1">
      <Button onClick={change} aria-label={`${labels.change}: ${model.public_id}`}>
        {labels.change}
      </Button>
      {model.uplift_source === 'model' && (
        <Button
          disabled={remove.isPending}
          onClick={() => remove.mutate()}
          aria-label={`${labels.remove}: ${model.public_id}`}
        >
          {labels.remove}
        </Button>
      )}
    </span>
  );
}

interface UpliftDialogProps {
  userId: string;
  model: UserModel;
  close: () => void;
}

function UpliftDialog({ userId, model, close }: UpliftDialogProps): ReactElement {
  const queries = useQueryClient();
  const [typed, setTyped] = useState(percentOf(model.uplift_bp));
  const points = basisPointsOf(typed);
  const send = async (): Promise<void> => {
    if (points === null) return;
    await setUplift(userId, model.model_id, points);
    await queries.invalidateQueries({ queryKey: ['user', userId] });
  };
  return (
    <FormDialog
      title={labels.changeTitle(model.public_id)}
      action={labels.change}
      isReady={points !== null}
      send={send}
      close={close}
    >
      <p className="text-sm text-dim">{labels.changeText}</p>
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
