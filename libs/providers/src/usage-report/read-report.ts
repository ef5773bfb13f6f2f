import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import {
  RECONCILIATION_DAYS_MAX,
  RECONCILIATION_LINES_MAX,
} from '@tollgate/contract/platform/reconciliations';
import type { UsageReportFormat } from '@tollgate/contract/platform/reconciliations';
import { ANTHROPIC_COST, ANTHROPIC_USAGE } from './anthropic.ts';
import { BEDROCK_CUR } from './bedrock.ts';
import { Fields } from './fields.ts';
import { OPENAI_COSTS, OPENAI_USAGE } from './openai.ts';
import type { ReportReader } from './reader.ts';
import { ReportFault } from './reported-usage.ts';
import type { ReportedUsage, ReportRow } from './reported-usage.ts';

const READERS: Readonly<Record<UsageReportFormat, ReportReader>> = {
  openai_usage: OPENAI_USAGE,
  openai_costs: OPENAI_COSTS,
  anthropic_usage: ANTHROPIC_USAGE,
  anthropic_cost: ANTHROPIC_COST,
  bedrock_cur: BEDROCK_CUR,
};

const DAY_MS = 86_400_000;
/** What a column of the sums holds; more is no usage of one day. */
const SUM_MAX = 9_000_000_000_000_000_000n;
/** Rows that are read before other work has its turn. */
const ROWS_AT_ONCE = 500;
/** Characters that the reader of CSV is given at a time. */
const PIECE_CHARACTERS = 65_536;
/** Fields of one line of CSV and what is between them. */
const LINE_CHARACTERS_MAX = 100_000;

/** The figures of a report, added up by day and model. */
export interface UsageReport {
  /** By day and model, once each. */
  usage: ReportedUsage[];
  /** The first day that the report has, or of the range that was asked for. */
  firstDay: string;
  lastDay: string;
  rowsRead: number;
  rowsLeftOut: number;
  /** Whether the report has tokens, and not costs alone. */
  hasTokens: boolean;
}

/** Which days are wanted; null for all of the report. */
export interface DaysAsked {
  firstDay: string | null;
  lastDay: string | null;
}

/**
 * Reads a report row by row and adds up separate rows: by project, key, tier or hour. Only the sums
 * are kept.
 * @throws ReportFault that names the path
 */
export async function readUsageReport(
  format: UsageReportFormat,
  text: string,
  asked: DaysAsked,
): Promise<UsageReport> {
  const tally: Tally = { sums: new Map(), first: null, last: null, rowsRead: 0, rowsLeftOut: 0 };
  for await (const row of rowsOf(READERS[format], text)) {
    countRow(tally, row, asked);
    if (tally.rowsRead % ROWS_AT_ONCE === 0) await new Promise(setImmediate);
  }
  return {
    usage: [...tally.sums.values()],
    ...rangeOf(tally, asked),
    rowsRead: tally.rowsRead,
    rowsLeftOut: tally.rowsLeftOut,
    hasTokens: format !== 'openai_costs' && format !== 'anthropic_cost',
  };
}

interface Tally {
  sums: Map<string, ReportedUsage>;
  first: string | null;
  last: string | null;
  rowsRead: number;
  rowsLeftOut: number;
}

function countRow(tally: Tally, { day, usage }: ReportRow, asked: DaysAsked): void {
  tally.rowsRead += 1;
  const isAsked = (asked.firstDay ?? day) <= day && day <= (asked.lastDay ?? day);
  if (isAsked) {
    if (tally.first === null || day < tally.first) tally.first = day;
    if (tally.last === null || day > tally.last) tally.last = day;
  }
  if (usage === null || !isAsked) tally.rowsLeftOut += 1;
  else addTo(tally.sums, { day, ...usage });
}

function rangeOf(
  { first, last }: Tally,
  asked: DaysAsked,
): Pick<UsageReport, 'firstDay' | 'lastDay'> {
  const firstDay = asked.firstDay ?? first;
  const lastDay = asked.lastDay ?? last;
  if (firstDay === null || lastDay === null) throw new ReportFault('has no rows');
  if (firstDay > lastDay) throw new ReportFault('has no rows on these days');
  if ((Date.parse(lastDay) - Date.parse(firstDay)) / DAY_MS >= RECONCILIATION_DAYS_MAX) {
    throw new ReportFault(`may tell of ${RECONCILIATION_DAYS_MAX} days at most`);
  }
  return { firstDay, lastDay };
}

function addTo(sums: Map<string, ReportedUsage>, one: ReportedUsage): void {
  const name = `${one.day} ${one.model}`;
  const before = sums.get(name);
  sums.set(name, before === undefined ? bounded(one) : sumOf(before, one));
  if (sums.size > RECONCILIATION_LINES_MAX) {
    throw new ReportFault(`may tell of ${RECONCILIATION_LINES_MAX} days and models at most`);
  }
}

const MEASURES = ['input', 'cacheRead', 'cacheWrite', 'output', 'requests', 'costNano'] as const;

/**
 * The sum of two rows for the same day and model; a figure that neither has stays unknown.
 * @throws ReportFault for a sum that nobody could keep
 */
export function sumOf(one: ReportedUsage, other: ReportedUsage): ReportedUsage {
  const sum = { ...one };
  for (const name of MEASURES) {
    const [a, b] = [one[name], other[name]];
    sum[name] = a === null || b === null ? (a ?? b) : a + b;
  }
  return bounded(sum);
}

function bounded(one: ReportedUsage): ReportedUsage {
  if (MEASURES.every((name) => (one[name] ?? 0n) <= SUM_MAX && (one[name] ?? 0n) >= -SUM_MAX)) {
    return one;
  }
  throw new ReportFault(`tells of too much for ${one.model} on ${one.day}`);
}

function rowsOf(
  reader: ReportReader,
  text: string,
): Iterable<ReportRow> | AsyncIterable<ReportRow> {
  return /^\s*[[{]/u.test(text) ? rowsOfJson(reader, text) : rowsOfCsv(reader, text);
}

function* rowsOfJson(reader: ReportReader, text: string): Generator<ReportRow> {
  const { json } = reader;
  if (json === undefined) throw new ReportFault('must be CSV');
  const pages = jsonOf(text);
  const all = Array.isArray(pages) ? (pages as unknown[]) : [pages];
  for (const [index, page] of all.entries()) {
    const path = Array.isArray(pages) ? `[${index}].` : '';
    const buckets = listIn(page, 'data', path);
    for (const [at, bucket] of buckets.entries()) {
      const inside = `${path}data[${at}].`;
      const { results: _results, ...span } = objectAt(bucket, inside);
      const results = listIn(bucket, 'results', inside);
      if (results.length === 0) {
        yield { day: new Fields(span, inside).dayBetween(...json.span), usage: null };
      }
      for (const [number, result] of results.entries()) {
        const where = `${inside}results[${number}].`;
        yield json.ofResult(new Fields({ ...flat(objectAt(result, where)), ...span }, where));
      }
    }
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new ReportFault('is no JSON');
  }
}

type Members = Readonly<Record<string, unknown>>;

function objectAt(value: unknown, path: string): Members {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Members;
  throw new ReportFault(`${path.slice(0, -1)} must be an object`.trimStart());
}

function listIn(value: unknown, name: string, path: string): readonly unknown[] {
  const list = objectAt(value, path)[name];
  if (Array.isArray(list)) return list;
  throw new ReportFault(`${path}${name} must be a list`);
}

/** `amount: {value: 1}` becomes `amount_value: 1`. */
function flat(result: Members): Members {
  return Object.fromEntries(
    Object.entries(result).flatMap(([name, value]) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.entries(value).map(([inner, one]) => [`${name}_${inner}`, one])
        : [[name, value]],
    ),
  );
}

async function* rowsOfCsv(reader: ReportReader, text: string): AsyncGenerator<ReportRow> {
  const { columns, nameOf = (name: string) => name } = reader;
  const lines = Readable.from(piecesOf(text)).pipe(
    parse({
      bom: true,
      trim: true,
      skip_empty_lines: true,
      info: true,
      max_record_size: LINE_CHARACTERS_MAX,
      columns: (header: string[]) => {
        const names = header.map(nameOf);
        const missing = columns.filter((name) => !names.includes(name));
        if (missing.length === 0) return names;
        throw new ReportFault(`has no column ${missing.join(', ')}`);
      },
    }),
  );
  try {
    for await (const line of lines) {
      const { record, info } = line as { record: Members; info: { lines: number } };
      yield reader.ofLine(new Fields(record, `line ${info.lines}: `));
    }
  } catch (error) {
    throw isCsvError(error) ? new ReportFault(`is no CSV: ${error.message}`) : error;
  }
}

function* piecesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += PIECE_CHARACTERS) {
    yield text.slice(at, at + PIECE_CHARACTERS);
  }
}

function isCsvError(error: unknown): error is Error {
  return error instanceof Error && String((error as { code?: unknown }).code).startsWith('CSV_');
}
