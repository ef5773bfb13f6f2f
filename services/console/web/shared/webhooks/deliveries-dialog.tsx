import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { List } from '../list.tsx';
import { useAct } from '../query-hooks.ts';
import { common } from '../texts/common.ts';
import { hooks as labels } from '../texts/webhooks.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import type { Column } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import type { Delivery, Hook, HooksApi } from './api.ts';
import { DeliveryStateBadge, OneDelivery } from './one-delivery.tsx';

/** How often deliveries are asked for while somebody looks, in milliseconds. */
const LIVE_MS = 3_000;

interface DeliveriesProps {
  api: HooksApi;
  hook: Hook;
}

/** What was sent to a webhook lately; a test, each attempt, and another try by hand. */
export function DeliveriesDialog({
  api,
  hook,
  close,
}: DeliveriesProps & { close: () => void }): ReactElement {
  const [chosen, choose] = useState<string | null>(null);
  const name = `${api.name} ${hook.id}`;
  const act = useAct([[name]]);
  const isAwake = hook.status === 'active';
  const again = (messageId: string): ReactElement => (
    <Button
      onClick={() => act(() => api.resend(hook.id, messageId))}
      disabled={!isAwake}
      aria-label={`${labels.resend}: ${messageId}`}
    >
      {labels.resend}
    </Button>
  );
  return (
    <Dialog title={labels.deliveries(new URL(hook.url).host)} close={close}>
      <div className="space-y-4">
        {chosen === null ? (
          <Deliveries api={api} hook={hook} choose={choose} again={again} />
        ) : (
          <OneDelivery
            id={chosen}
            query={{
              queryKey: [name, chosen],
              queryFn: () => api.delivery(hook.id, chosen),
              refetchInterval: LIVE_MS,
            }}
            again={api.isAllowed('resend') ? again(chosen) : null}
            back={() => choose(null)}
          />
        )}
      </div>
    </Dialog>
  );
}

interface ListProps extends DeliveriesProps {
  choose: (messageId: string) => void;
  /** The button that sends a message again. */
  again: (messageId: string) => ReactElement;
}

function Deliveries({ api, hook, choose, again }: ListProps): ReactElement {
  const name = `${api.name} ${hook.id}`;
  const list = useQuery({
    queryKey: [name],
    queryFn: () => api.deliveries(hook.id),
    refetchInterval: LIVE_MS,
  });
  const act = useAct([[name]]);
  const actions: Column<Delivery> = {
    head: labels.actions,
    cell: ({ id }) => (
      <span className="flex min-w-28 flex-wrap gap-1">
        <Button onClick={() => choose(id)} aria-label={`${labels.details}: ${id}`}>
          {labels.details}
        </Button>
        {api.isAllowed('resend') && again(id)}
      </span>
    ),
  };
  return (
    <>
      {api.isAllowed('test') && (
        <Button onClick={() => act(() => api.test(hook.id))} disabled={hook.status !== 'active'}>
          {labels.test}
        </Button>
      )}
      <List
        label={labels.look}
        query={list}
        columns={[...COLUMNS, actions]}
        keyOf={({ id }) => id}
        empty={labels.noDeliveries}
      />
    </>
  );
}

const COLUMNS: readonly Column<Delivery>[] = [
  { head: labels.created, cell: ({ created_at: at }) => <Time at={at} /> },
  { head: labels.type, cell: ({ type }) => <code className="text-xs">{type}</code> },
  { head: labels.state, cell: ({ state }) => <DeliveryStateBadge state={state} /> },
  { head: labels.attempts, isNumber: true, cell: ({ attempts }) => attempts },
  {
    head: labels.next,
    cell: ({ next_attempt_at: at }) => (at === null ? common.none : <Time at={at} />),
  },
];
