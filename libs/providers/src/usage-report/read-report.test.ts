import type { UsageReportFormat } from '@tollgate/contract/platform/reconciliations';
import { readUsageReport } from './read-report.ts';
import type { DaysAsked, UsageReport } from './read-report.ts';
import { ReportFault } from './reported-usage.ts';

const ALL: DaysAsked = { firstDay: null, lastDay: null };
const START = Date.parse('2026-11-24T00:00:00Z') / 1_000;
const DAY = 86_400;

const read = (
  format: UsageReportFormat,
  report: unknown,
  days: Partial<DaysAsked> = {},
): Promise<UsageReport> =>
  readUsageReport(format, typeof report === 'string' ? report : JSON.stringify(report), {
    ...ALL,
    ...days,
  });

const bucket = (results: object[], start = START, end = start + DAY): object => ({
  object: 'bucket',
  start_time: start,
  end_time: end,
  results,
});
const page = (...data: object[]): object => ({ object: 'page', has_more: false, data });
const completions = (more: object = {}): object => ({
  object: 'organization.usage.completions.result',
  input_tokens: 1_000,
  input_cached_tokens: 800,
  output_tokens: 500,
  num_model_requests: 5,
  model: 'gpt-5-2025-08-07',
  project_id: null,
  ...more,
});

describe('openai_usage', () => {
  test('a page: cached tokens are among the input, and what is written to a cache is not told', async () => {
    const report = await read('openai_usage', page(bucket([completions()])));
    expect(report).toEqual({
      usage: [
        {
          day: '2026-11-24',
          model: 'gpt-5-2025-08-07',
          input: 200n,
          cacheRead: 800n,
          cacheWrite: null,
          output: 500n,
          requests: 5n,
          costNano: null,
        },
      ],
      firstDay: '2026-11-24',
      lastDay: '2026-11-24',
      rowsRead: 1,
      rowsLeftOut: 0,
      hasTokens: true,
    });
  });

  test('pages in a list: what stands apart by project, hour or page is added up, and empty days count', async () => {
    const half = START + DAY / 2;
    const embedding = { input_tokens: 7, num_model_requests: 1, model: 'text-embedding-3-small' };
    const both = [completions({ project_id: 'a' }), completions({ input_cache_write_tokens: 50 })];
    const report = await read('openai_usage', [
      page(bucket([...both, embedding], START, half)),
      page(bucket([completions()], half, START + DAY), bucket([], START + DAY)),
    ]);
    expect(report).toMatchObject({
      usage: [
        {
          model: 'gpt-5-2025-08-07',
          input: 550n,
          cacheRead: 2_400n,
          cacheWrite: 50n,
          output: 1_500n,
        },
        { model: 'text-embedding-3-small', input: 7n, cacheWrite: null, output: 0n, requests: 1n },
      ],
      lastDay: '2026-11-25',
      rowsRead: 5,
      rowsLeftOut: 1,
    });
  });

  test('the CSV of the dashboard, with a day without requests', async () => {
    const report = await read(
      'openai_usage',
      `\uFEFFstart_time,end_time,start_time_iso,num_model_requests,model,input_tokens,output_tokens,input_cached_tokens
${START},${START + DAY},2026-11-24T00:00:00+00:00,3,gpt-5-mini,900,30,100
${START + DAY},${START + 2 * DAY},2026-11-25T00:00:00+00:00,,,,,
`,
    );
    expect(report).toMatchObject({
      usage: [{ day: '2026-11-24', input: 800n, cacheRead: 100n, output: 30n, requests: 3n }],
      lastDay: '2026-11-25',
      rowsRead: 2,
      rowsLeftOut: 1,
    });
  });
});

test('openai_costs: a line item is a model and what was bought, in JSON and in CSV', async () => {
  const amount = (value: number, line_item: string): object => ({
    object: 'organization.costs.result',
    amount: { value, currency: 'usd' },
    line_item,
  });
  const json = await read(
    'openai_costs',
    page(bucket([amount(0.06, 'gpt-5-mini, input'), amount(1e-7, 'gpt-5-mini, output')])),
  );
  expect(json).toMatchObject({ hasTokens: false, usage: [{ model: 'gpt-5-mini', input: null }] });
  expect(json.usage[0]?.costNano).toBe(60_000_100n);
  const csv = await read(
    'openai_costs',
    `start_time,end_time,amount_value,amount_currency,line_item
${START},${START + DAY},0.8958740000000000,usd,"gpt-5-mini, input"
${START},${START + DAY},-0.1,usd,"gpt-5-mini, input"
${START + DAY},${START + 2 * DAY},,,
`,
  );
  expect(csv.usage).toMatchObject([{ model: 'gpt-5-mini', costNano: 795_874_000n }]);
  expect(csv.lastDay).toBe('2026-11-25');
});

const messages = (results: object[]): object => ({
  has_more: false,
  next_page: null,
  data: [{ starting_at: '2026-11-24T00:00:00Z', ending_at: '2026-11-25T00:00:00Z', results }],
});

test('anthropic_usage: each kind of input by itself, and requests are not told', async () => {
  const sums = { input: 1_500n, cacheRead: 200n, cacheWrite: 1_500n, output: 500n, requests: null };
  const json = await read(
    'anthropic_usage',
    messages([
      {
        uncached_input_tokens: 1_500,
        cache_creation: { ephemeral_1h_input_tokens: 1_000, ephemeral_5m_input_tokens: 500 },
        cache_read_input_tokens: 200,
        output_tokens: 500,
        server_tool_use: { web_search_requests: 10 },
        model: 'claude-sonnet-4-5-20250929',
        service_tier: 'standard',
      },
    ]),
  );
  expect(json.usage).toMatchObject([{ model: 'claude-sonnet-4-5-20250929', ...sums }]);
  const csv = await read(
    'anthropic_usage',
    `usage_date_utc,model_version,api_key,workspace,usage_type,context_window,usage_input_tokens_no_cache,usage_input_tokens_cache_write_5m,usage_input_tokens_cache_write_1h,usage_input_tokens_cache_read,usage_output_tokens,web_search_count
2026-11-24,claude-opus-5,mine,Default,standard,≤ 200k,1000,500,1000,200,400,0
2026-11-24,claude-opus-5,other,Default,standard,≤ 200k,500,0,0,0,100,3
`,
  );
  expect(csv.usage).toMatchObject([{ day: '2026-11-24', model: 'claude-opus-5', ...sums }]);
});

test('anthropic_cost: cents in JSON, dollars in CSV', async () => {
  const json = await read(
    'anthropic_cost',
    messages([
      { currency: 'USD', amount: '123.78912', model: 'claude-opus-5', description: 'x' },
      { currency: 'USD', amount: '1', model: null, description: 'Web search' },
    ]),
  );
  expect(json.usage).toMatchObject([
    { model: 'claude-opus-5', costNano: 1_237_891_200n, output: null },
    { model: 'Web search', costNano: 10_000_000n },
  ]);
  const csv = await read(
    'anthropic_cost',
    `usage_date_utc,model,workspace,api_key,usage_type,context_window,token_type,cost_usd,list_price_usd,cost_type,inference_geo,speed
2026-11-24,Claude Haiku 4.5,Default,key,message,≤ 200k,input_no_cache,0.05,0.05,token,global,
2026-11-24,Claude Haiku 4.5,Default,key,message,≤ 200k,output,0.02,0.02,token,global,
`,
  );
  expect(csv.usage).toMatchObject([{ model: 'Claude Haiku 4.5', costNano: 70_000_000n }]);
});

describe('bedrock_cur', () => {
  const HEADER =
    'line_item_line_item_type,line_item_usage_start_date,line_item_product_code,line_item_usage_type,line_item_usage_amount,pricing_unit,line_item_unblended_cost,line_item_currency_code,product_product_name';
  const line = (type: string, amount: string, more: { unit?: string; name?: string } = {}) =>
    `Usage,2026-11-24T10:00:00Z,AmazonBedrock,${type},${amount},${more.unit ?? '1K tokens'},0.001,USD,${more.name ?? 'Amazon Bedrock'}`;

  test('each line has one kind of tokens of one model; other services are left out', async () => {
    const report = await read(
      'bedrock_cur',
      [
        HEADER,
        line('USW2-Claude4.6Sonnet-input-tokens', '17.33'),
        line('USW2-Claude4.6Sonnet-input-tokens-cross-region-global', '0.67'),
        line('USE1-Claude4.6Sonnet-output-tokens', '68.579'),
        line('USW2-Claude4.6Sonnet-cache-read-input-token-count', '5372.659'),
        line('USW2-Claude4.6Sonnet-cache-write-input-token-count', '831.74'),
        line('USW2-anthropic.claude-opus-4-8-mantle-cache-write-tokens-standard', '1629.5'),
        line('USE1-NovaLite-output-tokens', '6100000', { unit: 'Tokens' }),
        line('USE1-BoxUsage:t3.micro', '24', { unit: 'Hrs' }),
        line('USE1-Claude4.6Sonnet-input-tokens', '9').replace('Usage,', 'Credit,'),
      ].join('\n'),
    );
    expect(report.usage).toMatchObject([
      {
        model: 'Claude4.6Sonnet',
        input: 18_000n,
        output: 68_579n,
        cacheRead: 5_372_659n,
        cacheWrite: 831_740n,
        requests: null,
        costNano: 5_000_000n,
      },
      { model: 'anthropic.claude-opus-4-8', cacheWrite: 1_629_500n, input: 0n },
      { model: 'NovaLite', output: 6_100_000n },
    ]);
    expect(report).toMatchObject({ rowsRead: 9, rowsLeftOut: 2 });
  });

  test('what is sold through the Marketplace goes by the product', async () => {
    const name = 'Claude Opus 4.1 (Amazon Bedrock Edition)';
    const report = await read(
      'bedrock_cur',
      [
        HEADER,
        line('USE1-MP:USE1_InputTokenCount-Units', '1.5', { unit: '1M tokens', name }),
        line('USE1-MP:USE1_output_tokens_standard-Units', '0.25', { unit: '1M tokens', name }),
        line('USE1-MP:USE1_CacheReadInputTokenCount_Global-Units', '2', {
          unit: '1M tokens',
          name,
        }),
      ].join('\n'),
    );
    expect(report.usage).toMatchObject([
      { model: 'Claude Opus 4.1', input: 1_500_000n, output: 250_000n, cacheRead: 2_000_000n },
    ]);
  });

  test('the legacy report has the same columns under other names', async () => {
    const report = await read(
      'bedrock_cur',
      `lineItem/LineItemType,lineItem/UsageStartDate,lineItem/UsageType,lineItem/UsageAmount,pricing/unit
Usage,2026-11-24T23:00:00Z,USE1-NovaLite-input-tokens,3,1K tokens
`,
    );
    expect(report.usage).toMatchObject([
      { day: '2026-11-24', model: 'NovaLite', input: 3_000n, costNano: null },
    ]);
  });

  test.each([
    [line('USE1-NovaLite-input-tokens', '1', { unit: 'Units' }), 'line 2: pricing_unit'],
    [line('USE1-NovaLite-input-tokens', '-1'), 'line 2: line_item_usage_amount'],
    [line('USE1-NovaLite-input-tokens', '1').replace('USD', 'EUR'), 'line 2: line_item_currency'],
    [line('USE1-MP:USE1_InputTokenCount-Units', '1', { name: '""' }), 'line 2: product_product'],
  ])('%s is refused', async (text, path) => {
    await expect(read('bedrock_cur', `${HEADER}\n${text}`)).rejects.toThrow(path);
  });
});

test('days that were not asked for are left out', async () => {
  const report = page(...[0, 1, 2].map((day) => bucket([completions()], START + day * DAY)));
  const found = await read('openai_usage', report, {
    firstDay: '2026-11-25',
    lastDay: '2026-11-30',
  });
  expect(found).toMatchObject({ firstDay: '2026-11-25', lastDay: '2026-11-30', rowsLeftOut: 1 });
  expect(found.usage.map(({ day }) => day)).toEqual(['2026-11-25', '2026-11-26']);
});

test.each<[string, UsageReportFormat, unknown, string]>([
  ['no data', 'openai_usage', {}, 'data must be a list'],
  ['a page that is none', 'openai_usage', [1], '[0] must be an object'],
  ['a bucket that is none', 'openai_usage', { data: [1] }, 'data[0] must be an object'],
  ['no results', 'openai_usage', { data: [{}] }, 'data[0].results must be a list'],
  ['no rows', 'openai_usage', page(), 'has no rows'],
  ['half a document', 'openai_usage', '{"data":', 'is no JSON'],
  ['no model', 'openai_usage', page(bucket([completions({ model: null })])), 'results[0].model'],
  [
    'an endless name',
    'openai_usage',
    page(bucket([completions({ model: 'x'.repeat(201) })])),
    'model must be',
  ],
  [
    'a name with a NUL',
    'openai_usage',
    page(bucket([completions({ model: 'a\u0000' })])),
    'model must be',
  ],
  [
    'a fraction',
    'openai_usage',
    page(bucket([completions({ output_tokens: 1.5 })])),
    'output_tokens must be',
  ],
  [
    'less than nothing',
    'openai_usage',
    page(bucket([completions({ input_tokens: -1 })])),
    'input_tokens must be',
  ],
  [
    'more cached than there is',
    'openai_usage',
    page(bucket([completions({ input_cached_tokens: 1_001 })])),
    'input_cached_tokens is more',
  ],
  [
    'two days at once',
    'openai_usage',
    page(bucket([completions()], START, START + 2 * DAY)),
    'end_time must be on the day',
  ],
  [
    'a span across midnight',
    'openai_usage',
    page(bucket([], START + 3_600, START + 90_000)),
    'end_time must be on the day',
  ],
  ['a moment far away', 'openai_usage', page(bucket([], 1e15)), 'start_time must be a moment'],
  ['three years and more', 'openai_usage', page(bucket([], 0), bucket([], START)), 'days at most'],
  [
    'another currency',
    'openai_costs',
    page(bucket([{ amount: { value: 1, currency: 'eur' }, line_item: 'x' }])),
    'amount_currency must be usd',
  ],
  [
    'no line item',
    'openai_costs',
    page(bucket([{ amount: { value: 1, currency: 'usd' } }])),
    'line_item is missing',
  ],
  [
    'no number',
    'anthropic_cost',
    messages([{ currency: 'USD', amount: 'free', model: 'x' }]),
    'amount must be a decimal',
  ],
  [
    'endless digits',
    'anthropic_cost',
    messages([{ currency: 'USD', amount: '9'.repeat(41), model: 'x' }]),
    'amount has too many digits',
  ],
  [
    'too much money in one row',
    'anthropic_cost',
    messages([{ currency: 'USD', amount: `1${'0'.repeat(12)}`, model: 'x' }]),
    'too much',
  ],
  [
    'too much money',
    'anthropic_cost',
    messages([1, 2].map(() => ({ currency: 'USD', amount: `6${'0'.repeat(11)}`, model: 'x' }))),
    'too much',
  ],
  [
    'the report of another provider',
    'anthropic_usage',
    page(bucket([completions()])),
    'starting_at must be a moment',
  ],
  ['JSON where there is none', 'bedrock_cur', page(), 'must be CSV'],
  [
    'other columns',
    'anthropic_cost',
    'day,model\n2026-11-24,x\n',
    'has no column usage_date_utc, cost_usd',
  ],
  [
    'a line with more fields',
    'anthropic_cost',
    'usage_date_utc,model,cost_usd\n2026-11-24,x,1,2\n',
    'is no CSV',
  ],
  [
    'an open quote',
    'anthropic_cost',
    'usage_date_utc,model,cost_usd\n"2026-11-24,x,1\n',
    'is no CSV',
  ],
  [
    'a day that is none',
    'anthropic_cost',
    'usage_date_utc,model,cost_usd\n2026-02-30,x,1\n',
    'line 2: usage_date_utc',
  ],
  ['a header alone', 'anthropic_cost', 'usage_date_utc,model,cost_usd\n', 'has no rows'],
])('%s is refused with the place', async (_what, format, report, message) => {
  const refused = await read(format, report).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ReportFault);
  expect((refused as ReportFault).message).toContain(message);
});

test('more days and models than are kept are refused, and none of them is held twice', async () => {
  const results = Array.from({ length: 20_001 }, (_none, at) =>
    completions({ model: `model-${at}`, input_cached_tokens: 0 }),
  );
  await expect(read('openai_usage', page(bucket(results)))).rejects.toThrow(
    '20000 days and models',
  );
});
