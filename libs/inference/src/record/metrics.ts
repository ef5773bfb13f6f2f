import { creditsToShow } from '@tollgate/money/credits';
import {
  inputTokensOf,
  isImageDimension,
  isVideoDimension,
  tokensOf,
} from '@tollgate/money/rating';
import { counter, histogram, createKnownWords } from '@tollgate/telemetry/metrics';
import type { Bill } from '../money/bill.ts';
import type { Ending } from './ending.ts';
import type { RequestLog } from '@tollgate/requests/records/request-log';
import type { Directory } from '../caller/directory.ts';
import { namedFacts, noteNamed, toRecord } from './record.ts';
import type { RecordSubject } from './record.ts';
import type { UsageCounts } from '@tollgate/money/rating';
import type { Plan } from '../plan.ts';
import { encodeId } from '@tollgate/runtime/ids';

/**
 * A call that was refused before a model was found has none: what was asked for is whatever callers
 * write.
 */
const NO_MODEL = 'none';
const MILLISECONDS = 1_000;

const calls = counter({
  name: 'calls_total',
  help: 'Paid calls that came to an end, by the outcome in their records.',
  labels: ['route', 'provider', 'model', 'outcome'],
});
const tokens = counter({
  name: 'call_tokens_total',
  help: 'Tokens that calls were charged by, by dimension.',
  labels: ['provider', 'model', 'dimension'],
});
const videoSeconds = counter({
  name: 'call_film_seconds_total',
  help: 'Seconds of video that calls were charged by.',
  labels: ['provider', 'model'],
});
const imagesMade = counter({
  name: 'call_images_total',
  help: 'Images that calls were charged by, where images are billed by the piece.',
  labels: ['provider', 'model'],
});
const searchUnits = counter({
  name: 'call_search_units_total',
  help: 'Search units that rerank calls were charged by.',
  labels: ['provider', 'model'],
});
const charactersSpoken = counter({
  name: 'call_characters_total',
  help: 'Characters of texts that were read aloud, where speech is billed by the character.',
  labels: ['provider', 'model'],
});
const audioSeconds = counter({
  name: 'call_audio_seconds_total',
  help: 'Seconds of audio that transcriptions were charged by, where they are billed so.',
  labels: ['provider', 'model'],
});
const credits = counter({
  name: 'call_credits_total',
  help: 'Credits that calls were charged.',
  labels: ['provider', 'model'],
});
const usageSources = counter({
  name: 'call_usage_total',
  help: 'Calls that were charged, by who said what was used.',
  labels: ['provider', 'source'],
});
const suspects = counter({
  name: 'usage_suspect_total',
  help: 'Calls whose provider reported usage that is in doubt, by family and by what is wrong with the report.',
  labels: ['family', 'reason'],
});
const durations = histogram({
  name: 'call_duration_seconds',
  help: 'Whole paid calls that reached a provider.',
  labels: ['provider', 'kind'],
});
const beforeDispatch = histogram({
  name: 'call_dispatch_seconds',
  help: "From a request's head to the provider's first byte sent: what the gateway adds before the work begins.",
  labels: ['route'],
});
const firstTokens = histogram({
  name: 'call_first_token_seconds',
  help: "From a request's head to the first token for the caller.",
  labels: ['provider', 'kind'],
});
const firstBytes = histogram({
  name: 'upstream_first_byte_seconds',
  help: "From sending to a provider to its answer's first byte.",
  labels: ['provider'],
});

/** Counts a call when its record is made. */
export function countCall(subject: RecordSubject, ending: Ending): void {
  const { call, plan, asked } = subject;
  countForOwner(subject, ending);
  const provider = plan?.target.provider ?? NO_MODEL;
  const model = plan?.target.publicId ?? NO_MODEL;
  calls.add([call.route, provider, model, ending.outcome]);
  if (ending.bill !== null && plan !== null) {
    countBill(ending.bill, provider, model);
    const { suspect } = ending.bill;
    if (suspect !== undefined) suspects.add([plan.target.family.id, suspect]);
  }
  const { timing } = ending;
  if (timing === null) return;
  countAnswered(plan, ending);
  const kind = asked.async ? 'async' : asked.stream ? 'stream' : 'whole';
  const { startedMs } = call;
  observeBetween(durations, [provider, kind], { from: startedMs, to: performance.now() });
  observeBetween(firstTokens, [provider, kind], { from: startedMs, to: timing.firstTokenMs });
  observeBetween(firstBytes, [provider], { from: timing.dispatchedMs, to: timing.firstByteMs });
  // An accepted operation waits for its turn on purpose.
  if (asked.async) return;
  observeBetween(beforeDispatch, [call.route], { from: startedMs, to: timing.dispatchedMs });
}

function countBill({ usage, charged, source }: Bill, provider: string, model: string): void {
  for (const [dimension, quantity] of Object.entries(usage)) {
    if (quantity === 0) continue;
    if (isVideoDimension(dimension)) videoSeconds.add([provider, model], quantity);
    else if (isImageDimension(dimension)) imagesMade.add([provider, model], quantity);
    else if (dimension === 'search_unit') searchUnits.add([provider, model], quantity);
    else if (dimension === 'second') audioSeconds.add([provider, model], quantity);
    else if (dimension === 'character') charactersSpoken.add([provider, model], quantity);
    else tokens.add([provider, model, dimension], quantity);
  }
  if (charged > 0n) credits.add([provider, model], creditsToShow(charged));
  usageSources.add([provider, source]);
}

function observeBetween<Labels extends readonly string[]>(
  metric: { observe(values: Labels, value: number): void },
  values: Labels,
  { from, to }: { from: number | null; to: number | null },
): void {
  if (from === null || to === null) return;
  metric.observe(values, Math.max(0, to - from) / MILLISECONDS);
}

/** Buckets that OpenTelemetry's conventions for generative AI give. */
const TOKEN_BUCKETS = Array.from({ length: 14 }, (_, power) => 4 ** power);
const SECONDS_BUCKETS = Array.from({ length: 14 }, (_, power) => 2 ** power / 100);
const WENT_WELL = '';
/**
 * The label of what is not known: the model of a call that failed, or of a provider that names
 * none.
 */
const UNTOLD = '';
/**
 * Names under which one requested model may answer in the metrics of one process; a provider that
 * makes up more is counted as `other`.
 */
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
const providerDurations = histogram(
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

const withoutText = ({ capability }: Plan['resolved']['contract']): string =>
  capability === 'rerank' || capability === 'moderation' ? capability : 'embeddings';

function labelsOf({ target, output, resolved }: Plan, answeredBy: string | undefined) {
  const { family, endpoint, provider } = target;
  const operation = output === null ? withoutText(resolved.contract) : 'chat';
  const { upstreamModel } = endpoint;
  // A provider decides about the names under its own models only, so that none can use up the names
  // of another.
  const model =
    answeredBy === undefined ? UNTOLD : answering.of(`${provider}/${upstreamModel}`, answeredBy);
  return [operation, family.semanticName ?? provider, upstreamModel, model] as const;
}

/** Counts a call of a provider that failed. @param failure a fixed word */
export function countFailed(plan: Plan, failure: string, tookMs: number): void {
  providerDurations.observe([...labelsOf(plan, undefined), failure], tookMs / MILLISECONDS);
}

/**
 * Counts a call that a provider served to its end, and the tokens that the provider reported; other
 * calls are left out.
 */
function countAnswered(plan: Plan | null, ending: Ending): void {
  const { outcome, bill, timing, answeredBy } = ending;
  const dispatchedMs = timing?.dispatchedMs ?? null;
  if (plan === null || dispatchedMs === null || outcome !== 'served') return;
  const tookMs = performance.now() - dispatchedMs;
  const labels = labelsOf(plan, answeredBy);
  providerDurations.observe([...labels, WENT_WELL], tookMs / MILLISECONDS);
  if (bill?.source !== 'provider') return;
  const { input, output } = promptAndAnswer(bill.usage);
  tokenUsage.observe([...labels, 'input'], input);
  if (plan.output !== null) tokenUsage.observe([...labels, 'output'], output);
}

/** The conventions count cached tokens as input and reasoning as output. */
function promptAndAnswer(usage: UsageCounts): { input: number; output: number } {
  const { output, reasoning } = tokensOf(usage);
  return { input: inputTokensOf(usage), output: output + reasoning };
}

/**
 * Owners of keys that one process shows by themselves, those who called first; the calls of all
 * others count as `other`.
 */
const OWNERS_MAX = 250;
const GROUP = 'owners';

const ownerCalls = counter({
  name: 'owner_calls_total',
  help: 'Paid calls that came to an end, by who owns the key; owners beyond the first 250 of a process are counted as other.',
  labels: ['owner', 'outcome'],
});
const ownerCredits = counter({
  name: 'owner_credits_total',
  help: 'Credits that calls were charged, by who owns the key; owners beyond the first 250 of a process are counted as other.',
  labels: ['owner'],
});
const shown = createKnownWords(OWNERS_MAX);

/** Labels by the ids of the owners who are shown: an id is not written again for each call. */
const labels = new Map<string, string>();

function labelOf(ownerId: string): string {
  const known = labels.get(ownerId);
  if (known !== undefined) return known;
  const label = shown.of(GROUP, encodeId('usr', ownerId));
  if (labels.size < OWNERS_MAX) labels.set(ownerId, label);
  return label;
}

/** Counts a call for the owner of its key. Labels have ids of ours, never a name or an address. */
function countForOwner({ caller }: RecordSubject, { outcome, bill }: Ending): void {
  const owner = labelOf(caller.key.ownerId);
  ownerCalls.add([owner, outcome]);
  if (bill !== null && bill.charged > 0n) ownerCredits.add([owner], creditsToShow(bill.charged));
}

/** Step 10: the record, and the metrics that say the same. */
export function noteEnding(
  { requestLog, directory }: { requestLog: Pick<RequestLog, 'add'>; directory: Directory },
  subject: RecordSubject,
  ending: Ending,
): void {
  if (subject.plan === null && (subject.named?.model ?? null) === null) {
    noteNamed(subject, namedFacts(directory.catalog(), subject.caller, subject.asked.model));
  }
  requestLog.add(toRecord(subject, ending));
  countCall(subject, ending);
}
