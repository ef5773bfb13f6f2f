import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactElement } from 'react';
import type { AdministratorTokenOut } from '@tollgate/contract/platform/administrator-tokens';
import { dataOf } from '../../shared/api/data-of.ts';
import { platform } from '../../shared/api/platform-client.ts';
import { ListPage } from '../../shared/list.tsx';
import { machineTokens as labels } from '../../shared/texts/machine-tokens.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Confirm } from '../../shared/ui/confirm.tsx';
import type { Column } from '../../shared/ui/table.tsx';
import { Time } from '../../shared/ui/time.tsx';
import { NewTokenDialog } from '../new-token-dialog.tsx';
import { usePermission } from '../permission.tsx';
import { whoIsSignedIn } from '../queries.ts';

const PATH = '/api/platform/administrator-tokens/{token_id}';
type Token = AdministratorTokenOut;

/** Tokens with which machines act for administrators. */
export function TokensPage(): ReactElement {
  const [isMaking, make] = useState(false);
  return (
    <ListPage
      title={labels.title}
      lead={labels.lead}
      actions={
        <Button look="main" onClick={() => make(true)}>
          {labels.create}
        </Button>
      }
      query={{
        queryKey: ['tokens'],
        queryFn: () => dataOf(platform.GET('/api/platform/administrator-tokens')),
      }}
      columns={COLUMNS}
      keyOf={({ id }) => id}
      empty={labels.empty}
    >
      {isMaking && <NewTokenDialog close={() => make(false)} />}
    </ListPage>
  );
}

const COLUMNS: readonly Column<Token>[] = [
  {
    head: labels.name,
    sort: ({ name }) => name,
    cell: ({ name }) => <bdi className="block min-w-40 break-words">{name}</bdi>,
  },
  { head: labels.role, sort: ({ role }) => role, cell: ({ role }) => role },
  {
    head: labels.owner,
    sort: (row) => row.administrator_email,
    cell: (row) => <bdi>{row.administrator_email}</bdi>,
  },
  { head: labels.ending, cell: ({ last4 }) => <code>{last4}</code> },
  {
    head: labels.state,
    sort: ({ state }) => state,
    cell: ({ state }) => (
      <Badge tone={state === 'active' ? 'good' : 'warn'}>{labels.states[state]}</Badge>
    ),
  },
  {
    head: labels.created,
    sort: (row) => row.created_at,
    cell: (row) => <Time at={row.created_at} />,
  },
  {
    head: labels.expires,
    sort: (row) => row.expires_at,
    cell: (row) => <Time at={row.expires_at} />,
  },
  {
    head: labels.used,
    sort: (row) => row.last_used_at,
    cell: ({ last_used_at: at }) => (at === null ? labels.never : <Time at={at} />),
  },
  { head: labels.actions, cell: (row) => <Revoke token={row} /> },
];

/** Shown for one's own tokens, and for all to whoever may remove administrators. */
function Revoke({ token }: { token: Token }): ReactElement | null {
  const [isAsked, ask] = useState(false);
  const me = useQuery(whoIsSignedIn);
  const isOwner = usePermission()('DELETE /api/platform/administrators/{administrator_id}');
  const { id, name, state, administrator_id: maker } = token;
  if (state !== 'active' || (maker !== me.data?.id && !isOwner)) return null;
  return (
    <>
      <Button onClick={() => ask(true)}>{labels.revoke}</Button>
      {isAsked && (
        <Confirm
          title={labels.revoke}
          name={name}
          action={labels.revoke}
          run={() => dataOf(platform.DELETE(PATH, { params: { path: { token_id: id } } }))}
          changed={[['tokens']]}
          close={() => ask(false)}
        >
          {labels.revokeText}
        </Confirm>
      )}
    </>
  );
}
