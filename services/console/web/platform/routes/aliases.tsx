import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { dataOf } from '../../shared/api/data-of.ts';
import { platform } from '../../shared/api/platform-client.ts';
import type { Schemas } from '../../shared/api/platform-client.ts';
import { Loaded } from '../../shared/page-states.tsx';
import { texts } from '../../shared/texts/platform.ts';
import { sales } from '../../shared/texts/sales.ts';
import { count } from '../../shared/times.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Empty, PageHead } from '../../shared/ui/card.tsx';
import { Confirm } from '../../shared/ui/confirm.tsx';
import { ErrorNote } from '../../shared/ui/error-note.tsx';
import { Table } from '../../shared/ui/table.tsx';
import type { Column } from '../../shared/ui/table.tsx';
import { AliasDialog } from '../alias-dialog.tsx';
import { ContractDialog } from '../contract-dialog.tsx';
import { Permitted, PermittedOrReason, usePermission } from '../permission.tsx';
import { aliasesSearch } from '../search.ts';

const labels = sales.aliases;
const PAGE_ROWS = 50;
const route = getRouteApi('/aliases');
type Alias = Schemas['PlatformAliasOut'];

/** Names for several models. */
export function AliasesPage(): ReactElement {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [isMaking, make] = useState(false);
  const query = { ...search, limit: PAGE_ROWS };
  const aliases = useQuery({
    queryKey: ['aliases', query],
    queryFn: () => dataOf(platform.GET('/api/platform/aliases', { params: { query } })),
  });
  const show = (before: string | undefined): void =>
    void navigate({ search: aliasesSearch({ before }) });
  return (
    <>
      <PageHead
        title={labels.title}
        lead={labels.lead}
        actions={
          <PermittedOrReason use="POST /api/platform/aliases">
            <Button look="main" onClick={() => make(true)}>
              {labels.create}
            </Button>
          </PermittedOrReason>
        }
      />
      <Loaded query={aliases}>
        {(rows) => (
          <>
            {rows.length === 0 ? (
              <Empty title={labels.none}>{labels.noneText}</Empty>
            ) : (
              <Rows rows={rows} />
            )}
            <div className="mt-3 flex gap-2">
              {search.before !== undefined && (
                <Button onClick={() => show(undefined)}>{labels.first}</Button>
              )}
              {rows.length === PAGE_ROWS && (
                <Button onClick={() => show(rows.at(-1)?.id)}>{labels.more}</Button>
              )}
            </div>
          </>
        )}
      </Loaded>
      {isMaking && <AliasDialog alias={null} close={() => make(false)} />}
    </>
  );
}

function Rows({ rows }: { rows: readonly Alias[] }): ReactElement {
  const isAllowed = usePermission();
  const actions: Column<Alias> = {
    head: labels.actions,
    cell: (row) => <Actions alias={row} />,
  };
  return (
    <Table
      label={labels.title}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { head: labels.name, cell: ({ name }) => <bdi className="break-all">{name}</bdi> },
        { head: labels.strategy, cell: ({ strategy }) => labels.strategies[strategy] },
        { head: labels.targets, cell: (row) => <Targets alias={row} /> },
        { head: labels.offered, cell: (row) => <Offered of={row} /> },
        { head: labels.contract, cell: (row) => <Contract alias={row} /> },
        ...(isAllowed('PATCH /api/platform/aliases/{alias_id}') ? [actions] : []),
      ]}
    />
  );
}

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
          <bdi className="break-all">{target.public_id}</bdi> <Offered of={target} />{' '}
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
  const queries = useQueryClient();
  const [asked, ask] = useState<'edit' | 'delete' | null>(null);
  const [error, setError] = useState<unknown>();
  const params = { path: { alias_id: alias.id } };
  const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey: ['aliases'] });
  const turn = async (): Promise<void> => {
    setError(undefined);
    const body = { enabled: !alias.enabled };
    try {
      await dataOf(platform.PATCH('/api/platform/aliases/{alias_id}', { params, body }));
    } catch (failure) {
      setError(failure);
    }
    await refresh();
  };
  const remove = async (): Promise<void> => {
    await dataOf(platform.DELETE('/api/platform/aliases/{alias_id}', { params }));
    await refresh();
  };
  return (
    <div className="min-w-48 space-y-2">
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => ask('edit')}>{labels.edit}</Button>
        <Button onClick={() => void turn()}>
          {alias.enabled ? labels.disable : labels.enable}
        </Button>
        <Permitted use="DELETE /api/platform/aliases/{alias_id}">
          <Button onClick={() => ask('delete')}>{labels.delete}</Button>
        </Permitted>
      </div>
      {error !== undefined && <ErrorNote error={error} />}
      {asked === 'edit' && <AliasDialog alias={alias} close={() => ask(null)} />}
      {asked === 'delete' && (
        <Confirm
          title={labels.delete}
          name={alias.name}
          action={labels.delete}
          run={remove}
          close={() => ask(null)}
        >
          {labels.deleteText}
        </Confirm>
      )}
    </div>
  );
}
