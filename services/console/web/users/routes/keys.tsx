import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { dataOf } from '../../shared/api/data-of.ts';
import { users } from '../../shared/api/users-client.ts';
import type { Schemas } from '../../shared/api/users-client.ts';
import { Loaded } from '../../shared/page-states.tsx';
import { useChange } from '../../shared/query-hooks.ts';
import { common } from '../../shared/texts/common.ts';
import { texts } from '../../shared/texts/users.ts';
import { count, zone } from '../../shared/times.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Empty, PageHead } from '../../shared/ui/card.tsx';
import { Confirm } from '../../shared/ui/confirm.tsx';
import { ErrorNote } from '../../shared/ui/error-note.tsx';
import { Table } from '../../shared/ui/table.tsx';
import type { Column } from '../../shared/ui/table.tsx';
import { Time } from '../../shared/ui/time.tsx';
import { KeyInsights } from '../key-insights.tsx';
import { keysQuery } from '../queries.ts';
import { KeyDialog } from './key-dialog.tsx';
import { NewKeyDialog } from './new-key-dialog.tsx';

const labels = texts.keys;
const TONES = { active: 'good', suspended: 'warn', expired: 'bad' } as const;

type Key = Schemas['ApiKeyOut'];

type Open =
  | { kind: 'none' }
  | { kind: 'create' }
  | { kind: 'edit'; key: Key }
  | { kind: 'insights'; key: Key }
  | { kind: 'delete'; key: Key }
  | { kind: 'made'; made: Schemas['ApiKeyCreated'] };

const at = (key: Key): { params: { path: { key_id: string } } } => ({
  params: { path: { key_id: key.id } },
});

/** The keys of the account, and everything that can be done with them. */
export function KeysPage(): ReactElement {
  const keys = useQuery(keysQuery);
  const [open, setOpen] = useState<Open>({ kind: 'none' });
  const turn = useChange(
    (key: Key) =>
      key.status === 'suspended'
        ? dataOf(users.POST('/api/keys/{key_id}/resume', at(key)))
        : dataOf(users.POST('/api/keys/{key_id}/suspend', at(key))),
    ['keys', 'onboarding'],
  );
  return (
    <>
      <PageHead
        title={labels.title}
        lead={`${labels.lead} ${common.times(zone())}`}
        actions={
          <Button look="main" onClick={() => setOpen({ kind: 'create' })}>
            {labels.create}
          </Button>
        }
      />
      {turn.isError && <ErrorNote error={turn.error} />}
      <Loaded query={keys}>
        {(list) =>
          list.length === 0 ? (
            <Empty title={labels.empty}>{labels.emptyText}</Empty>
          ) : (
            <Table
              label={labels.title}
              rows={list}
              keyOf={({ id }) => id}
              columns={[
                ...COLUMNS,
                {
                  head: labels.actions,
                  cell: (key) => (
                    <KeyActions
                      key={key.id}
                      of={key}
                      look={() => setOpen({ kind: 'insights', key })}
                      turn={() => turn.mutate(key)}
                      edit={() => setOpen({ kind: 'edit', key })}
                      remove={() => setOpen({ kind: 'delete', key })}
                    />
                  ),
                },
              ]}
            />
          )
        }
      </Loaded>
      <KeyDialogs open={open} setOpen={setOpen} />
    </>
  );
}

interface KeyDialogsProps {
  open: Open;
  setOpen: (next: Open) => void;
}

function KeyDialogs({ open, setOpen }: KeyDialogsProps): ReactElement {
  const close = (): void => setOpen({ kind: 'none' });
  const remove = useChange(
    (key: Key) => dataOf(users.DELETE('/api/keys/{key_id}', at(key))),
    ['keys', 'onboarding'],
  );
  return (
    <>
      {(open.kind === 'create' || open.kind === 'edit') && (
        <KeyDialog
          of={open.kind === 'edit' ? open.key : undefined}
          made={(made) => setOpen({ kind: 'made', made })}
          close={close}
        />
      )}
      {open.kind === 'made' && <NewKeyDialog made={open.made} close={close} />}
      {open.kind === 'insights' && <KeyInsights of={open.key} close={close} />}
      {open.kind === 'delete' && (
        <Confirm
          title={labels.removeTitle}
          name={open.key.name}
          action={labels.remove}
          run={() => remove.mutateAsync(open.key)}
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
    cell: ({ name }) => (
      <bdi className="block max-w-64 min-w-24 font-medium break-words">{name}</bdi>
    ),
  },
  {
    head: labels.secret,
    cell: ({ prefix, last_four }) => (
      <code className="text-xs whitespace-nowrap">
        {prefix}…{last_four}
      </code>
    ),
  },
  { head: labels.mode, cell: ({ mode }) => labels.modes[mode] },
  {
    head: labels.status,
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
    cell: ({ expires_at }) => (expires_at === null ? labels.never : <Time at={expires_at} />),
  },
  {
    head: labels.lastUsed,
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
  look: () => void;
  turn: () => void;
  edit: () => void;
  remove: () => void;
}

function KeyActions({ of: key, look, turn, edit, remove }: KeyActionsProps): ReactElement {
  const isOff = key.status === 'suspended';
  return (
    <span className="flex min-w-28 flex-wrap gap-1">
      <Button onClick={look} aria-label={`${labels.insights.look}: ${key.name}`}>
        {labels.insights.look}
      </Button>
      <Button onClick={edit} aria-label={`${labels.edit}: ${key.name}`}>
        {labels.edit}
      </Button>
      <Button
        onClick={turn}
        disabled={key.status === 'expired' || key.suspended_by === 'platform'}
        aria-label={`${isOff ? labels.resume : labels.suspend}: ${key.name}`}
      >
        {isOff ? labels.resume : labels.suspend}
      </Button>
      <Button onClick={remove} aria-label={`${labels.remove}: ${key.name}`}>
        {labels.remove}
      </Button>
    </span>
  );
}
