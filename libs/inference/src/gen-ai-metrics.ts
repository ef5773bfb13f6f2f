import type { UsageCounts } from '@tollgate/money/rating';
import { histogram } from '@tollgate/telemetry/metrics';
import type { Ending } from './ending.ts';
import type { Plan } from './plan.ts';

/** Buckets that OpenTelemetry's conventions for generative AI give. */
const TOKEN_BUCKETS = Array.from({ length: 14 }, (_, power) => 4 ** power);
const SECONDS_BUCKETS = Array.from({ length: 14 }, (_, power) => 2 ** power / 100);
const MILLISECONDS = 1_000;
const WENT_WELL = '';

const tokenUsage = histogram(
  {
    name: 'gen_ai_client_token_usage',
    isConvention: true,
    help: 'Tokens of one call, as its provider told them.',
    labels: [
      'gen_ai_operation_name',
      'gen_ai_provider_name',
      'gen_ai_request_model',
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
    labels: ['gen_ai_operation_name', 'gen_ai_provider_name', 'gen_ai_request_model', 'error_type'],
  },
  SECONDS_BUCKETS,
);

function labelsOf({ way, output }: Plan) {
  const { family, target, provider } = way;
  const operation = output === null ? 'embeddings' : 'chat';
  return [operation, family.semanticName ?? provider, target.upstreamModel] as const;
}

/** Counts a call of a provider that failed. @param failure a fixed word */
export function countFailed(plan: Plan, failure: string, tookMs: number): void {
  durations.observe([...labelsOf(plan), failure], tookMs / MILLISECONDS);
}

/** Counts a call that a provider served to its end, and the tokens that the provider told; other calls are left out. */
export function countAnswered(plan: Plan | null, { outcome, bill, timing }: Ending): void {
  const dispatchedMs = timing?.dispatchedMs ?? null;
  if (plan === null || dispatchedMs === null || outcome !== 'served') return;
  const tookMs = performance.now() - dispatchedMs;
  durations.observe([...labelsOf(plan), WENT_WELL], tookMs / MILLISECONDS);
  if (bill?.source === 'provider') countTokens(plan, bill.usage);
}

/** The conventions count cached tokens as input and thoughts as output. */
function countTokens(plan: Plan, usage: UsageCounts): void {
  const labels = labelsOf(plan);
  const { input = 0, cache_read = 0, cache_write = 0, output = 0, reasoning = 0 } = usage;
  tokenUsage.observe([...labels, 'input'], input + cache_read + cache_write);
  if (plan.output !== null) tokenUsage.observe([...labels, 'output'], output + reasoning);
}
