import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactElement } from 'react';
import type { PlatformAliasOut } from '@tollgate/contract/platform/aliases';
import { dataOf } from '../../shared/api/data-of.ts';
import { platform } from '../../shared/api/platform-client.ts';
import { byId, ListPage, PAGE_ROWS } from '../../shared/list.tsx';
import { useAct } from '../../shared/query-hooks.ts';
import { common } from '../../shared/texts/common.ts';
import { texts } from '../../shared/texts/platform.ts';
import { sales } from '../../shared/texts/sales.ts';
import { count } from '../../shared/times.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Confirm } from '../../shared/ui/confirm.tsx';
import { RowActions } from '../../shared/ui/row-actions.tsx';
import type { Column } from '../../shared/ui/table.tsx';
import { AliasDialog } from '../alias-dialog.tsx';
import { ContractDialog } from '../contract-dialog.tsx';
import { CallsOfModel, ModelLink } from '../model-link.tsx';
import { PermittedOrReason, usePermission } from '../permission.tsx';
import { aliasesSearch } from '../search.ts';
import { TimesOf } from '../time-fields.tsx';

const labels = sales.aliases;
const PATH = '/api/platform/aliases/{alias_id}';
const CHANGED = [['aliases']];
const route = getRouteApi('/aliases');
type Alias = PlatformAliasOut;

/** Names for several models. */
export function AliasesPage(): ReactElement {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const isAllowed = usePermission();
  const [isMaking, make] = useState(false);
  const query = { ...search, limit: PAGE_ROWS };
  return (
    <ListPage
      title={labels.title}
      lead={labels.lead}
      actions={
        <PermittedOrReason use="POST /api/platform/aliases">
          <Button look="main" onClick={() => make(true)}>
            {labels.create}
          </Button>
        </PermittedOrReason>
      }
      query={{
        queryKey: ['aliases', query],
        queryFn: () => dataOf(platform.GET('/api/platform/aliases', { params: { query } })),
      }}
      columns={isAllowed(`PATCH ${PATH}`) ? [...COLUMNS, ACTIONS] : COLUMNS}
      keyOf={({ id }) => id}
      empty={labels.none}
      emptyText={labels.noneText}
      pages={byId(search, (next) => void navigate({ search: aliasesSearch(next) }))}
    >
      {isMaking && <AliasDialog alias={null} close={() => make(false)} />}
    </ListPage>
  );
}

const COLUMNS: readonly Column<Alias>[] = [
  {
    head: labels.name,
    sort: ({ name }) => name,
    cell: ({ name }) => <CallsOfModel model={name} />,
  },
  {
    head: labels.strategy,
    cell: (row) => (
      <>
        {labels.strategies[row.strategy]}
        <TimesOf {...row} />
      </>
    ),
  },
  { head: labels.targets, cell: (row) => <Targets alias={row} /> },
  { head: labels.offered, cell: (row) => <Offered of={row} /> },
  { head: labels.contract, cell: (row) => <Contract alias={row} /> },
];
const ACTIONS: Column<Alias> = { head: labels.actions, cell: (row) => <Actions alias={row} /> };

function Offered({ of }: { of: Pick<Alias, 'routable' | 'unroutable_reason'> }): ReactElement {
  const { routable, unroutable_reason: reason } = of;
  if (routable || reason === null) return <Badge tone="good">{labels.yes}</Badge>;
  return <Badge tone="warn">{texts.models.reasons[reason]}</Badge>;
}

function Targets({ alias: { targets } }: { alias: Alias }): ReactElement {
  return (
    <ol className="list-decimal space-y-1 pl-4">
      {targets.map((target) => (
        <li key={target.model_id}>
          <ModelLink id={target.public_id} /> <Offered of={target} />{' '}
          <span className="text-xs text-dim">
            {target.weight !== null && `${labels.weight}: ${target.weight}. `}
            {target.retries > 0 && `${labels.retries}: ${target.retries}.`}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** What every model of the alias can do, so what callers may send. */
function Contract({ alias }: { alias: Alias }): ReactElement {
  const { name, request_contract: contract, hard_output_tokens: output } = alias;
  const [isOpen, open] = useState(false);
  return (
    <div className="text-xs">
      {output !== null && <p>{labels.output(count(output))}</p>}
      {contract !== null && (
        <Button aria-haspopup="dialog" onClick={() => open(true)}>
          {labels.show}
        </Button>
      )}
      {isOpen && contract !== null && (
        <ContractDialog title={name} contract={contract} close={() => open(false)} />
      )}
    </div>
  );
}

function Actions({ alias }: { alias: Alias }): ReactElement {
  const { id, name, enabled } = alias;
  const isAllowed = usePermission();
  const [asked, ask] = useState<'edit' | 'delete' | null>(null);
  const act = useAct(CHANGED);
  const params = { path: { alias_id: id } };
  const turned = enabled ? labels.disable : labels.enable;
  const turn = (): Promise<unknown> =>
    dataOf(platform.PATCH(PATH, { params, body: { enabled: !enabled } }));
  return (
    <>
      <RowActions
        name={name}
        actions={[
          { label: labels.edit, run: () => ask('edit') },
          { label: turned, run: () => act(turn, common.done(`${turned}: ${name}`)) },
          ...(isAllowed(`DELETE ${PATH}`)
            ? [{ label: labels.delete, run: () => ask('delete'), isDanger: true }]
            : []),
        ]}
      />
      {asked === 'edit' && <AliasDialog alias={alias} close={() => ask(null)} />}
      {asked === 'delete' && (
        <Confirm
          title={labels.delete}
          name={name}
          action={labels.delete}
          run={() => dataOf(platform.DELETE(PATH, { params }))}
          changed={CHANGED}
          close={() => ask(null)}
        >
          {labels.deleteText}
        </Confirm>
      )}
    </>
  );
}
