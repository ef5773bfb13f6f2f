import { ERROR_CODES } from '@tollgate/contract/error-codes';
import { isStorable } from '@tollgate/contract/text';
import { PAID_ENDPOINTS } from '@tollgate/contract/paid-endpoints';
import { decodeId } from '@tollgate/runtime/ids';
import type { Outcome } from './request-record.ts';

/** Which requests are meant; what is null does not narrow. */
export interface RequestFilter {
  userId: string | null;
  apiKeyId: string | null;
  mode: 'live' | 'test' | null;
  provider: string | null;
  /** What answered by its exact id, or the alias that led there. */
  model: string | null;
  route: string | null;
  /** Statuses from … to, both included. */
  statusFrom: number | null;
  statusTo: number | null;
  outcome: Outcome | null;
  errorCode: string | null;
  /** The alias that led to the model. */
  alias: string | null;
}

/** What single records are narrowed by beside that; sums know nothing of it. */
export interface RecordFilter extends RequestFilter {
  /** The request id of an answer, or the public id of a record. */
  requestId: string | null;
  sessionId: string | null;
  tag: string | null;
  stream: boolean | null;
  /** The first moment that counts. */
  dateFrom: Date | null;
  /** The first moment that does not count. */
  dateTo: Date | null;
}

/** A filter as queries of both planes carry it. */
export interface FilterText {
  organization_id?: string;
  user_id?: string;
  team_id?: string;
  api_key_id?: string;
  mode?: 'live' | 'test' | 'all';
  provider?: string;
  model?: string;
  endpoint?: string;
  status?: string;
  error_code?: string;
  alias?: string;
}

/** A fault of one field of a filter. */
export interface FilterFault {
  field: keyof FilterText;
  message: string;
}

/** A filter that was read. */
export interface ReadFilter {
  /** Null when it can match nothing: two users at once, or a team. */
  filter: RequestFilter | null;
  /** Fields whose values mean nothing: figures for them would be zeros that look like an answer. */
  faults: FilterFault[];
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
  mode: null,
  provider: null,
  model: null,
  route: null,
  statusFrom: null,
  statusTo: null,
  outcome: null,
  errorCode: null,
  alias: null,
};

/** Narrows nothing. */
export const EVERY_RECORD: RecordFilter = {
  ...EVERY_REQUEST,
  requestId: null,
  sessionId: null,
  tag: null,
  stream: null,
  dateFrom: null,
  dateTo: null,
};

/**
 * Reads a filter. An organization is its only user; nobody is in a team. Whether the names it has
 * are known is judged elsewhere.
 */
export function readRequestFilter(text: FilterText): ReadFilter {
  const faults: FilterFault[] = [];
  const fault = (field: keyof FilterText, message: string): null => {
    faults.push({ field, message });
    return null;
  };
  const users = [idIn(text, 'organization_id', fault), idIn(text, 'user_id', fault)].filter(
    (id) => id !== null,
  );
  const apiKeyId = idIn(text, 'api_key_id', fault);
  const [provider, model] = [plainIn(text, 'provider', fault), plainIn(text, 'model', fault)];
  const [errorCode, alias] = [codeIn(text, fault), plainIn(text, 'alias', fault)];
  const route = text.endpoint === undefined ? null : routeIn(text.endpoint, fault);
  const status = statusIn(text.status, fault);
  const [userId = null, otherId = userId] = users;
  const canMatch = userId === otherId && text.team_id === undefined;
  const mode = text.mode === undefined || text.mode === 'all' ? null : text.mode;
  const named = { userId, apiKeyId, mode, provider, model, route, errorCode, alias };
  const filter = { ...EVERY_REQUEST, ...named, ...status };
  return { filter: canMatch ? filter : null, faults };
}

type Fault = (field: keyof FilterText, message: string) => null;

const PREFIXES = { organization_id: 'usr', user_id: 'usr', api_key_id: 'key' } as const;

function idIn(text: FilterText, field: keyof typeof PREFIXES, fault: Fault): string | null {
  const id = text[field];
  if (id === undefined) return null;
  const prefix = PREFIXES[field];
  return decodeId(prefix, id) ?? fault(field, `must be an id such as ${prefix}_…`);
}

function plainIn(
  text: FilterText,
  field: 'provider' | 'model' | 'alias',
  fault: Fault,
): string | null {
  const value = text[field];
  if (value === undefined) return null;
  return isStorable(value) ? value : fault(field, `is no ${field}`);
}

function codeIn({ error_code: code }: FilterText, fault: Fault): string | null {
  if (code === undefined || Object.hasOwn(ERROR_CODES, code)) return code ?? null;
  return fault('error_code', 'is no error code of this service');
}

/** A moment as a binding. */
export const isoOrNull = (moment: Date | null): string | null => moment?.toISOString() ?? null;

/** A part of the time that records are listed of. */
export interface RecordRange {
  date_from?: string;
  date_to?: string;
}

/** Reads from when until when records are meant; `fault` says what is wrong with `date_from`. */
export function readRecordRange(
  given: RecordRange,
): Pick<RecordFilter, 'dateFrom' | 'dateTo'> & { fault: string | null } {
  const [dateFrom, dateTo] = [given.date_from, given.date_to].map((moment) =>
    moment === undefined ? null : new Date(moment),
  ) as [Date | null, Date | null];
  const isBackwards = dateFrom !== null && dateTo !== null && dateFrom >= dateTo;
  return { dateFrom, dateTo, fault: isBackwards ? 'must be before date_to' : null };
}

/** Records keep the method as well; people mean the path. */
function routeIn(endpoint: string, fault: Fault): string | null {
  const route = endpoint.startsWith('/') ? `POST ${endpoint}` : endpoint;
  if (PAID_ENDPOINTS.includes(route)) return route;
  return fault(
    'endpoint',
    `must be one of ${PAID_ENDPOINTS.join(', ')}; the method may be left out`,
  );
}

function statusIn(text: string | undefined, fault: Fault): Partial<RequestFilter> {
  if (text === undefined) return {};
  if (OUTCOMES.includes(text)) return { outcome: text as Outcome };
  if (/^[1-5]\d\d$/.test(text)) return { statusFrom: Number(text), statusTo: Number(text) };
  if (/^[1-5]xx$/.test(text)) {
    const from = Number(text[0]) * 100;
    return { statusFrom: from, statusTo: from + 99 };
  }
  fault(
    'status',
    `must be a status such as 429, a class such as 4xx, or one of ${OUTCOMES.join(', ')}`,
  );
  return {};
}
