import { knowsProvider, listModelNames } from '@tollgate/catalog/name.queries';
import type { ReconciliationCreate } from '@tollgate/contract/platform/reconciliations';
import type { Db } from '@tollgate/db/connect';
import { ValidationError } from '@tollgate/http/validate';
import { readUsageReport, sumOf } from '@tollgate/providers/usage-report/read-report';
import type { UsageReport } from '@tollgate/providers/usage-report/read-report';
import { ReportFault } from '@tollgate/providers/usage-report/reported-usage';
import type { ReportedUsage } from '@tollgate/providers/usage-report/reported-usage';
import type { ReportedSide } from '@tollgate/requests/reconciliation/reconciliations';
import { fieldError } from './field-errors.ts';

/** What providers put behind the name of a model for the day of its making. */
const DATED = /-(?:\d{4}-\d{2}-\d{2}|\d{8})$/u;

/**
 * Reads a report and replaces the provider's names of models by ours. A name that no model has
 * stays behind the prefix.
 * @throws ValidationError that names the field
 */
export async function reportedSide(db: Db, asked: ReconciliationCreate): Promise<ReportedSide> {
  const { first_day: firstDay = null, last_day: lastDay = null } = asked;
  if (firstDay !== null && lastDay !== null && firstDay > lastDay) {
    throw fieldError('body', 'last_day', 'must not be before first_day');
  }
  if (!(await knowsProvider(db, asked.provider))) {
    throw fieldError('body', 'provider', 'is no provider of this installation');
  }
  const publicIdOf = await namesOf(db, asked);
  return withFaults(async () => {
    const report = await readUsageReport(asked.format, asked.report, { firstDay, lastDay });
    const { usage: _usage, ...rest } = report;
    return { ...rest, lines: underOurNames(report, publicIdOf) };
  });
}

async function withFaults<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ReportFault ? fieldError('body', 'report', error.message) : error;
  }
}

/**
 * What a name of the report is called here: as the request says, else as the catalogue does, with
 * or without the day of its making.
 */
async function namesOf(
  db: Db,
  { provider, models = [] }: ReconciliationCreate,
): Promise<(reported: string) => string> {
  const known = await listModelNames(db, provider);
  const publicIds = new Set(known.map(({ publicId }) => publicId));
  const byCatalogue = new Map(known.map((one) => [one.upstreamModel, one.publicId]));
  const byRequest = new Map<string, string>();
  for (const [index, { reported, model }] of models.entries()) {
    if (!publicIds.has(model)) throw modelError(index, 'model', 'is no model of this provider');
    if (byRequest.has(reported)) throw modelError(index, 'reported', 'is explained twice');
    byRequest.set(reported, model);
  }
  return (reported) =>
    byRequest.get(reported) ??
    byCatalogue.get(reported) ??
    byCatalogue.get(reported.replace(DATED, '')) ??
    `${provider}/${reported}`;
}

function modelError(index: number, name: 'model' | 'reported', msg: string): ValidationError {
  return new ValidationError([{ loc: ['body', 'models', index, name], msg, type: 'value_error' }]);
}

/** Several names of a provider may be one model here. */
function underOurNames(
  { usage }: UsageReport,
  publicIdOf: (reported: string) => string,
): ReportedUsage[] {
  const sums = new Map<string, ReportedUsage>();
  for (const one of usage) {
    const line = { ...one, model: publicIdOf(one.model) };
    const name = `${line.day} ${line.model}`;
    const before = sums.get(name);
    sums.set(name, before === undefined ? line : sumOf(before, line));
  }
  return [...sums.values()];
}
