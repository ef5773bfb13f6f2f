import type { UsageCounts } from '@tollgate/money/rating';
import { histogram } from '@tollgate/telemetry/metrics';
import { createKnownWords } from '@tollgate/telemetry/known-words';
import type { Ending } from './ending.ts';
import type { Plan } from './plan.ts';

/** Buckets that OpenTelemetry's conventions for generative AI give. */
const TOKEN_BUCKETS = Array.from({ length: 14 }, (_, power) => 4 ** power);
const SECONDS_BUCKETS = Array.from({ length: 14 }, (_, power) => 2 ** power / 100);
const MILLISECONDS = 1_000;
const WENT_WELL = '';
/** Of a call that failed, and of a provider that names no model. */
const UNTOLD = '';
/** Names under which one requested model may answer in the metrics of one process; a provider that makes up more is counted as `other`. */
const ANSWERING_MODELS_MAX = 8;

const tokenUsage = histogram(
  {
    name: 'gen_ai_client_token_usage',
    isConvention: true,
    help: 'Tokens of one call, as its provider reported them.',
    labels: [
      'gen_ai_operation_name',
      'gen_ai_provider_name',
      'gen_ai_request_model',
      'gen_ai_response_model',
      'gen_ai_token_type',
    ],
  },
  TOKEN_BUCKETS,
);
const durations = histogram(
  {
    name: 'gen_ai_client_operation_duration_seconds',
    isConvention: true,
    help: 'Calls of providers from the first byte sent to the end of the answer; error_type is empty where the call went well.',
    labels: [
      'gen_ai_operation_name',
      'gen_ai_provider_name',
      'gen_ai_request_model',
      'gen_ai_response_model',
      'error_type',
    ],
  },
  SECONDS_BUCKETS,
);
const answering = createKnownWords(ANSWERING_MODELS_MAX);

function labelsOf({ target, output }: Plan, answeredBy: string | undefined) {
  const { family, endpoint, provider } = target;
  const operation = output === null ? 'embeddings' : 'chat';
  const { upstreamModel } = endpoint;
  // A provider decides about the names under its own models only, so that none can use up the names of another.
  const model =
    answeredBy === undefined ? UNTOLD : answering.of(`${provider}/${upstreamModel}`, answeredBy);
  return [operation, family.semanticName ?? provider, upstreamModel, model] as const;
}

/** Counts a call of a provider that failed. @param failure a fixed word */
export function countFailed(plan: Plan, failure: string, tookMs: number): void {
  durations.observe([...labelsOf(plan, undefined), failure], tookMs / MILLISECONDS);
}

/** Counts a call that a provider served to its end, and the tokens that the provider told; other calls are left out. */
export function countAnswered(plan: Plan | null, ending: Ending): void {
  const { outcome, bill, timing, answeredBy } = ending;
  const dispatchedMs = timing?.dispatchedMs ?? null;
  if (plan === null || dispatchedMs === null || outcome !== 'served') return;
  const tookMs = performance.now() - dispatchedMs;
  const labels = labelsOf(plan, answeredBy);
  durations.observe([...labels, WENT_WELL], tookMs / MILLISECONDS);
  if (bill?.source !== 'provider') return;
  const { input, output } = tokensOf(bill.usage);
  tokenUsage.observe([...labels, 'input'], input);
  if (plan.output !== null) tokenUsage.observe([...labels, 'output'], output);
}

/** The conventions count cached tokens as input and thoughts as output. */
function tokensOf(usage: UsageCounts): { input: number; output: number } {
  const { input = 0, cache_read = 0, cache_write = 0, output = 0, reasoning = 0 } = usage;
  return { input: input + cache_read + cache_write, output: output + reasoning };
}
