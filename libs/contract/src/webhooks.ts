import { Type } from 'typebox';
import type { Static } from 'typebox';
import { closed } from './closed.ts';
import { eventsOf } from './webhook-events.ts';

const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Timestamp = Type.String({ format: 'date-time' });

/** The most endpoints that an owner may have. */
export const WEBHOOKS_PER_OWNER_MAX = 10;
/** The longest address of a receiver, in characters. */
const WEBHOOK_URL_CHARACTERS_MAX = 2_000;
const DESCRIPTION_CHARACTERS_MAX = 200;
const PAGE_MAX = 200;
const PAGE_DEFAULT = 50;
const CURSOR_CHARACTERS_MAX = 100;

const Url = Type.String({
  minLength: 1,
  maxLength: WEBHOOK_URL_CHARACTERS_MAX,
  description: 'Where messages go: https on the public internet, port 443 or 8443',
});
const Description = Type.String({
  maxLength: DESCRIPTION_CHARACTERS_MAX,
  pattern: '^[^\\p{Cc}\\p{Cs}\\u2028\\u2029]*$',
  description: 'One line of text',
});
const eventsFor = (audience: 'user' | 'operators') =>
  Type.Array(Type.String({ enum: eventsOf(audience) }), { minItems: 1, uniqueItems: true });

const createFor = (audience: 'user' | 'operators') =>
  Type.Object(
    { url: Url, events: eventsFor(audience), description: Type.Optional(Description) },
    closed,
  );
const updateFor = (audience: 'user' | 'operators') =>
  Type.Object(
    {
      url: Type.Optional(Url),
      events: Type.Optional(eventsFor(audience)),
      description: Type.Optional(Description),
      status: Type.Optional(
        Type.Union([Type.Literal('active'), Type.Literal('disabled')], {
          description: 'active also ends a pause',
        }),
      ),
    },
    { ...closed, minProperties: 1 },
  );

/** An endpoint of a user, to be made. */
export const WebhookCreate = createFor('user');
export type WebhookCreate = Static<typeof WebhookCreate>;
/** An endpoint of the operators, to be made. */
export const PlatformWebhookCreate = createFor('operators');
export type PlatformWebhookCreate = Static<typeof PlatformWebhookCreate>;
/** Changes to an endpoint of a user; what is absent stays. */
export const WebhookUpdate = updateFor('user');
export type WebhookUpdate = Static<typeof WebhookUpdate>;
/** Changes to an endpoint of the operators; what is absent stays. */
export const PlatformWebhookUpdate = updateFor('operators');

const endpoint = {
  id: Type.String({ description: '`whk_…`' }),
  url: Type.String(),
  description: Type.String(),
  events: Type.Array(Type.String()),
  status: Type.Union([Type.Literal('active'), Type.Literal('paused'), Type.Literal('disabled')], {
    description: 'paused: by Tollgate, because nothing arrives; disabled: by its owner',
  }),
  pause_reason: Nullable(Type.Union([Type.Literal('failures'), Type.Literal('gone')])),
  consecutive_failures: Type.Integer({ description: 'Attempts since the last that arrived' }),
  failing_since: Nullable(Timestamp),
  previous_secret_until: Nullable(
    Type.String({
      format: 'date-time',
      description: 'Until then messages are signed with the secret before this one as well',
    }),
  ),
  created_at: Timestamp,
  updated_at: Timestamp,
};

/** An endpoint without its secret. */
export const WebhookOut = Type.Object(endpoint, closed);
export type WebhookOut = Static<typeof WebhookOut>;
/** An endpoint with a new secret; the only answer that ever holds it. */
export const WebhookWithSecret = Type.Object(
  { ...endpoint, secret: Type.String({ description: '`whsec_…`' }) },
  closed,
);
export type WebhookWithSecret = Static<typeof WebhookWithSecret>;
/** All endpoints of an owner, the newest first. */
export const WebhookList = Type.Array(WebhookOut);

export const DeliveryState = Type.Union([
  Type.Literal('open'),
  Type.Literal('delivered'),
  Type.Literal('failed'),
  Type.Literal('dropped'),
]);
export type DeliveryState = Static<typeof DeliveryState>;

const delivery = {
  id: Type.String({ description: '`msg_…`, the webhook-id of every attempt' }),
  type: Type.String(),
  state: DeliveryState,
  reason: Nullable(Type.String({ description: 'Why it is failed or dropped' })),
  attempts: Type.Integer(),
  created_at: Timestamp,
  ended_at: Nullable(Timestamp),
  next_attempt_at: Nullable(Timestamp),
};

/** A message on its way to an endpoint. */
export const WebhookDelivery = Type.Object(delivery, closed);
export type WebhookDelivery = Static<typeof WebhookDelivery>;

const Attempt = Type.Object(
  {
    number: Type.Integer(),
    at: Timestamp,
    duration_ms: Type.Integer(),
    status: Nullable(Type.Integer({ description: 'The status of the answer; null without one' })),
    failure: Nullable(Type.String({ description: 'Why it did not arrive' })),
    answer: Type.String({ description: 'The beginning of the answer' }),
  },
  closed,
);

/** A delivery with what was sent and each attempt, the latest first. */
export const WebhookDeliveryDetail = Type.Object(
  { ...delivery, body: Type.String(), tries: Type.Array(Attempt) },
  closed,
);
export type WebhookDeliveryDetail = Static<typeof WebhookDeliveryDetail>;

/** Which deliveries of an endpoint to list. */
export const DeliveriesQuery = Type.Object(
  {
    limit: Type.Integer({ minimum: 1, maximum: PAGE_MAX, default: PAGE_DEFAULT }),
    cursor: Type.Optional(
      Type.String({
        maxLength: CURSOR_CHARACTERS_MAX,
        description: 'The next_cursor of the page before',
      }),
    ),
  },
  closed,
);

/** One page of deliveries, newest first. */
export const DeliveryList = Type.Object(
  {
    data: Type.Array(WebhookDelivery),
    has_more: Type.Boolean(),
    next_cursor: Nullable(Type.String()),
  },
  closed,
);
export type DeliveryList = Static<typeof DeliveryList>;

/** The path parameter of one endpoint. Any text goes: what is no id of the owner's is not found. */
export const WebhookIdParams = Type.Object({ webhook_id: Type.String() }, closed);
/** The path parameters of one delivery. */
export const DeliveryIdParams = Type.Object(
  { webhook_id: Type.String(), message_id: Type.String() },
  closed,
);

/** The balance below which a user is notified that credit is low; null: never. */
export const CreditThreshold = Type.Object(
  {
    threshold: Nullable(
      Type.String({
        pattern: '^(?=.*[1-9])(0|[1-9][0-9]{0,8})(\\.[0-9]{1,9})?$',
        description: 'Credits above 0 as a decimal string, such as "12.5"; at most nine decimals',
      }),
    ),
  },
  closed,
);
