import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { Loaded } from '../page-states.tsx';
import { useChange } from '../query-hooks.ts';
import { hooks as words } from '../texts/webhooks.ts';
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

/** The webhooks of a plane, and everything that can be done with them. */
export function HooksPage({ api, more }: { api: HooksApi; more?: ReactNode }): ReactElement {
  const list = useQuery({ queryKey: [api.name], queryFn: api.list });
  const [open, setOpen] = useState<Open>({ kind: 'none' });
  const turn = useChange(
    ({ id, status }: Hook) => api.turn(id, status === 'active' ? 'disabled' : 'active'),
    [api.name],
  );
  const rotate = useChange(({ id }: Hook) => api.rotate(id), [api.name]);
  const renew = async (hook: Hook): Promise<void> => {
    setOpen({ kind: 'secret', made: await rotate.mutateAsync(hook) });
  };
  const error = turn.error ?? rotate.error;
  const actions: Column<Hook> = {
    head: words.actions,
    cell: (hook) => (
      <span className="flex min-w-28 flex-wrap gap-1">
        <Action name={words.look} of={hook} run={() => setOpen({ kind: 'deliveries', hook })} />
        <Action
          name={hook.status === 'active' ? words.turnOff : words.turnOn}
          of={hook}
          run={() => turn.mutate(hook)}
        />
        <Action name={words.rotate} of={hook} run={() => void renew(hook)} />
        <Action name={words.remove} of={hook} run={() => setOpen({ kind: 'delete', hook })} />
      </span>
    ),
  };
  return (
    <>
      <PageHead
        title={words.title}
        lead={words.lead}
        actions={
          <Button look="main" onClick={() => setOpen({ kind: 'create' })}>
            {words.create}
          </Button>
        }
      />
      {error !== null && <ErrorNote error={error} />}
      <Loaded query={list}>
        {(hooks) =>
          hooks.length === 0 ? (
            <Empty title={words.empty}>{words.emptyText}</Empty>
          ) : (
            <Table
              label={words.title}
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
          title={words.removeTitle}
          name={new URL(open.hook.url).host}
          action={words.remove}
          run={() => remove.mutateAsync(open.hook)}
          close={close}
        >
          {words.removeText}
        </Confirm>
      )}
    </>
  );
}

const COLUMNS: readonly Column<Hook>[] = [
  {
    head: words.url,
    cell: ({ url, description }) => (
      <span className="block max-w-72 min-w-32 break-words">
        <code className="text-xs">{url}</code>
        {description !== '' && <span className="block text-xs text-dim">{description}</span>}
      </span>
    ),
  },
  { head: words.events, cell: ({ events }) => events.join(', ') },
  {
    head: words.status,
    cell: ({ status, pause_reason: reason }) => (
      <>
        <Badge tone={TONES[status]}>{words.statuses[status]}</Badge>
        {reason !== null && <span className="block text-xs text-dim">{words.reasons[reason]}</span>}
      </>
    ),
  },
  { head: words.failures, isNumber: true, cell: (hook) => hook.consecutive_failures },
];
