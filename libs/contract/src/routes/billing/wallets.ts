import { Type } from 'typebox';
import { Entry, Grant, GrantEnd, MovedBy, Uuid, Wallet } from '../../billing.ts';
import { closed } from '../../closed.ts';
import { archivedPart } from '../../request-records.ts';
import { OpenHold } from '../../open-holds.ts';
import { defineRoute } from '../../route.ts';

const USER_ID = Type.Object({ user_id: Uuid }, closed);

const PAGE = Type.Object(
  {
    limit: Type.Integer({ minimum: 1, maximum: 1_000, default: 200 }),
    /** The id of the last row of the page before; newest first. */
    before: Type.Optional(Uuid),
  },
  closed,
);

const ENTRIES_PAGE = Type.Object(
  {
    ...PAGE.properties,
    /** False: without holds and releases, which leave the balance as it is. */
    holds: Type.Optional(Type.Boolean()),
  },
  closed,
);

const READING = ['account', 'admin'] as const;

/** The most open holds on one page. */
const OPEN_HOLDS_MAX = 200;

/** `POST /internal/wallets/query`. */
export const listWalletsRoute = defineRoute({
  method: 'post',
  path: '/internal/wallets/query',
  auth: 'service',
  callers: ['admin', 'worker'],
  summary: 'Wallets of several users',
  body: Type.Object({ user_ids: Type.Array(Uuid, { maxItems: 1_000 }) }, closed),
  status: 200,
  response: Type.Object({ wallets: Type.Array(Wallet) }, closed),
});

/** `GET /internal/wallets/:user_id`. */
export const getWalletRoute = defineRoute({
  method: 'get',
  path: '/internal/wallets/:user_id',
  auth: 'service',
  callers: READING,
  summary: 'One wallet; zeros when nothing was ever granted',
  params: USER_ID,
  status: 200,
  response: Wallet,
});

/** `GET /internal/wallets/:user_id/grants`. */
export const listGrantsRoute = defineRoute({
  method: 'get',
  path: '/internal/wallets/:user_id/grants',
  auth: 'service',
  callers: READING,
  summary: 'Grants of a user, newest first',
  params: USER_ID,
  query: PAGE,
  status: 200,
  response: Type.Object(
    {
      grants: Type.Array(Grant),
      next_end: Type.Union([GrantEnd, Type.Null()]),
    },
    closed,
  ),
});

/** `GET /internal/wallets/:user_id/entries`. */
export const listEntriesRoute = defineRoute({
  method: 'get',
  path: '/internal/wallets/:user_id/entries',
  auth: 'service',
  callers: READING,
  summary: 'Movements of a wallet, newest first',
  params: USER_ID,
  query: ENTRIES_PAGE,
  status: 200,
  response: Type.Object(
    {
      entries: Type.Array(Entry),
      /** Years that left, in which the wallet moved; absent: of a release that knows none. */
      archived: Type.Optional(archivedPart.archived),
    },
    closed,
  ),
});

/** `GET /internal/entries`. */
export const listAllEntriesRoute = defineRoute({
  method: 'get',
  path: '/internal/entries',
  auth: 'service',
  callers: ['admin'],
  summary: 'Movements of all wallets, newest first',
  query: Type.Object({ ...ENTRIES_PAGE.properties, moved_by: Type.Optional(MovedBy) }, closed),
  status: 200,
  response: Type.Object(
    {
      entries: Type.Array(Entry),
      /** Years that left but for what grants moved; absent: of a release that knows none. */
      archived: Type.Optional(archivedPart.archived),
    },
    closed,
  ),
});

/** A page of one owner's holds, oldest first. */
export const listOpenHoldsRoute = defineRoute({
  method: 'get',
  path: '/internal/wallets/:user_id/holds',
  auth: 'service',
  callers: ['account'],
  summary: 'Open holds of a wallet, oldest first',
  params: Type.Object({ user_id: Uuid }, closed),
  query: Type.Object(
    {
      limit: Type.Integer({ minimum: 1, maximum: OPEN_HOLDS_MAX, default: OPEN_HOLDS_MAX }),
      /** The operation of the last hold of the page before. */
      after: Type.Optional(Uuid),
    },
    closed,
  ),
  status: 200,
  response: Type.Object({ holds: Type.Array(OpenHold) }, closed),
});
