import type {
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookOut,
  WebhookWithSecret,
} from '@tollgate/contract/webhooks';

/** A webhook as both planes show it. */
export type Hook = WebhookOut;
/** A webhook with its secret, right after the secret was made. */
export type HookWithSecret = WebhookWithSecret;
/** A message that is being delivered. */
export type Delivery = WebhookDelivery;

/** A delivery with what was sent and every attempt. */
export type DeliveryDetail = WebhookDeliveryDetail;
/** What changes a webhook, or sends something to its receiver. */
export type HookAction = 'create' | 'turn' | 'remove' | 'rotate' | 'test' | 'resend';

/** What a plane does with its webhooks. */
export interface HooksApi {
  /** The name of the list among the queries. */
  name: string;
  /** The events to choose from. */
  events: readonly string[];
  /** Whether the signed-in reader may do this. */
  isAllowed: (action: HookAction) => boolean;
  list: () => Promise<Hook[]>;
  create: (body: { url: string; events: string[]; description: string }) => Promise<HookWithSecret>;
  turn: (id: string, status: 'active' | 'disabled') => Promise<Hook>;
  remove: (id: string) => Promise<unknown>;
  rotate: (id: string) => Promise<HookWithSecret>;
  test: (id: string) => Promise<unknown>;
  deliveries: (id: string) => Promise<Delivery[]>;
  delivery: (id: string, messageId: string) => Promise<DeliveryDetail>;
  resend: (id: string, messageId: string) => Promise<unknown>;
}
