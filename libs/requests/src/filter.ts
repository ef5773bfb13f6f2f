import { isStorable } from '@tollgate/contract/text';
import { decodeId } from '@tollgate/runtime/ids';
import type { Outcome } from './request-record.ts';

/** Which requests are meant; what is null does not narrow. */
export interface RequestFilter {
  userId: string | null;
  apiKeyId: string | null;
  provider: string | null;
  model: string | null;
  route: string | null;
  /** Statuses from … to, both included. */
  statusFrom: number | null;
  statusTo: number | null;
  outcome: Outcome | null;
}

/** A filter as queries of both planes carry it. */
export interface FilterText {
  organization_id?: string;
  user_id?: string;
  team_id?: string;
  api_key_id?: string;
  provider?: string;
  model?: string;
  endpoint?: string;
  status?: string;
}

const OUTCOMES: readonly string[] = [
  'served',
  'replayed',
  'partial',
  'client_gone',
  'failed',
  'refused',
] satisfies Outcome[];

/** Narrows nothing. */
export const EVERY_REQUEST: RequestFilter = {
  userId: null,
  apiKeyId: null,
  provider: null,
  model: null,
  route: null,
  statusFrom: null,
  statusTo: null,
  outcome: null,
};

/**
 * Reads a filter. An organization is its only user; nobody is in a team.
 * @returns null when it can match nothing, such as for a malformed id
 */
export function readRequestFilter(text: FilterText): RequestFilter | null {
  const user = oneId('usr', [text.organization_id, text.user_id]);
  const key = oneId('key', [text.api_key_id]);
  const status = readStatus(text.status);
  if (user === undefined || key === undefined || status === null) return null;
  if (text.team_id !== undefined) return null;
  const plain = [text.provider, text.model, text.endpoint];
  if (plain.some((value) => value !== undefined && !isStorable(value))) return null;
  const [provider = null, model = null, route = null] = plain;
  return { ...EVERY_REQUEST, userId: user, apiKeyId: key, provider, model, route, ...status };
}

/** The one uuid that all given ids mean; null without any, undefined when they differ or are none. */
function oneId(prefix: 'usr' | 'key', ids: readonly (string | undefined)[]) {
  const given = ids.filter((id) => id !== undefined);
  const uuids = new Set(given.map((id) => decodeId(prefix, id)));
  const [uuid = null] = uuids;
  if (given.length === 0) return null;
  return uuids.size === 1 && uuid !== null ? uuid : undefined;
}

function readStatus(text: string | undefined): Partial<RequestFilter> | null {
  if (text === undefined) return {};
  if (OUTCOMES.includes(text)) return { outcome: text as Outcome };
  if (/^[1-5]\d\d$/.test(text)) return { statusFrom: Number(text), statusTo: Number(text) };
  if (!/^[1-5]xx$/.test(text)) return null;
  const from = Number(text[0]) * 100;
  return { statusFrom: from, statusTo: from + 99 };
}
