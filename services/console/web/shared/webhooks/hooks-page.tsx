import { useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { ListPage } from '../list.tsx';
import { useAct } from '../query-hooks.ts';
import { common } from '../texts/common.ts';
import { hooks as labels } from '../texts/webhooks.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { RowActions } from '../ui/row-actions.tsx';
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
  /** Shown instead of the button that makes a webhook, for those who may not. */
  instead?: ReactNode;
}

/** The webhooks of an account or of the operators, and everything that can be done with them. */
export function HooksPage({ api, more, instead }: HooksPageProps): ReactElement {
  const [open, setOpen] = useState<Open>({ kind: 'none' });
  const actions: Column<Hook> = {
    head: labels.actions,
    cell: (hook) => <HookActions api={api} hook={hook} setOpen={setOpen} />,
  };
  return (
    <ListPage
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
      query={{ queryKey: [api.name], queryFn: api.list }}
      columns={[...COLUMNS, actions]}
      keyOf={({ id }) => id}
      empty={labels.empty}
      emptyText={labels.emptyText}
    >
      {more}
      <Dialogs api={api} open={open} setOpen={setOpen} />
    </ListPage>
  );
}

interface HookActionsProps {
  api: HooksApi;
  hook: Hook;
  setOpen: (next: Open) => void;
}

function HookActions({ api, hook, setOpen }: HookActionsProps): ReactElement {
  const { id, url, status } = hook;
  const act = useAct([[api.name]]);
  const turned = status === 'active' ? labels.turnOff : labels.turnOn;
  const turn = (): Promise<unknown> => api.turn(id, status === 'active' ? 'disabled' : 'active');
  const rotate = async (): Promise<void> => setOpen({ kind: 'secret', made: await api.rotate(id) });
  return (
    <RowActions
      name={url}
      actions={[
        { label: labels.look, run: () => setOpen({ kind: 'deliveries', hook }) },
        ...(api.isAllowed('turn')
          ? [{ label: turned, run: () => act(turn, common.done(turned)) }]
          : []),
        ...(api.isAllowed('rotate') ? [{ label: labels.rotate, run: () => act(rotate) }] : []),
        ...(api.isAllowed('remove')
          ? [{ label: labels.remove, run: () => setOpen({ kind: 'delete', hook }), isDanger: true }]
          : []),
      ]}
    />
  );
}

interface DialogsProps {
  api: HooksApi;
  open: Open;
  setOpen: (next: Open) => void;
}

function Dialogs({ api, open, setOpen }: DialogsProps): ReactElement {
  const close = (): void => setOpen({ kind: 'none' });
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
          run={() => api.remove(open.hook.id)}
          changed={[[api.name]]}
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
