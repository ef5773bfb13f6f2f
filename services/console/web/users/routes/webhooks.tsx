import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { dataOf } from '../../shared/api/data-of.ts';
import { users } from '../../shared/api/users-client.ts';
import { Loaded } from '../../shared/page-states.tsx';
import { useChange } from '../../shared/query-hooks.ts';
import { hooks as labels } from '../../shared/texts/webhooks.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { ErrorNote } from '../../shared/ui/error-note.tsx';
import { FieldFaults } from '../../shared/ui/faults.tsx';
import { TextField } from '../../shared/ui/field.tsx';
import type { HooksApi } from '../../shared/webhooks/api.ts';
import { HooksPage } from '../../shared/webhooks/hooks-page.tsx';

type UserEvent = 'credit.low' | 'credit.exhausted' | 'operation.ended' | 'key.expiring';
const EVENTS: readonly UserEvent[] = [
  'credit.low',
  'credit.exhausted',
  'operation.ended',
  'key.expiring',
];
const THRESHOLD = 'credit-threshold';

const at = (webhook_id: string): { params: { path: { webhook_id: string } } } => ({
  params: { path: { webhook_id } },
});

const API: HooksApi = {
  name: 'webhooks',
  events: EVENTS,
  isAllowed: () => true,
  list: () => dataOf(users.GET('/api/webhooks')),
  create: ({ events, ...body }) =>
    dataOf(users.POST('/api/webhooks', { body: { ...body, events: chosen(events) } })),
  turn: (id, status) =>
    dataOf(users.PATCH('/api/webhooks/{webhook_id}', { ...at(id), body: { status } })),
  remove: (id) => dataOf(users.DELETE('/api/webhooks/{webhook_id}', at(id))),
  rotate: (id) => dataOf(users.POST('/api/webhooks/{webhook_id}/rotate-secret', at(id))),
  test: (id) => dataOf(users.POST('/api/webhooks/{webhook_id}/test', at(id))),
  deliveries: async (id) =>
    (await dataOf(users.GET('/api/webhooks/{webhook_id}/deliveries', at(id)))).data,
  delivery: (webhook_id, message_id) =>
    dataOf(
      users.GET('/api/webhooks/{webhook_id}/deliveries/{message_id}', {
        params: { path: { webhook_id, message_id } },
      }),
    ),
  resend: (webhook_id, message_id) =>
    dataOf(
      users.POST('/api/webhooks/{webhook_id}/deliveries/{message_id}/resend', {
        params: { path: { webhook_id, message_id } },
      }),
    ),
};

const chosen = (events: readonly string[]): UserEvent[] =>
  EVENTS.filter((name) => events.includes(name));

/** The webhooks of the account, and below which balance credit is low. */
export function WebhooksPage(): ReactElement {
  const threshold = useQuery({
    queryKey: [THRESHOLD],
    queryFn: () => dataOf(users.GET('/api/credits/threshold')),
  });
  return (
    <HooksPage
      api={API}
      more={
        <div className="mt-5">
          <Loaded query={threshold}>{(now) => <Threshold now={now.threshold} />}</Loaded>
        </div>
      }
    />
  );
}

function Threshold({ now }: { now: string | null }): ReactElement {
  const [text, setText] = useState(now ?? '');
  const save = useChange(() => {
    const threshold = text.trim() === '' ? null : text.trim();
    return dataOf(users.PUT('/api/credits/threshold', { body: { threshold } }));
  }, [THRESHOLD]);
  return (
    <Card title={labels.threshold}>
      <form
        className="max-w-sm space-y-3"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(undefined);
        }}
      >
        <p className="text-sm text-dim">{labels.thresholdText}</p>
        <FieldFaults error={save.error}>
          <TextField
            label={labels.thresholdLabel}
            name="threshold"
            hint={labels.thresholdHint}
            inputMode="decimal"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          {save.isError && <ErrorNote error={save.error} />}
        </FieldFaults>
        <Button type="submit" disabled={save.isPending}>
          {labels.save}
        </Button>
      </form>
    </Card>
  );
}
