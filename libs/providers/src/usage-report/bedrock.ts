import type { Fields } from './fields.ts';
import type { ReportReader } from './reader.ts';
import type { ReportedUsage } from './reported-usage.ts';

type Tokens = Pick<ReportedUsage, 'input' | 'cacheRead' | 'cacheWrite' | 'output'>;

const NONE = { input: 0n, cacheRead: 0n, cacheWrite: 0n, output: 0n };
/** Decimals of one unit, in tokens. */
const UNITS: Readonly<Record<string, number>> = { token: 0, '1k token': 3, '1m token': 6 };
/**
 * `-input-tokens`, `-mantle-cache-write-tokens-standard`, `_CacheReadInputTokenCount_Global-Units`.
 */
const TOKENS =
  /[-_](?:mantle-)?(cache[-_]?read|cache[-_]?write|input|output|response)(?:[-_]?(?:1h|5m))?(?:[-_]?input)?[-_]?tokens?(?:[-_]?count)?(?=[-_]|$)/iu;
const KINDS: Readonly<Record<string, keyof Tokens>> = {
  cacheread: 'cacheRead',
  cachewrite: 'cacheWrite',
  input: 'input',
  output: 'output',
  response: 'output',
};
/** The code of the region in front, such as `USW2-`. */
const REGION = /^[A-Z]{2,4}\d+-/u;
/** A line of the Marketplace names its model in the product and not in the type of usage. */
const MARKETPLACE = /^MP:/u;
const EDITION = /\s*\(Amazon Bedrock Edition\)$/u;
const PRODUCT_NAMES = ['product_product_name', 'product_servicename', 'product_service_name'];
/** Lines of credits, refunds and fees repeat what other lines count. */
const COUNTED: ReadonlySet<string | undefined> = new Set([
  undefined,
  'Usage',
  'DiscountedUsage',
  'SavingsPlanCoveredUsage',
]);

/**
 * The Cost and Usage Report of AWS, version 2.0 or the legacy one, by hours or days: each line has
 * the tokens of one kind of one model, mostly in thousands. Lines of other services are left out.
 * Names are those of the price list, such as `Claude4.6Sonnet`.
 * @see https://docs.aws.amazon.com/bedrock/latest/userguide/cost-mgmt-understanding-cur-data.html
 * @see https://docs.aws.amazon.com/cur/latest/userguide/table-dictionary-cur2.html
 */
export const BEDROCK_CUR: ReportReader = {
  columns: [
    'line_item_usage_start_date',
    'line_item_usage_type',
    'line_item_usage_amount',
    'pricing_unit',
  ],
  // The legacy report writes lineItem/UsageStartDate.
  nameOf: (column) =>
    column
      .replaceAll(/([a-z\d])([A-Z])/gu, '$1_$2')
      .replaceAll('/', '_')
      .toLowerCase(),
  ofLine: (fields) => {
    const day = fields.day('line_item_usage_start_date');
    const type = fields.text('line_item_usage_type') ?? '';
    const found = TOKENS.exec(type);
    if (found === null || !COUNTED.has(fields.text('line_item_line_item_type'))) {
      return { day, usage: null };
    }
    const kind = KINDS[(found[1] ?? '').toLowerCase().replaceAll(/[-_]/gu, '')] ?? 'input';
    return {
      day,
      usage: {
        model: modelIn(fields, type.slice(0, found.index).replace(REGION, '')),
        ...NONE,
        [kind]: tokensIn(fields),
        requests: null,
        costNano: costIn(fields),
      },
    };
  },
};

function modelIn(fields: Fields, named: string): string {
  if (named !== '' && !MARKETPLACE.test(named)) return named;
  for (const name of PRODUCT_NAMES) {
    const product = fields.text(name)?.replace(EDITION, '');
    if (product !== undefined && product !== '') return product;
  }
  return fields.fail('product_product_name', 'is missing: no other column names the model');
}

function tokensIn(fields: Fields): bigint {
  const unit = (fields.text('pricing_unit') ?? '').toLowerCase().replace(/s$/u, '');
  const decimals = Object.hasOwn(UNITS, unit) ? UNITS[unit] : undefined;
  if (decimals === undefined) {
    return fields.fail('pricing_unit', 'must be Tokens, 1K tokens or 1M tokens');
  }
  const tokens = fields.scaled('line_item_usage_amount', decimals);
  return tokens >= 0n ? tokens : fields.fail('line_item_usage_amount', 'must be zero or more');
}

function costIn(fields: Fields): bigint | null {
  if (fields.value('line_item_unblended_cost') === undefined) return null;
  const currency = fields.text('line_item_currency_code') ?? 'USD';
  if (currency !== 'USD') fields.fail('line_item_currency_code', 'must be USD');
  return fields.scaled('line_item_unblended_cost', 9);
}
