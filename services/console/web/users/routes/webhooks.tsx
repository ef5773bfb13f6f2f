import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { dataOf } from '../../shared/api/data-of.ts';
import { users } from '../../shared/api/users-client.ts';
import { Loaded } from '../../shared/page-states.tsx';
import { textIn } from '../../shared/keys/form-values.ts';
import { common } from '../../shared/texts/common.ts';
import { hooks as labels } from '../../shared/texts/webhooks.ts';
import { Card } from '../../shared/ui/card.tsx';
import { TextField } from '../../shared/ui/field.tsx';
import { Form } from '../../shared/ui/form.tsx';
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
  const send = (form: FormData): Promise<unknown> => {
    const threshold = textIn(form, 'threshold') || null;
    return dataOf(users.PUT('/api/credits/threshold', { body: { threshold } }));
  };
  return (
    <Card title={labels.threshold}>
      <Form
        className="max-w-sm"
        action={labels.save}
        send={send}
        changed={[[THRESHOLD]]}
        said={common.done(labels.threshold)}
      >
        <p className="text-sm text-dim">{labels.thresholdText}</p>
        <TextField
          label={labels.thresholdLabel}
          name="threshold"
          hint={labels.thresholdHint}
          inputMode="decimal"
          defaultValue={now ?? ''}
        />
      </Form>
    </Card>
  );
}
