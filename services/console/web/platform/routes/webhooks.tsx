import type { ReactElement } from 'react';
import type { PlatformWebhookCreate } from '@tollgate/contract/webhooks';
import { dataOf } from '../../shared/api/data-of.ts';
import { platform } from '../../shared/api/platform-client.ts';
import type { HookAction, HooksApi } from '../../shared/webhooks/api.ts';
import { HooksPage } from '../../shared/webhooks/hooks-page.tsx';
import { OnlyFor, usePermission } from '../permission.tsx';
import type { GuardedRoute } from '../permission.tsx';

type OperatorEvent = PlatformWebhookCreate['events'][number];
/**
 * Every event of operators, in the order of the form; one that the interface gets new is missed by
 * the compiler.
 */
const IN_ORDER = {
  'credential.paused': 1,
  'ledger.alarm': 2,
  'ledger.unchecked': 3,
  'usage.implausible': 4,
  'usage.overrun': 5,
  'model.gone': 6,
  'spool.alarm': 7,
  'purge.ended': 8,
} as const satisfies Record<OperatorEvent, number>;
const EVENTS = Object.keys(IN_ORDER) as OperatorEvent[];

const at = (webhook_id: string): { params: { path: { webhook_id: string } } } => ({
  params: { path: { webhook_id } },
});

const ROUTES: Readonly<Record<HookAction, GuardedRoute>> = {
  create: 'POST /api/platform/webhooks',
  turn: 'PATCH /api/platform/webhooks/{webhook_id}',
  remove: 'DELETE /api/platform/webhooks/{webhook_id}',
  rotate: 'POST /api/platform/webhooks/{webhook_id}/rotate-secret',
  test: 'POST /api/platform/webhooks/{webhook_id}/test',
  resend: 'POST /api/platform/webhooks/{webhook_id}/deliveries/{message_id}/resend',
};

const API: Omit<HooksApi, 'isAllowed'> = {
  name: 'webhooks',
  events: EVENTS,
  list: () => dataOf(platform.GET('/api/platform/webhooks')),
  create: ({ events, ...body }) =>
    dataOf(platform.POST('/api/platform/webhooks', { body: { ...body, events: chosen(events) } })),
  turn: (id, status) =>
    dataOf(platform.PATCH('/api/platform/webhooks/{webhook_id}', { ...at(id), body: { status } })),
  remove: (id) => dataOf(platform.DELETE('/api/platform/webhooks/{webhook_id}', at(id))),
  rotate: (id) =>
    dataOf(platform.POST('/api/platform/webhooks/{webhook_id}/rotate-secret', at(id))),
  test: (id) => dataOf(platform.POST('/api/platform/webhooks/{webhook_id}/test', at(id))),
  deliveries: async (id) =>
    (await dataOf(platform.GET('/api/platform/webhooks/{webhook_id}/deliveries', at(id)))).data,
  delivery: (webhook_id, message_id) =>
    dataOf(
      platform.GET('/api/platform/webhooks/{webhook_id}/deliveries/{message_id}', {
        params: { path: { webhook_id, message_id } },
      }),
    ),
  resend: (webhook_id, message_id) =>
    dataOf(
      platform.POST('/api/platform/webhooks/{webhook_id}/deliveries/{message_id}/resend', {
        params: { path: { webhook_id, message_id } },
      }),
    ),
};

const chosen = (events: readonly string[]): OperatorEvent[] =>
  EVENTS.filter((name) => events.includes(name));

/** The webhooks of the operators. */
export function WebhooksPage(): ReactElement {
  const isAllowed = usePermission();
  const api = { ...API, isAllowed: (action: HookAction) => isAllowed(ROUTES[action]) };
  return <HooksPage api={api} instead={<OnlyFor route={ROUTES.create} />} />;
}
