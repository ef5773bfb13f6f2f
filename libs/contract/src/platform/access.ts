import { Type } from 'typebox';
import type { Static } from 'typebox';
import { closed } from '../closed.ts';
import {
  PAGE_OFFSET_MAX,
  PAGE_ROWS_DEFAULT,
  PAGE_ROWS_MAX,
  UserEmail,
  UserFilter,
} from './shared.ts';

const nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** Which answered requests to list. */
export const AccessEventQuery = Type.Object(
  {
    organization_id: Type.Optional(UserFilter),
    status_code: Type.Optional(Type.Integer({ minimum: 100, maximum: 599 })),
    path: Type.Optional(
      Type.String({ maxLength: 500, description: 'The start of the path, as it is' }),
    ),
    method: Type.Optional(
      Type.Union([Type.Literal('read'), Type.Literal('change')], {
        description:
          'read: GET and HEAD, which is what an open console sends again and again; change: all else',
      }),
    ),
    limit: Type.Integer({ minimum: 1, maximum: PAGE_ROWS_MAX, default: PAGE_ROWS_DEFAULT }),
    offset: Type.Integer({ minimum: 0, maximum: PAGE_OFFSET_MAX, default: 0 }),
    days: Type.Integer({ minimum: 1, maximum: 3_660, default: 90 }),
  },
  closed,
);

/** One answered request, refused ones included; never a secret and no value of a query. */
export const AccessEventOut = Type.Object(
  {
    id: Type.String(),
    at: Type.String({ format: 'date-time' }),
    method: Type.String(),
    path: Type.String(),
    route: nullable(Type.String()),
    status_code: Type.Integer(),
    error_code: nullable(Type.String()),
    actor: Type.Object(
      {
        kind: Type.String(),
        id: nullable(Type.String()),
        label: nullable(
          Type.String({
            description:
              'The address of a user or an administrator, or the name of a key, as of today',
          }),
        ),
      },
      closed,
    ),
    user_id: nullable(Type.String()),
    user_email: UserEmail,
    request_id: Type.String(),
    address: Type.String(),
    user_agent: nullable(Type.String()),
    duration_ms: Type.Integer(),
  },
  closed,
);
export type AccessEventOut = Static<typeof AccessEventOut>;

/** A page of access events, newest first. */
export const AccessEventList = Type.Object(
  {
    data: Type.Array(AccessEventOut),
    limit: Type.Integer(),
    offset: Type.Integer(),
    has_more: Type.Boolean(),
  },
  closed,
);
