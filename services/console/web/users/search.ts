import { readRecordSearch } from '../shared/request-filters.ts';
import type { RecordSearch } from '../shared/request-filters.ts';

/** What the address of the list of requests says. */
export interface RequestSearch extends RecordSearch {
  key?: string | undefined;
  mode?: 'live' | 'test' | 'all' | undefined;
  status?: string | undefined;
  model?: string | undefined;
  request_id?: string | undefined;
  session_id?: string | undefined;
  cursor?: string | undefined;
}

/** What the address of the list of operations says. */
export interface OperationSearch {
  /** Absent: calls. */
  kind?: 'videos' | 'batches' | undefined;
  state?: 'open' | 'ended' | undefined;
  cursor?: string | undefined;
}

/** What the address of the usage page says. */
export interface UsageSearch {
  days?: number | undefined;
  /** A range of days instead of the last ones. */
  from?: string | undefined;
  to?: string | undefined;
  /** Absent: the reader's own. */
  zone?: string | undefined;
  step?: 'day' | 'hour' | undefined;
  mode?: 'live' | 'test' | 'all' | undefined;
  /** The last hours instead of days. */
  hours?: number | undefined;
  /** A part of the time that was selected in a chart, in ISO 8601. */
  date_from?: string | undefined;
  date_to?: string | undefined;
  /** Whether the period before is shown as well. */
  compare?: true | undefined;
  /** What spending is shown by; absent: models. */
  by?: 'key' | undefined;
}

type Given = Record<string, unknown>;

const textOf = (value: unknown): string | undefined =>
  (typeof value === 'string' && value !== '') || typeof value === 'number'
    ? String(value)
    : undefined;
const modeOf = (value: unknown): 'live' | 'test' | 'all' | undefined =>
  (['live', 'test', 'all'] as const).find((mode) => mode === value);

/** Reads the address of the list of requests; what means nothing is left out. */
export const readRequestSearch = (given: Given): RequestSearch => ({
  key: textOf(given['key']),
  mode: modeOf(given['mode']),
  status: textOf(given['status']),
  model: textOf(given['model']),
  request_id: textOf(given['request_id']),
  session_id: textOf(given['session_id']),
  cursor: textOf(given['cursor']),
  ...readRecordSearch(given),
});

/** Values of `kind` that show videos; addresses that were bookmarked before have the second. */
const VIDEO_KINDS: readonly unknown[] = ['videos', 'films'];

function kindOf(value: unknown): OperationSearch['kind'] {
  if (value === 'batches') return value;
  return VIDEO_KINDS.includes(value) ? 'videos' : undefined;
}

/** Reads the address of the list of operations. */
export const readOperationSearch = (given: Given): OperationSearch => ({
  kind: kindOf(given['kind']),
  state: (['open', 'ended'] as const).find((state) => state === given['state']),
  cursor: textOf(given['cursor']),
});

/** Reads the address of the usage page. */
export const readUsageSearch = (given: Given): UsageSearch => ({
  days: Number.isInteger(given['days']) ? Number(given['days']) : undefined,
  from: textOf(given['from']),
  to: textOf(given['to']),
  zone: textOf(given['zone']),
  step: (['day', 'hour'] as const).find((step) => step === given['step']),
  mode: modeOf(given['mode']),
  hours: Number.isInteger(given['hours']) ? Number(given['hours']) : undefined,
  date_from: textOf(given['date_from']),
  date_to: textOf(given['date_to']),
  compare: given['compare'] === true ? true : undefined,
  by: given['by'] === 'key' ? 'key' : undefined,
});

/** What the address of the page of credits says. */
export interface CreditsSearch {
  /** Where the page of transactions begins. */
  cursor?: string | undefined;
  /** Where the page of grants begins. */
  grants?: string | undefined;
  /** Whether holds are listed; absent: no. */
  holds?: true | undefined;
}

/** Reads the address of the page of credits. */
export const readCreditsSearch = (given: Given): CreditsSearch => ({
  cursor: textOf(given['cursor']),
  grants: textOf(given['grants']),
  holds: given['holds'] === true ? true : undefined,
});

/** Reads which model a page is about. */
export const readModel = (given: Given): { id?: string | undefined } => ({
  id: textOf(given['id']),
});

/** Which models the playground calls. */
export const readPlayground = (
  given: Given,
): { id?: string | undefined; beside?: string | undefined } => ({
  ...readModel(given),
  beside: textOf(given['beside']),
});
