/**
 * The search parameters of the administrators' pages, so that a view can be sent to a colleague.
 */

import { readRecordSearch } from '../shared/request-filters.ts';
import type { RecordSearch } from '../shared/request-filters.ts';

const DAYS = [7, 30, 90] as const;
const STATES = ['active', 'suspended', 'closed'] as const;

/** How far back the overview looks. */
export interface OverviewSearch {
  days?: (typeof DAYS)[number];
}

/** Days of an overview that names none. */
export const DAYS_DEFAULT = 30;

/** Reads the search of the overview; what is not known is left out. */
export function overviewSearch(given: Record<string, unknown>): OverviewSearch {
  const days = DAYS.find((one) => one === Number(given['days']));
  return days === undefined ? {} : { days };
}

/** Which users are listed. */
export interface UsersSearch {
  search?: string;
  status?: (typeof STATES)[number];
  /** The last user of the page before. */
  before?: string;
}

/** Texts of these names that are not empty. */
function textsOf<Name extends string>(
  given: Record<string, unknown>,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const found: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const value = given[name];
    if (typeof value === 'string' && value !== '') found[name] = value;
  }
  return found;
}

/** Reads the search of the list of users. */
export function usersSearch(given: Record<string, unknown>): UsersSearch {
  const status = STATES.find((state) => state === given['status']);
  const found = textsOf(given, ['search', 'before']);
  return status === undefined ? found : { ...found, status };
}

const MODEL_STATES_KNOWN = ['discovered', 'approved', 'rejected'] as const;

/** Which models are listed. */
export interface ModelsSearch {
  /** The exact public id of one. */
  public_id?: string;
  state?: (typeof MODEL_STATES_KNOWN)[number];
  offset?: number;
}

/** Reads the search of the list of models. */
export function modelsSearch(given: Record<string, unknown>): ModelsSearch {
  const state = MODEL_STATES_KNOWN.find((one) => one === given['state']);
  const offset = Number(given['offset']);
  return {
    ...textsOf(given, ['public_id']),
    ...(state === undefined ? {} : { state }),
    ...(Number.isInteger(offset) && offset > 0 ? { offset } : {}),
  };
}

/** Which price versions of a model are listed: the last version of the page before. */
export type ModelPricesSearch = { before?: string };

/** Reads the search of the page of a model. */
export const modelPricesSearch = (given: Record<string, unknown>): ModelPricesSearch =>
  textsOf(given, ['before']);

/** The states of models. */
export const MODEL_STATES = MODEL_STATES_KNOWN;

/** Which requests are listed. */
export interface RequestsSearch extends RecordSearch {
  api_key_id?: string;
  organization_id?: string;
  provider?: string;
  model?: string;
  status?: string;
  session_id?: string;
  request_id?: string;
  mode?: 'live' | 'test' | 'all';
  offset?: number;
}

/** Reads the search of the list of requests. */
export function requestsSearch(given: Record<string, unknown>): RequestsSearch {
  const mode = (['live', 'test', 'all'] as const).find((one) => one === given['mode']);
  const offset = Number(given['offset']);
  // A status such as 429 is read as a number from the address.
  const { status: code } = given;
  const status = typeof code === 'number' ? { status: String(code) } : {};
  return {
    ...textsOf({ ...given, ...status }, [
      'organization_id',
      'provider',
      'model',
      'status',
      'session_id',
      'request_id',
      'api_key_id',
    ]),
    ...readRecordSearch(given),
    ...(mode === undefined ? {} : { mode }),
    ...(Number.isInteger(offset) && offset > 0 ? { offset } : {}),
  };
}

/** Which events are listed; moments are in ISO 8601. */
export interface AuditSearch {
  action?: string;
  user_id?: string;
  date_from?: string;
  date_to?: string;
  /** The last event of the page before. */
  before?: string;
}

/** Reads the search of the trail. */
export const auditSearch = (given: Record<string, unknown>): AuditSearch =>
  textsOf(given, ['action', 'user_id', 'date_from', 'date_to', 'before']);

/** Which prices are listed, and the model whose prices are tried. */
export interface PricesSearch {
  model?: string;
  offset?: number;
}

/** Reads the search of the prices. */
export function pricesSearch(given: Record<string, unknown>): PricesSearch {
  const offset = Number(given['offset']);
  return {
    ...textsOf(given, ['model']),
    ...(Number.isInteger(offset) && offset > 0 ? { offset } : {}),
  };
}

/** The page of aliases: the last alias of the page before. */
export const aliasesSearch = (given: Record<string, unknown>): { before?: string } =>
  textsOf(given, ['before']);

const MODES = ['live', 'test', 'all'] as const;
const ANALYTICS_TEXTS = [
  'from',
  'until',
  // A part of the time that was selected in a chart, in ISO 8601.
  'date_from',
  'date_to',
  'organization_id',
  'provider',
  'model',
  'status',
  'endpoint',
  'api_key_id',
] as const;

/** Columns of the analysis that are shown where somebody wants them. */
export const MORE_COLUMNS = [
  'failed',
  'refused',
  'faults',
  'cached',
  'reasoning',
  'p50',
  'first',
] as const;
/** One of {@link MORE_COLUMNS}. */
export type MoreColumn = (typeof MORE_COLUMNS)[number];

const HOURS = [24, 168, 720, 2_160] as const;
const GROUPS = ['key', 'user'] as const;
/** The sides of calls, each with a table of its own. */
export const SIDES = [
  'models',
  'providers',
  'users',
  'keys',
  'endpoints',
  'statuses',
  'errors',
  'series',
] as const;
/** One of {@link SIDES}. */
export type Side = (typeof SIDES)[number];

/** What the analysis is about; days are those of UTC. */
export type AnalyticsSearch = Partial<Record<(typeof ANALYTICS_TEXTS)[number], string>> & {
  mode?: (typeof MODES)[number];
  /** The last hours, in place of days. */
  hours?: (typeof HOURS)[number];
  /** Whether the period before is shown as well. */
  compare?: true;
  /** What spending is shown by; absent: models. */
  by?: (typeof GROUPS)[number];
  /** The side whose table is shown; absent: the first one. */
  side?: Side;
  /** Those of {@link MORE_COLUMNS} that are shown, in their order. */
  columns?: MoreColumn[];
};

/** Numbers and days are read as such from the address. */
const asTexts = (given: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      typeof value === 'number' ? String(value) : value,
    ]),
  );

/** Reads the search of the analysis. */
export function analyticsSearch(given: Record<string, unknown>): AnalyticsSearch {
  const mode = MODES.find((one) => one === given['mode']);
  const asked: unknown = given['columns'];
  const columns = MORE_COLUMNS.filter((name) => Array.isArray(asked) && asked.includes(name));
  const hours = HOURS.find((one) => one === Number(given['hours']));
  const by = GROUPS.find((one) => one === given['by']);
  const side = SIDES.find((one) => one === given['side']);
  return {
    ...textsOf(asTexts(given), ANALYTICS_TEXTS),
    ...(mode === undefined ? {} : { mode }),
    ...(hours === undefined ? {} : { hours }),
    ...(given['compare'] === true ? { compare: true } : {}),
    ...(by === undefined ? {} : { by }),
    ...(side === undefined ? {} : { side }),
    ...(columns.length === 0 ? {} : { columns }),
  };
}

/** What requests do: read, or change something. */
export const ACCESS_METHODS = ['read', 'change'] as const;

/** Which answered requests are listed. */
export interface AccessSearch {
  organization_id?: string;
  path?: string;
  status?: string;
  method?: (typeof ACCESS_METHODS)[number];
  days?: number;
  offset?: number;
}

/** Reads the search of the access log. */
export function accessSearch(given: Record<string, unknown>): AccessSearch {
  const method = ACCESS_METHODS.find((one) => one === given['method']);
  const days = DAYS.find((one) => one === Number(given['days']));
  const offset = Number(given['offset']);
  return {
    ...textsOf(asTexts(given), ['organization_id', 'path', 'status']),
    ...(method === undefined ? {} : { method }),
    ...(days === undefined ? {} : { days }),
    ...(Number.isInteger(offset) && offset > 0 ? { offset } : {}),
  };
}

const MOVED_BY = ['grants', 'requests'] as const;

/** Which transactions are listed. */
export interface CreditsSearch {
  moved_by?: (typeof MOVED_BY)[number];
  /** Whether holds are listed; absent: no. */
  holds?: true;
  /** The last transaction of the page before. */
  before?: string;
}

/** Reads the search of the list of transactions. */
export function creditsSearch(given: Record<string, unknown>): CreditsSearch {
  const by = MOVED_BY.find((one) => one === given['moved_by']);
  return {
    ...textsOf(given, ['before']),
    ...(by === undefined ? {} : { moved_by: by }),
    ...(given['holds'] === true ? { holds: true } : {}),
  };
}

/** The choices of hours of the analysis. */
export const HOUR_CHOICES = HOURS;
/** The choices of days. */
export const DAY_CHOICES = DAYS.map((days) => ({ value: String(days), label: String(days) }));
/** The states of users. */
export const USER_STATES = STATES;

/** Which reconciliations are listed. */
export interface ReconciliationsSearch {
  /** The last one of the page before. */
  before?: string;
}

/** Reads the search of the list of reconciliations. */
export const reconciliationsSearch = (given: Record<string, unknown>): ReconciliationsSearch =>
  textsOf(given, ['before']);

/** Which lines of a reconciliation are shown. */
export interface ReconciliationSearch {
  /** Also those that are equal. */
  all?: true;
  /** The last line of the page before. */
  after?: string;
}

/** Reads the search of one reconciliation. */
export function reconciliationSearch(given: Record<string, unknown>): ReconciliationSearch {
  const found = textsOf(given, ['after']);
  return given['all'] === true ? { ...found, all: true } : found;
}
