import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Loaded } from '../page-states.tsx';
import { useChange } from '../query-hooks.ts';
import { common } from '../texts/common.ts';
import { hooks as words } from '../texts/webhooks.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { Table } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import type { Delivery, Hook, HooksApi } from './api.ts';

const LIVE_MS = 3_000;
const TONES = { open: 'warn', delivered: 'good', failed: 'bad', dropped: 'plain' } as const;

interface DeliveriesDialogProps {
  api: HooksApi;
  hook: Hook;
  close: () => void;
}

/** What was sent to a webhook lately; a test and another try by hand. */
export function DeliveriesDialog({ api, hook, close }: DeliveriesDialogProps): ReactElement {
  const name = `${api.name} ${hook.id}`;
  const list = useQuery({
    queryKey: [name],
    queryFn: () => api.deliveries(hook.id),
    refetchInterval: LIVE_MS,
  });
  const test = useChange(() => api.test(hook.id), [name]);
  const resend = useChange(({ id }: Delivery) => api.resend(hook.id, id), [name]);
  const error = test.error ?? resend.error;
  return (
    <Dialog title={words.deliveries(new URL(hook.url).host)} close={close}>
      <div className="space-y-4">
        <Button onClick={() => test.mutate(undefined)} disabled={hook.status !== 'active'}>
          {words.test}
        </Button>
        {error !== null && <ErrorNote error={error} />}
        <Loaded query={list}>
          {(deliveries) =>
            deliveries.length === 0 ? (
              <p className="text-sm text-dim">{words.noDeliveries}</p>
            ) : (
              <Table
                label={words.look}
                rows={deliveries}
                keyOf={({ id }) => id}
                columns={[
                  { head: words.created, cell: ({ created_at: at }) => <Time at={at} /> },
                  { head: words.type, cell: ({ type }) => <code className="text-xs">{type}</code> },
                  {
                    head: words.state,
                    cell: ({ state }) => <Badge tone={TONES[state]}>{words.states[state]}</Badge>,
                  },
                  { head: words.attempts, isNumber: true, cell: ({ attempts }) => attempts },
                  {
                    head: words.next,
                    cell: ({ next_attempt_at: at }) =>
                      at === null ? common.none : <Time at={at} />,
                  },
                  {
                    head: words.actions,
                    cell: (delivery) => (
                      <Button
                        onClick={() => resend.mutate(delivery)}
                        disabled={hook.status !== 'active'}
                        aria-label={`${words.resend}: ${delivery.id}`}
                      >
                        {words.resend}
                      </Button>
                    ),
                  },
                ]}
              />
            )
          }
        </Loaded>
      </div>
    </Dialog>
  );
}
