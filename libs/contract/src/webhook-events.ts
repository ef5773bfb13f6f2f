import { Type } from 'typebox';
import type { Static, TSchema } from 'typebox';
import { closed } from './closed.ts';

const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Moment = Type.String({ format: 'date-time' });
const Credits = Type.String({ pattern: '^(0|[1-9][0-9]*)\\.[0-9]{9}$' });

/** How many days before its end the owner of a key is notified. */
export const KEY_EXPIRY_NOTICE_DAYS = 7;

/** A kind of event: who hears of it, when it is sent, and what its `data` holds. */
interface EventKind<Data extends TSchema> {
  readonly audience: 'user' | 'operators';
  /** One sentence for the documentation. */
  readonly when: string;
  readonly data: Data;
}

const kind = <Data extends TSchema>(event: EventKind<Data>): EventKind<Data> => event;

/**
 * Every kind of event that an endpoint can ask for, by the name that messages carry as their
 * `type`.
 */
export const WEBHOOK_EVENTS = {
  'credit.low': kind({
    audience: 'user',
    when: 'the remaining credit, holds included, has fallen below the threshold that the user has set; once for each fall',
    data: Type.Object({ balance: Credits, threshold: Credits }, closed),
  }),
  'credit.exhausted': kind({
    audience: 'user',
    when: 'no credit is left, or a call was rejected with `insufficient_credit`; once until credit is granted again',
    data: Type.Object(
      {
        balance: Credits,
        reason: Type.Union([Type.Literal('nothing_left'), Type.Literal('call_refused')]),
      },
      closed,
    ),
  }),
  'operation.ended': kind({
    audience: 'user',
    when: 'an asynchronous operation, a video or a batch has ended, successfully or not',
    data: Type.Object(
      {
        id: Type.String({ description: '`op_…`, `vid_…` for a video, `batch_…` for a batch' }),
        kind: Type.Union([Type.Literal('operation'), Type.Literal('video'), Type.Literal('batch')]),
        mode: Type.Union([Type.Literal('live'), Type.Literal('test')]),
        state: Type.Union([Type.Literal('done'), Type.Literal('failed')]),
        api_key_id: Type.String(),
        request_id: Type.String({ description: 'The X-Request-ID of the call that began it' }),
        error_code: Nullable(
          Type.String({ description: 'Why a video has failed, or a batch has not completed' }),
        ),
        status: Nullable(Type.Integer({ description: 'The status of the answer of an operation' })),
        created_at: Moment,
        finished_at: Moment,
      },
      closed,
    ),
  }),
  'key.expiring': kind({
    audience: 'user',
    when: `a key expires within ${KEY_EXPIRY_NOTICE_DAYS} days; once for each expiry`,
    data: Type.Object({ id: Type.String(), name: Type.String(), expires_at: Moment }, closed),
  }),
  'credential.paused': kind({
    audience: 'operators',
    when: 'a process has paused a credential of a provider, because the provider rejects it or calls with it keep failing, for all models or for one `model`; once for each incident',
    data: Type.Object(
      {
        id: Type.String(),
        provider: Type.String(),
        name: Type.String(),
        model: Nullable(Type.String()),
        reason: Type.Union([Type.Literal('refused'), Type.Literal('failing')]),
      },
      closed,
    ),
  }),
  'ledger.alarm': kind({
    audience: 'operators',
    when: 'a verification of the ledger has found a broken invariant; once for each invariant',
    data: Type.Object({ invariant: Type.String(), description: Type.String() }, closed),
  }),
  'ledger.unchecked': kind({
    audience: 'operators',
    when: 'the hourly verification of the whole ledger failed, or was stopped because it took longer than `LEDGER_VERIFY_SECONDS`; once until a verification has completed again for some hours. `since` is when the last complete verification ended, null where there was none',
    data: Type.Object({ since: Nullable(Moment) }, closed),
  }),
  'usage.implausible': kind({
    audience: 'operators',
    when: 'a provider has reported impossible usage, by the limits of the model and the ceiling that was sent; once for each model. The calls are charged by our own count',
    data: Type.Object({ provider: Type.String(), model: Type.String() }, closed),
  }),
  'model.gone': kind({
    audience: 'operators',
    when: 'a provider says that it no longer knows a model, or does not offer it to a credential; once until the model has answered again or nobody has requested it for some minutes. Aliases go on to their next target; calls by the exact id are rejected',
    data: Type.Object(
      {
        provider: Type.String(),
        model: Type.String(),
        credential: Type.Object({ id: Type.String(), name: Type.String() }, closed),
      },
      closed,
    ),
  }),
  'usage.overrun': kind({
    audience: 'operators',
    when: 'a provider keeps counting more tokens in the prompts of a user than their bound, although it was raised; once for each user and model. Until a day without such a call has passed, the calls are held at the worst count that was seen',
    data: Type.Object(
      {
        user_id: Type.String(),
        provider: Type.String(),
        model: Type.String(),
        excess: Type.Integer({ description: 'Tokens above the bound, in the call that was seen' }),
      },
      closed,
    ),
  }),
  'spool.alarm': kind({
    audience: 'operators',
    when: 'settlements of a process wait on its disk for too long, were rejected permanently, or cannot be kept',
    data: Type.Object(
      {
        service: Type.String(),
        reason: Type.Union([
          Type.Literal('stuck'),
          Type.Literal('refused'),
          Type.Literal('unwritable'),
        ]),
      },
      closed,
    ),
  }),
  'purge.ended': kind({
    audience: 'operators',
    when: 'a purge has ended, successfully or not',
    data: Type.Object(
      {
        id: Type.String(),
        state: Type.Union([Type.Literal('done'), Type.Literal('failed')]),
        failure: Nullable(Type.String()),
        rows: Type.Record(Type.String(), Type.String(), {
          description: 'Deleted rows by category',
        }),
      },
      closed,
    ),
  }),
} as const;

/** The name of a kind of event. */
export type WebhookEventType = keyof typeof WEBHOOK_EVENTS;

/** What the `data` of a kind of event holds. */
export type WebhookData<Name extends WebhookEventType> = Static<
  (typeof WEBHOOK_EVENTS)[Name]['data']
>;

/** The type of the message that a test of an endpoint sends; nobody subscribes to it. */
export const WEBHOOK_TEST = 'webhook.test';

/** The names of the events of an audience. */
export function eventsOf(audience: 'user' | 'operators'): WebhookEventType[] {
  const names = Object.keys(WEBHOOK_EVENTS) as WebhookEventType[];
  return names.filter((name) => WEBHOOK_EVENTS[name].audience === audience);
}
