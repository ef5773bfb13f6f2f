import type { Fields } from './fields.ts';
import { NO_COST, NO_TOKENS } from './reported-usage.ts';
import type { ReportRow } from './reported-usage.ts';
import type { ReportReader } from './reader.ts';

/**
 * The usage report of messages, grouped by model, and the CSV of the usage page of the Console.
 * Each kind of input is counted by itself; neither has the number of requests.
 * @see https://platform.claude.com/docs/en/api/admin-api/usage-cost/get-messages-usage-report
 */
export const ANTHROPIC_USAGE: ReportReader = {
  columns: [
    'usage_date_utc',
    'model_version',
    'usage_input_tokens_no_cache',
    'usage_input_tokens_cache_read',
    'usage_output_tokens',
  ],
  json: { span: ['starting_at', 'ending_at'], ofResult: usageOfResult },
  ofLine: (fields) => ({
    day: fields.day('usage_date_utc'),
    usage: {
      model: fields.text('model_version') ?? fields.fail('model_version', 'is missing'),
      input: fields.count('usage_input_tokens_no_cache'),
      cacheRead: fields.count('usage_input_tokens_cache_read'),
      cacheWrite:
        (fields.optionalCount('usage_input_tokens_cache_write_5m') ?? 0n) +
        (fields.optionalCount('usage_input_tokens_cache_write_1h') ?? 0n),
      output: fields.count('usage_output_tokens'),
      requests: null,
      ...NO_COST,
    },
  }),
};

function usageOfResult(fields: Fields): ReportRow {
  return {
    day: fields.dayBetween('starting_at', 'ending_at'),
    usage: {
      model: fields.text('model') ?? fields.fail('model', 'is missing: group by model'),
      input: fields.count('uncached_input_tokens'),
      cacheRead: fields.optionalCount('cache_read_input_tokens') ?? 0n,
      cacheWrite:
        (fields.optionalCount('cache_creation_ephemeral_5m_input_tokens') ?? 0n) +
        (fields.optionalCount('cache_creation_ephemeral_1h_input_tokens') ?? 0n),
      output: fields.count('output_tokens'),
      requests: null,
      ...NO_COST,
    },
  };
}

/**
 * The cost report, grouped by description, whose amounts are decimals in cents, and the CSV of the
 * cost page of the Console, whose amounts are dollars. What was no model's, such as searches, goes
 * by its description.
 * @see https://platform.claude.com/docs/en/manage-claude/usage-cost-api
 */
export const ANTHROPIC_COST: ReportReader = {
  columns: ['usage_date_utc', 'model', 'cost_usd'],
  json: { span: ['starting_at', 'ending_at'], ofResult: costOfResult },
  ofLine: (fields) => {
    const model =
      fields.text('model') ?? fields.text('cost_type') ?? fields.fail('model', 'is missing');
    return {
      day: fields.day('usage_date_utc'),
      usage: { model, ...NO_TOKENS, costNano: fields.scaled('cost_usd', 9) },
    };
  },
};

function costOfResult(fields: Fields): ReportRow {
  const day = fields.dayBetween('starting_at', 'ending_at');
  if (fields.text('currency') !== 'USD') fields.fail('currency', 'must be USD');
  const model =
    fields.text('model') ??
    fields.text('description') ??
    fields.fail('description', 'is missing: group by description');
  return { day, usage: { model, ...NO_TOKENS, costNano: fields.scaled('amount', 7) } };
}
