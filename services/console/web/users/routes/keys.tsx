import { useState } from 'react';
import type { ReactElement } from 'react';
import type { ApiKeyCreated, ApiKeyOut } from '@tollgate/contract/keys';
import { dataOf } from '../../shared/api/data-of.ts';
import { users } from '../../shared/api/users-client.ts';
import { ListPage } from '../../shared/list.tsx';
import { useAct } from '../../shared/query-hooks.ts';
import { common } from '../../shared/texts/common.ts';
import { texts } from '../../shared/texts/users.ts';
import { count, zone } from '../../shared/times.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Confirm } from '../../shared/ui/confirm.tsx';
import { RowActions } from '../../shared/ui/row-actions.tsx';
import type { Column } from '../../shared/ui/table.tsx';
import { Time } from '../../shared/ui/time.tsx';
import { KeyInsights } from '../key-insights.tsx';
import { listKeys } from '../queries.ts';
import { KeyDialog } from './key-dialog.tsx';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { RotateKeyDialog } from './rotate-key-dialog.tsx';

const labels = texts.keys;
const TONES = { active: 'good', suspended: 'warn', expired: 'bad' } as const;

const CHANGED = [['keys'], ['onboarding']];
type Key = ApiKeyOut;

type Open =
  | { kind: 'none' }
  | { kind: 'create' }
  | { kind: 'edit'; key: Key }
  | { kind: 'insights'; key: Key }
  | { kind: 'delete'; key: Key }
  | { kind: 'rotate'; key: Key }
  | { kind: 'made'; made: ApiKeyCreated; title?: string };

const at = (key: Key): { params: { path: { key_id: string } } } => ({
  params: { path: { key_id: key.id } },
});

/** The keys of the account, and everything that can be done with them. */
export function KeysPage(): ReactElement {
  const [open, setOpen] = useState<Open>({ kind: 'none' });
  const actions: Column<Key> = {
    head: labels.actions,
    cell: (key) => <KeyActions of={key} setOpen={setOpen} />,
  };
  return (
    <ListPage
      title={labels.title}
      lead={`${labels.lead} ${common.times(zone())}`}
      actions={
        <Button look="main" onClick={() => setOpen({ kind: 'create' })}>
          {labels.create}
        </Button>
      }
      query={{ queryKey: ['keys'], queryFn: listKeys }}
      columns={[...COLUMNS, actions]}
      keyOf={({ id }) => id}
      empty={labels.empty}
      emptyText={labels.emptyText}
    >
      <KeyDialogs open={open} setOpen={setOpen} />
    </ListPage>
  );
}

interface KeyDialogsProps {
  open: Open;
  setOpen: (next: Open) => void;
}

function KeyDialogs({ open, setOpen }: KeyDialogsProps): ReactElement {
  const close = (): void => setOpen({ kind: 'none' });
  return (
    <>
      {(open.kind === 'create' || open.kind === 'edit') && (
        <KeyDialog
          of={open.kind === 'edit' ? open.key : undefined}
          made={(made) => setOpen({ kind: 'made', made })}
          close={close}
        />
      )}
      {open.kind === 'rotate' && (
        <RotateKeyDialog
          of={open.key}
          made={(made) => setOpen({ kind: 'made', made, title: labels.rotated })}
          close={close}
        />
      )}
      {open.kind === 'made' && (
        <NewKeyDialog
          made={open.made}
          {...(open.title === undefined ? {} : { title: open.title })}
          close={close}
        />
      )}
      {open.kind === 'insights' && <KeyInsights of={open.key} close={close} />}
      {open.kind === 'delete' && (
        <Confirm
          title={labels.removeTitle}
          name={open.key.name}
          action={labels.remove}
          run={() => dataOf(users.DELETE('/api/keys/{key_id}', at(open.key)))}
          changed={CHANGED}
          close={close}
        >
          {labels.removeText}
        </Confirm>
      )}
    </>
  );
}

const COLUMNS: readonly Column<Key>[] = [
  {
    head: labels.name,
    sort: ({ name }) => name,
    cell: ({ name }) => (
      <bdi className="block max-w-64 min-w-24 font-medium break-words">{name}</bdi>
    ),
  },
  {
    head: labels.secret,
    cell: ({ prefix, last_four, replaced_until: until }) => (
      <>
        <code className="text-xs whitespace-nowrap">
          {prefix}…{last_four}
        </code>
        {until !== null && (
          <span className="block text-xs text-dim">
            {labels.replacedUntil} <Time at={until} />
          </span>
        )}
      </>
    ),
  },
  { head: labels.mode, sort: ({ mode }) => mode, cell: ({ mode }) => labels.modes[mode] },
  {
    head: labels.status,
    sort: ({ status }) => status,
    cell: ({ status, suspended_by: by }) => (
      <>
        <Badge tone={TONES[status]}>{labels.statuses[status]}</Badge>
        {by === 'platform' && (
          <span className="block text-xs text-dim">{labels.suspendedByPlatform}</span>
        )}
      </>
    ),
  },
  { head: labels.policy, cell: (key) => policyOf(key) },
  {
    head: labels.expires,
    sort: (key) => key.expires_at,
    cell: ({ expires_at }) => (expires_at === null ? labels.never : <Time at={expires_at} />),
  },
  {
    head: labels.lastUsed,
    sort: (key) => key.last_used_at,
    cell: ({ last_used_at }) =>
      last_used_at === null ? labels.unused : <Time at={last_used_at} />,
  },
];

/** The limits of a key in a few words. */
function policyOf({ limits, max_output_tokens, models }: Key): string {
  const parts = [
    limits.credits_per_day === null ? '' : labels.perDay(limits.credits_per_day),
    limits.credits_per_month === null ? '' : labels.perMonth(limits.credits_per_month),
    limits.requests_per_minute === null ? '' : labels.perMinute(count(limits.requests_per_minute)),
    limits.tokens_per_minute === null
      ? ''
      : labels.tokensPerMinute(count(limits.tokens_per_minute)),
    limits.concurrent_requests === null ? '' : labels.atOnce(count(limits.concurrent_requests)),
    max_output_tokens === null ? '' : labels.outputTokens(count(max_output_tokens)),
    models === null ? '' : labels.someModels(models.length),
  ].filter((part) => part !== '');
  return parts.length === 0 ? common.none : parts.join(', ');
}

interface KeyActionsProps {
  of: Key;
  setOpen: (next: Open) => void;
}

function KeyActions({ of: key, setOpen }: KeyActionsProps): ReactElement {
  const isOff = key.status === 'suspended';
  const act = useAct(CHANGED);
  const turned = isOff ? labels.resume : labels.suspend;
  const turn = (): Promise<unknown> =>
    isOff
      ? dataOf(users.POST('/api/keys/{key_id}/resume', at(key)))
      : dataOf(users.POST('/api/keys/{key_id}/suspend', at(key)));
  return (
    <RowActions
      name={key.name}
      actions={[
        { label: labels.insights.look, run: () => setOpen({ kind: 'insights', key }) },
        { label: labels.edit, run: () => setOpen({ kind: 'edit', key }) },
        {
          label: turned,
          run: () => act(turn, common.done(`${turned}: ${key.name}`)),
          isDisabled: key.status === 'expired' || key.suspended_by === 'platform',
        },
        {
          label: labels.rotate,
          run: () => setOpen({ kind: 'rotate', key }),
          isDisabled: key.status === 'expired',
        },
        { label: labels.remove, run: () => setOpen({ kind: 'delete', key }), isDanger: true },
      ]}
    />
  );
}
