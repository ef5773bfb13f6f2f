import { Type } from 'typebox';
import type { Static } from 'typebox';
import { closed } from '../closed.ts';
import { ProviderPrefix } from './credentials.ts';
import { Credits, pageProperties, Timestamp } from './shared.ts';

const nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/**
 * Where reconciliations lie; the edge lets larger bodies through here than anywhere else on the
 * platform.
 */
export const RECONCILIATIONS_PATH = '/api/platform/reconciliations';
/** The largest request with a report, in bytes. */
export const RECONCILIATION_BODY_BYTES_MAX = 8_388_608;
/** The longest range that one reconciliation compares, in days. */
export const RECONCILIATION_DAYS_MAX = 1_100;
/** The most days and models that one report may come to. */
export const RECONCILIATION_LINES_MAX = 20_000;
/** How many reconciliations are kept: the newest. */
export const RECONCILIATIONS_KEPT = 200;
/** The most names that one request may explain. */
const NAMES_MAX = 500;
/** The largest tolerance, in basis points: everything. */
const TOLERANCE_BP_MAX = 10_000;
/** The tolerance where nothing is said, in basis points: half a percent. */
const TOLERANCE_BP_DEFAULT = 50;

/**
 * The reports that are read: `openai_usage` and `openai_costs` of the usage API of an organization
 * or of its dashboard, `anthropic_usage` and `anthropic_cost` of the usage and cost reports or of
 * the Console, `bedrock_cur` of AWS Data Exports.
 */
export const USAGE_REPORT_FORMATS = [
  'openai_usage',
  'openai_costs',
  'anthropic_usage',
  'anthropic_cost',
  'bedrock_cur',
] as const;
/** One of {@link USAGE_REPORT_FORMATS}. */
export type UsageReportFormat = (typeof USAGE_REPORT_FORMATS)[number];

const Format = Type.Unsafe<UsageReportFormat>(
  Type.String({ enum: [...USAGE_REPORT_FORMATS], examples: ['openai_usage'] }),
);
const Day = Type.String({ format: 'date', examples: ['2026-11-24'] });
/** A provider's name of a model. */
const ReportedModel = Type.String({ minLength: 1, maxLength: 200, examples: ['Claude4.6Sonnet'] });

/** A provider's report to compare with our records. */
export const ReconciliationCreate = Type.Object(
  {
    /** The prefix of the provider's models. */
    provider: ProviderPrefix,
    format: Format,
    /**
     * The text of the file: CSV with its header line, or JSON of one page or of a list of pages.
     */
    report: Type.String({
      minLength: 1,
      examples: [
        'start_time,end_time,model,num_model_requests,input_tokens,input_cached_tokens,output_tokens\n' +
          '1795478400,1795564800,small,5,1000,800,500\n',
      ],
    }),
    /**
     * The first day in UTC that is compared; absent: the first that the report has. Rows outside
     * are left out.
     */
    first_day: Type.Optional(Day),
    /** The last day. */
    last_day: Type.Optional(Day),
    /**
     * By how much, in basis points of the larger side, the sides may be apart without being
     * different.
     */
    tolerance_bp: Type.Integer({
      minimum: 0,
      maximum: TOLERANCE_BP_MAX,
      default: TOLERANCE_BP_DEFAULT,
    }),
    /**
     * Which model is meant by a name of the report that is not the provider's name of a model here.
     */
    models: Type.Optional(
      Type.Array(
        Type.Object(
          {
            reported: ReportedModel,
            /** The public id, such as `acme/small`. */
            model: Type.String({ minLength: 1, maxLength: 300, examples: ['acme/small'] }),
          },
          closed,
        ),
        { maxItems: NAMES_MAX, examples: [[]] },
      ),
    ),
  },
  closed,
);
export type ReconciliationCreate = Static<typeof ReconciliationCreate>;

/** How many days and models there are of each kind. */
const ReconciliationCounts = Type.Object(
  {
    equal: Type.Integer(),
    differs: Type.Integer(),
    /** The provider has served requests that our records do not have. */
    report_only: Type.Integer(),
    /** Our records have requests that the report does not. */
    book_only: Type.Integer(),
  },
  closed,
);

/** A reconciliation and how far it is. */
export const ReconciliationOut = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('reconciliation'),
    status: Type.Union([Type.Literal('queued'), Type.Literal('running'), Type.Literal('done')]),
    status_url: Type.String(),
    provider: Type.String(),
    format: Format,
    tolerance_bp: Type.Integer(),
    first_day: Day,
    last_day: Day,
    days: Type.Integer(),
    /** How many of these days are compared. */
    days_compared: Type.Integer(),
    /** Rows of the report that were read. */
    rows_read: Type.Integer(),
    /** Rows without tokens and without a cost of a model, or of other days. */
    rows_left_out: Type.Integer(),
    /** Null until it is done. */
    counts: nullable(ReconciliationCounts),
    /** The id of the administrator. */
    created_by: Type.String(),
    created_at: Timestamp,
    finished_at: nullable(Timestamp),
  },
  closed,
);
export type ReconciliationOut = Static<typeof ReconciliationOut>;

/** Which reconciliations to list, newest first. */
export const ReconciliationQuery = Type.Object({ ...pageProperties }, closed);

/** A number of tokens or requests as a decimal string. */
const Count = Type.String({ pattern: '^(0|[1-9][0-9]{0,18})$' });

/** What became of one day and model. */
const LineStatus = Type.Union([
  Type.Literal('equal'),
  Type.Literal('differs'),
  Type.Literal('report_only'),
  Type.Literal('book_only'),
]);

/** What can be apart. */
const Measure = Type.Union([
  Type.Literal('input'),
  Type.Literal('cache_read'),
  Type.Literal('cache_write'),
  Type.Literal('output'),
  Type.Literal('requests'),
  Type.Literal('cost'),
]);

/** One day and model on both sides. */
export const ReconciliationLineOut = Type.Object(
  {
    day: Day,
    /** The public id; a name of the report that no model has stays behind the prefix. */
    model: Type.String(),
    status: LineStatus,
    /**
     * The measures that differ by more than the tolerance; `cost` when the provider asks for more
     * than users were charged.
     */
    apart: Type.Array(Measure),
    /**
     * Null where the report has nothing for the day and model; a measure that the report does not
     * have is null.
     */
    reported: nullable(
      Type.Object(
        {
          /** Neither read from a cache nor, where the report separates these, written to one. */
          input: nullable(Count),
          cache_read: nullable(Count),
          cache_write: nullable(Count),
          /** With tokens of reasoning. */
          output: nullable(Count),
          requests: nullable(Count),
          /** In US dollars; negative where credits of the provider outweigh it. */
          cost: nullable(Credits),
        },
        closed,
      ),
    ),
    /** Null where our records have nothing for the day and model. */
    book: nullable(
      Type.Object(
        {
          /** With tokens written to a cache, where the report does not separate these. */
          input: Count,
          cache_read: Count,
          cache_write: Count,
          output: Count,
          /** That were answered, in full or in part. */
          requests: Count,
          /** What users were charged, in credits. */
          charged: Credits,
          /**
           * The requests among them whose reported usage is in doubt, by what is wrong with the
           * report.
           */
          suspect: Type.Record(Type.String(), Type.Integer(), {
            description: 'Requests whose reported usage is in doubt, by usage_suspect',
          }),
        },
        closed,
      ),
    ),
  },
  closed,
);
export type ReconciliationLineOut = Static<typeof ReconciliationLineOut>;

/** Which days and models to list, in their order. */
export const ReconciliationLineQuery = Type.Object(
  {
    limit: pageProperties.limit,
    /** The last line of the page before. */
    after: Type.Optional(
      Type.String({
        pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}/[^\\u0000]{1,300}$',
        description: 'Day and model of the last line of the page before, joined by a slash',
        examples: ['2026-11-24/acme/small'],
      }),
    ),
    /** Leaves out what is equal and has no usage in doubt. */
    only_differences: Type.Boolean({ default: false }),
  },
  closed,
);
