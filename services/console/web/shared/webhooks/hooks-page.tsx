import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { Loaded } from '../page-states.tsx';
import { useChange } from '../query-hooks.ts';
import { hooks as labels } from '../texts/webhooks.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Empty, PageHead } from '../ui/card.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { Table } from '../ui/table.tsx';
import type { Column } from '../ui/table.tsx';
import type { Hook, HooksApi, HookWithSecret } from './api.ts';
import { DeliveriesDialog } from './deliveries-dialog.tsx';
import { NewHookDialog, SecretDialog } from './hook-dialogs.tsx';

const TONES = { active: 'good', paused: 'bad', disabled: 'plain' } as const;

type Open =
  | { kind: 'none' }
  | { kind: 'create' }
  | { kind: 'secret'; made: HookWithSecret }
  | { kind: 'delete'; hook: Hook }
  | { kind: 'deliveries'; hook: Hook };

interface HooksPageProps {
  api: HooksApi;
  /** Below the list. */
  more?: ReactNode;
  /** In the place of the button that makes a webhook, for those who may not. */
  instead?: ReactNode;
}

/** The webhooks of a plane, and everything that can be done with them. */
export function HooksPage({ api, more, instead }: HooksPageProps): ReactElement {
  const list = useQuery({ queryKey: [api.name], queryFn: api.list });
  const [open, setOpen] = useState<Open>({ kind: 'none' });
  const act = useHookActions(api, setOpen);
  const actions: Column<Hook> = {
    head: labels.actions,
    cell: (hook) => (
      <span className="flex min-w-28 flex-wrap gap-1">
        {act.of(hook).map(([name, run]) => (
          <Action key={name} name={name} of={hook} run={run} />
        ))}
      </span>
    ),
  };
  return (
    <>
      <PageHead
        title={labels.title}
        lead={labels.lead}
        actions={
          api.isAllowed('create') ? (
            <Button look="main" onClick={() => setOpen({ kind: 'create' })}>
              {labels.create}
            </Button>
          ) : (
            instead
          )
        }
      />
      {act.error !== null && <ErrorNote error={act.error} />}
      <Loaded query={list}>
        {(hooks) =>
          hooks.length === 0 ? (
            <Empty title={labels.empty}>{labels.emptyText}</Empty>
          ) : (
            <Table
              label={labels.title}
              rows={hooks}
              keyOf={({ id }) => id}
              columns={[...COLUMNS, actions]}
            />
          )
        }
      </Loaded>
      {more}
      <Dialogs api={api} open={open} setOpen={setOpen} />
    </>
  );
}

interface HookActions {
  /** What may be done with a webhook, by its name. */
  of: (hook: Hook) => [string, () => void][];
  error: Error | null;
}

function useHookActions(api: HooksApi, setOpen: (next: Open) => void): HookActions {
  const turn = useChange(
    ({ id, status }: Hook) => api.turn(id, status === 'active' ? 'disabled' : 'active'),
    [api.name],
  );
  const rotate = useChange(({ id }: Hook) => api.rotate(id), [api.name]);
  const renew = (hook: Hook): void =>
    rotate.mutate(hook, { onSuccess: (made) => setOpen({ kind: 'secret', made }) });
  const of: HookActions['of'] = (hook) => {
    const turned = hook.status === 'active' ? labels.turnOff : labels.turnOn;
    return [
      [labels.look, () => setOpen({ kind: 'deliveries', hook })],
      ...(api.isAllowed('turn') ? [action(turned, () => turn.mutate(hook))] : []),
      ...(api.isAllowed('rotate') ? [action(labels.rotate, () => renew(hook))] : []),
      ...(api.isAllowed('remove')
        ? [action(labels.remove, () => setOpen({ kind: 'delete', hook }))]
        : []),
    ];
  };
  return { of, error: turn.error ?? rotate.error };
}

const action = (name: string, run: () => void): [string, () => void] => [name, run];

function Action({
  name,
  of: { url },
  run,
}: {
  name: string;
  of: Hook;
  run: () => void;
}): ReactElement {
  return (
    <Button onClick={run} aria-label={`${name}: ${url}`}>
      {name}
    </Button>
  );
}

interface DialogsProps {
  api: HooksApi;
  open: Open;
  setOpen: (next: Open) => void;
}

function Dialogs({ api, open, setOpen }: DialogsProps): ReactElement {
  const close = (): void => setOpen({ kind: 'none' });
  const remove = useChange(({ id }: Hook) => api.remove(id), [api.name]);
  return (
    <>
      {open.kind === 'create' && (
        <NewHookDialog api={api} made={(made) => setOpen({ kind: 'secret', made })} close={close} />
      )}
      {open.kind === 'secret' && <SecretDialog made={open.made} close={close} />}
      {open.kind === 'deliveries' && <DeliveriesDialog api={api} hook={open.hook} close={close} />}
      {open.kind === 'delete' && (
        <Confirm
          title={labels.removeTitle}
          name={new URL(open.hook.url).host}
          action={labels.remove}
          run={() => remove.mutateAsync(open.hook)}
          close={close}
        >
          {labels.removeText}
        </Confirm>
      )}
    </>
  );
}

const COLUMNS: readonly Column<Hook>[] = [
  {
    head: labels.url,
    cell: ({ url, description }) => (
      <span className="block max-w-72 min-w-32 break-words">
        <code className="text-xs">{url}</code>
        {description !== '' && <span className="block text-xs text-dim">{description}</span>}
      </span>
    ),
  },
  { head: labels.events, cell: ({ events }) => events.join(', ') },
  {
    head: labels.status,
    cell: ({ status, pause_reason: reason }) => (
      <>
        <Badge tone={TONES[status]}>{labels.statuses[status]}</Badge>
        {reason !== null && (
          <span className="block text-xs text-dim">{labels.reasons[reason]}</span>
        )}
      </>
    ),
  },
  { head: labels.failures, isNumber: true, cell: (hook) => hook.consecutive_failures },
];
