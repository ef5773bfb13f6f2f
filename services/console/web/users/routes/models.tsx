import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactElement } from 'react';
import type { UserModelOut } from '@tollgate/contract/user-models';
import { dataOf } from '../../shared/api/data-of.ts';
import { users } from '../../shared/api/users-client.ts';
import { Loaded } from '../../shared/page-states.tsx';
import { useAct } from '../../shared/query-hooks.ts';
import { dimensionName } from '../../shared/texts/names.ts';
import { texts } from '../../shared/texts/users.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Empty, PageHead } from '../../shared/ui/card.tsx';
import { TextField } from '../../shared/ui/field.tsx';
import { Table } from '../../shared/ui/table.tsx';
import { ModelView } from '../model-view.tsx';
import { modelsQuery } from '../queries.ts';
import { VectorStores } from '../vector-stores.tsx';

const labels = texts.models;

type Model = UserModelOut;

/** The models of the account; one of them in full when the address names one. */
export function ModelsPage(): ReactElement {
  const { id } = useSearch({ from: '/models' });
  const models = useQuery(modelsQuery);
  return (
    <Loaded query={models}>
      {(list) => {
        if (id === undefined) return <ModelList list={list} />;
        const model = list.find(({ model: name }) => name === id);
        return model === undefined ? (
          <Empty title={labels.gone}>{labels.goneText}</Empty>
        ) : (
          <ModelView model={model} />
        );
      }}
    </Loaded>
  );
}

function ModelList({ list }: { list: readonly Model[] }): ReactElement {
  const [part, setPart] = useState('');
  const act = useAct([['models']]);
  const turn = ({ id, enabled }: Model): void =>
    act(() =>
      dataOf(
        users.PUT('/api/models/{model_id}', {
          params: { path: { model_id: id } },
          body: { enabled: !enabled },
        }),
      ),
    );
  const shown = list.filter(({ model }) => model.toLowerCase().includes(part.toLowerCase()));
  return (
    <>
      <PageHead title={labels.title} lead={labels.lead} />
      {list.length === 0 ? (
        <Empty title={labels.empty}>{labels.emptyText}</Empty>
      ) : (
        <>
          <div className="mb-4 max-w-sm">
            <TextField
              label={labels.search}
              type="search"
              value={part}
              onChange={(event) => setPart(event.target.value)}
            />
          </div>
          <ModelTable rows={shown} turn={turn} />
          <VectorStores />
        </>
      )}
    </>
  );
}

interface ModelTableProps {
  rows: readonly Model[];
  turn: (model: Model) => void;
}

function ModelTable({ rows, turn }: ModelTableProps): ReactElement {
  return (
    <Table
      label={labels.title}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          head: texts.requests.model,
          sort: ({ model }) => model,
          cell: ({ model }) => (
            <Link to="/models" search={{ id: model }} className="text-accent underline">
              <bdi className="block max-w-96 min-w-40 break-words">{model}</bdi>
            </Link>
          ),
        },
        {
          head: labels.kind,
          cell: ({ kind, capability }) => `${labels.kinds[kind]}, ${capability}`,
        },
        { head: labels.status, cell: (model) => <Status of={model} /> },
        { head: labels.prices, cell: ({ prices }) => <Prices of={prices} /> },
        {
          head: labels.switch,
          cell: (model) => (
            <Button
              aria-label={`${model.enabled ? labels.turnOff : labels.turnOn}: ${model.model}`}
              onClick={() => turn(model)}
            >
              {model.enabled ? labels.turnOff : labels.turnOn}
            </Button>
          ),
        },
      ]}
    />
  );
}

function Status({ of: { enabled, available } }: { of: Model }): ReactElement {
  if (!enabled) return <Badge tone="plain">{labels.off}</Badge>;
  return available ? (
    <Badge tone="good">{labels.ready}</Badge>
  ) : (
    <Badge tone="warn">{labels.away}</Badge>
  );
}

/** What most readers compare; the page of a model has every dimension. */
const MAIN = ['input', 'output'];

function Prices({ of: prices }: { of: Model['prices'] }): ReactElement {
  if (prices === null) return <span className="text-dim">{labels.perTarget}</span>;
  const entries = Object.entries(prices);
  const main = entries.filter(([name]) => MAIN.includes(name));
  const first = (main.length > 0 ? main : entries).slice(0, 2);
  return (
    <span className="text-xs tabular-nums">
      {first.map(([name, price]) => `${dimensionName(name)} ${price}`).join(' · ')}
    </span>
  );
}
