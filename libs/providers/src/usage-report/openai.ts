import type { Fields } from './fields.ts';
import { NO_COST, NO_TOKENS } from './reported-usage.ts';
import type { ReportRow } from './reported-usage.ts';
import type { ReportReader } from './reader.ts';

/**
 * The usage API of completions and of embeddings, grouped by model, and the CSV of the usage
 * dashboard, whose columns have the same names. `input_tokens` includes cached tokens and those
 * written to a cache; only newer reports have the latter.
 * @see https://platform.openai.com/docs/api-reference/usage/completions
 */
export const OPENAI_USAGE: ReportReader = {
  columns: ['start_time', 'end_time', 'model', 'input_tokens', 'num_model_requests'],
  json: { span: ['start_time', 'end_time'], ofResult: (fields) => usageIn(fields) },
  ofLine: (fields) => usageIn(fields),
};

function usageIn(fields: Fields): ReportRow {
  const day = fields.dayBetween('start_time', 'end_time');
  const total = fields.optionalCount('input_tokens');
  // The dashboard writes a line of nothing for a day without requests.
  if (total === undefined && fields.value('model') === undefined) return { day, usage: null };
  const input = total ?? fields.count('input_tokens');
  const cacheRead = fields.optionalCount('input_cached_tokens') ?? 0n;
  const cacheWrite = fields.optionalCount('input_cache_write_tokens') ?? null;
  if (cacheRead + (cacheWrite ?? 0n) > input) {
    fields.fail('input_cached_tokens', 'is more than input_tokens');
  }
  const model = fields.text('model') ?? fields.fail('model', 'is missing: group by model');
  return {
    day,
    usage: {
      model,
      input: input - cacheRead - (cacheWrite ?? 0n),
      cacheRead,
      cacheWrite,
      output: fields.optionalCount('output_tokens') ?? 0n,
      requests: fields.count('num_model_requests'),
      ...NO_COST,
    },
  };
}

/**
 * The costs API, grouped by line item, and the CSV of the dashboard. A line item is a model and
 * what was bought of the model, such as `gpt-5-mini, input`; an item without a comma is its own
 * name.
 * @see https://platform.openai.com/docs/api-reference/usage/costs
 */
export const OPENAI_COSTS: ReportReader = {
  columns: ['start_time', 'end_time', 'amount_value', 'amount_currency', 'line_item'],
  json: { span: ['start_time', 'end_time'], ofResult: (fields) => costIn(fields) },
  ofLine: (fields) => costIn(fields),
};

function costIn(fields: Fields): ReportRow {
  const day = fields.dayBetween('start_time', 'end_time');
  if (fields.value('amount_value') === undefined) return { day, usage: null };
  const currency = fields.text('amount_currency');
  if (currency?.toLowerCase() !== 'usd') fields.fail('amount_currency', 'must be usd');
  const item =
    fields.text('line_item') ?? fields.fail('line_item', 'is missing: group by line item');
  const model = item.split(', ')[0] ?? item;
  return { day, usage: { model, ...NO_TOKENS, costNano: fields.scaled('amount_value', 9) } };
}
