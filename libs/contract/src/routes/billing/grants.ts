import { Type } from 'typebox';
import { Grant, Nano, Timestamp, Uuid } from '../../billing.ts';
import { closed } from '../../closed.ts';
import { defineRoute } from '../../route.ts';

const Actor = Type.String({ minLength: 1, maxLength: 200 });

/** `POST /internal/grants`. */
export const createGrantRoute = defineRoute({
  method: 'post',
  path: '/internal/grants',
  auth: 'service',
  callers: ['admin'],
  summary: 'Grant credit',
  body: Type.Object(
    {
      user_id: Uuid,
      amount_nano: Nano,
      reason: Type.Union([Type.String({ maxLength: 500 }), Type.Null()]),
      expires_at: Type.Union([Timestamp, Type.Null()]),
      actor: Actor,
      /**
       * A request that repeats key, actor and body grants nothing more; with another body it is a
       * conflict.
       */
      idempotency_key: Type.Union([Type.String({ minLength: 1, maxLength: 200 }), Type.Null()]),
      /** True: nothing is granted, and a grant that was made under the key before is found. */
      only_repeat: Type.Optional(Type.Boolean()),
    },
    closed,
  ),
  status: 200,
  response: Type.Object(
    {
      outcome: Type.Union([
        Type.Literal('granted'),
        Type.Literal('repeated'),
        Type.Literal('conflict'),
        Type.Literal('unknown'),
      ]),
      grant: Type.Union([Grant, Type.Null()]),
    },
    closed,
  ),
});

/** `POST /internal/grants/:grant_id/revoke`. */
export const revokeGrantRoute = defineRoute({
  method: 'post',
  path: '/internal/grants/:grant_id/revoke',
  auth: 'service',
  callers: ['admin'],
  summary: 'Take back what is unspent and unheld of a grant',
  params: Type.Object({ grant_id: Uuid }, closed),
  body: Type.Object(
    {
      /** Absent: all that can be taken. */
      amount_nano: Type.Optional(Nano),
      reason: Type.Union([Type.String({ maxLength: 500 }), Type.Null()]),
      actor: Actor,
      /**
       * A request that repeats key and actor takes nothing more and is answered alike; with another
       * grant, amount or reason it is a conflict. Absent or null: each request takes.
       */
      idempotency_key: Type.Optional(
        Type.Union([Type.String({ minLength: 1, maxLength: 200 }), Type.Null()]),
      ),
    },
    closed,
  ),
  status: 200,
  response: Type.Object(
    {
      outcome: Type.Union([
        Type.Literal('revoked'),
        Type.Literal('nothing_to_revoke'),
        Type.Literal('repeated'),
        Type.Literal('conflict'),
        Type.Literal('exceeds'),
        Type.Literal('not_found'),
      ]),
      revoked_nano: Nano,
      /** As it was right after the revocation. */
      grant: Type.Union([Grant, Type.Null()]),
    },
    closed,
  ),
});
