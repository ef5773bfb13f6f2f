import type { Filter } from './filters.tsx';
import { common } from './texts/common.ts';
import { requestLabels as labels } from './texts/requests.ts';

const HOUR_MS = 3_600_000;
const SPANS = { '1h': 1, '24h': 24, '7d': 168, '30d': 720 } as const;

/** The last hours or days of a list. */
export type Span = keyof typeof SPANS;

/** What the address of both lists of requests says beside the rest. */
export interface RecordSearch {
  last?: Span | undefined;
  date_from?: string | undefined;
  date_to?: string | undefined;
  error_code?: string | undefined;
  alias?: string | undefined;
  tag?: string | undefined;
  stream?: 'true' | 'false' | undefined;
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** Reads that part of an address; what means nothing is left out. */
export function readRecordSearch(given: Readonly<Record<string, unknown>>): RecordSearch {
  const { last, stream } = given;
  const found = {
    last: typeof last === 'string' && Object.hasOwn(SPANS, last) ? (last as Span) : undefined,
    date_from: text(given['date_from']),
    date_to: text(given['date_to']),
    error_code: text(given['error_code']),
    alias: text(given['alias']),
    // A tag of digits is read as a number from the address.
    tag: text(typeof given['tag'] === 'number' ? String(given['tag']) : given['tag']),
    // The address has it as a word, which routers read as a value of its own.
    stream: (['true', 'false'] as const).find((one) => one === String(stream)),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

/** That part as the routes take it; the last hours are counted from `now` in milliseconds. */
export function recordQuery({ last, stream, ...search }: RecordSearch, now = Date.now()) {
  const isRange = search.date_from !== undefined || search.date_to !== undefined;
  return {
    ...search,
    ...(last === undefined || isRange
      ? {}
      : { date_from: new Date(now - SPANS[last] * HOUR_MS).toISOString() }),
    ...(stream === undefined ? {} : { stream: stream === 'true' }),
  };
}

const SPAN_CHOICES = [
  { value: '', label: labels.anyTime },
  ...Object.keys(SPANS).map((value) => ({ value, label: labels.spans[value as Span] })),
];

/** When: the first field of the form. */
export const SPAN_FILTER: Filter = { name: 'last', label: labels.span, choices: SPAN_CHOICES };

/** The fields of both lists that are asked for less often. */
export const RECORD_FILTERS: readonly Filter[] = [
  {
    name: 'error_code',
    label: labels.errorCode,
    suggest: {
      of: 'error codes',
      find: async () => Object.keys((await import('./texts/failures.ts')).failures),
    },
  },
  { name: 'date_from', label: labels.from, type: 'datetime-local', isFurther: true },
  { name: 'date_to', label: labels.to, type: 'datetime-local', isFurther: true },
  {
    name: 'stream',
    label: labels.form,
    choices: [
      { value: '', label: labels.any },
      { value: 'true', label: labels.forms.stream },
      { value: 'false', label: labels.forms.whole },
    ],
    isFurther: true,
  },
  { name: 'request_id', label: common.requestId, isFurther: true },
  { name: 'session_id', label: labels.session, isFurther: true },
  { name: 'tag', label: labels.tag, isFurther: true },
];
