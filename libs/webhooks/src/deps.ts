import type { WebhookKey } from './secret.ts';
import type { Receivers } from './receivers.ts';

/** What a plane needs to keep endpoints. */
export interface WebhookDeps {
  /** What secrets are sealed with. */
  key: WebhookKey;
  receivers: Receivers;
}
