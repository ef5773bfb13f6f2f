import type { Schemas } from '../api/users-client.ts';

/** A webhook as both planes show it. */
export type Hook = Schemas['WebhookOut'];
/** A webhook with its secret, right after the secret was made. */
export type HookWithSecret = Schemas['WebhookWithSecret'];
/** A message on its way. */
export type Delivery = Schemas['WebhookDelivery'];

/** What a plane does with its webhooks. */
export interface HooksApi {
  /** The name of the list among the queries. */
  name: string;
  /** What may be asked for. */
  events: readonly string[];
  list: () => Promise<Hook[]>;
  create: (body: { url: string; events: string[]; description: string }) => Promise<HookWithSecret>;
  turn: (id: string, status: 'active' | 'disabled') => Promise<Hook>;
  remove: (id: string) => Promise<unknown>;
  rotate: (id: string) => Promise<HookWithSecret>;
  test: (id: string) => Promise<unknown>;
  deliveries: (id: string) => Promise<Delivery[]>;
  resend: (id: string, messageId: string) => Promise<unknown>;
}
