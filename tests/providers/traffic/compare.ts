import type { ChatChoice } from '@tollgate/contract/chat';
import type { Failure, MappedAnswer, Usage } from '@tollgate/providers/adapter/adapter';
import { cleanProviderText } from '@tollgate/providers/adapter/provider-text';
import type { RawAnswer, RawChoice, RawFailure, RawUsage } from '../readers/reader.ts';
import type { Recording } from '../recordings.ts';

const SHOWN_CHARACTERS = 160;
const RETRY_AFTER_SECONDS_MAX = 60;

/** Collects what differs, as sentences. */
export interface Faults {
  same(what: string, made: unknown, reported: unknown): void;
  add(fault: string): void;
  readonly list: readonly string[];
}

/** An empty list of faults. */
export function createFaults(): Faults {
  const list: string[] = [];
  return {
    list,
    add: (fault) => list.push(fault),
    same(what, made, reported) {
      const [left, right] = [JSON.stringify(made), JSON.stringify(reported)];
      if (left !== right) list.push(`${what}: we say ${cut(left)}, the bytes say ${cut(right)}`);
    },
  };
}

function cut(text: string | undefined): string {
  const shown = text ?? 'nothing';
  return shown.length > SHOWN_CHARACTERS ? `${shown.slice(0, SHOWN_CHARACTERS)}…` : shown;
}

/** Compares an answer of ours with what the independent reader found. */
export function compareAnswer(made: MappedAnswer, reported: RawAnswer, faults: Faults): void {
  const indexes = made.choices.map(({ index }) => index).toSorted((left, right) => left - right);
  faults.same(
    'choices',
    indexes,
    [...reported.choices.keys()].toSorted((left, right) => left - right),
  );
  for (const choice of made.choices) {
    const raw = reported.choices.get(choice.index);
    if (raw !== undefined) compareChoice(choice, raw, faults);
  }
  compareUsage(made.usage, reported.usage, faults);
}

function compareChoice(
  { message, finish_reason: finish, logprobs }: ChatChoice,
  raw: RawChoice,
  faults: Faults,
) {
  faults.same('text', message.content ?? '', raw.text);
  faults.same('reasoning', message.reasoning_content ?? '', raw.reasoning);
  faults.same('refusal', message.refusal ?? '', raw.refusal);
  faults.same('finish', finish, raw.finish);
  faults.same('logprobs', logprobs ?? null, raw.logprobs);
  const calls = message.tool_calls ?? [];
  faults.same(
    'calls',
    calls.map((call) => [call.function.name, call.function.arguments]),
    // Models write null for a function without parameters; callers have an object.
    raw.calls.map(({ name, args }) => [name, args.trim() === 'null' ? '{}' : args]),
  );
  for (const [position, call] of calls.entries()) {
    faults.same(`id of call ${position}`, call.id, raw.calls[position]?.id ?? call.id);
    if (call.id === '') faults.add(`call ${position} has no id`);
  }
  if (new Set(calls.map(({ id }) => id)).size < calls.length) faults.add('two calls have one id');
  const whole = JSON.stringify(message);
  for (const value of raw.opaque) {
    if (!whole.includes(JSON.stringify(value).slice(1, -1))) faults.add(`lost: ${cut(value)}`);
  }
}

function compareUsage(made: Usage | null, reported: RawUsage | null, faults: Faults): void {
  if (made === null || reported === null) {
    faults.same('usage', made, reported);
    return;
  }
  faults.same('prompt tokens', made.input + made.cache_read + made.cache_write, reported.prompt);
  faults.same('tokens read from a cache', made.cache_read, reported.cacheRead);
  faults.same('tokens written to a cache', made.cache_write, reported.cacheWrite);
  faults.same('tokens kept for an hour', made.cache_write_1h ?? 0, reported.hour ?? 0);
  faults.same('output tokens', made.output + made.reasoning, reported.completion);
  faults.same('searches of the web', made.web_search ?? 0, reported.searches ?? 0);
  faults.same('runs of code', made.code_execution ?? 0, reported.code ?? 0);
  faults.same('reasoning tokens', made.reasoning, reported.reasoning ?? made.reasoning);
}

/** What a caller reads, by kind; of a refusal the provider's own words as well. */
const SENTENCES: Readonly<Record<Failure['kind'], string>> = {
  rejected: 'The provider refused the request',
  context_length: '',
  model_unavailable:
    'The provider of this model does not know it, or does not offer it to this account or in this region. Choose another model from GET /v1/models',
  credential: 'The provider did not accept the credential that this gateway holds',
  rate_limited: 'The provider is limiting the rate of requests',
  overloaded: 'The provider is overloaded',
  unavailable: 'The provider is not available',
  timeout: 'The provider did not answer in time',
  malformed: 'The provider answered with something that is no answer',
  indeterminate: 'The provider was asked, and no answer came back',
};

/** Kinds of failures that have one field of the request for their cause. */
const PARAMS: Partial<Record<Failure['kind'], string>> = {
  context_length: 'messages',
  model_unavailable: 'model',
};

/** Whether a failure says what the recorded error says, and gives nothing away. */
export function compareFailure(failure: Failure, reported: RawFailure, faults: Faults): void {
  faults.same('kind', failure.kind, reported.kind);
  const words = cleanProviderText(reported.words);
  const sentence = SENTENCES[reported.kind];
  const isQuoted = reported.kind === 'rejected' && words !== '';
  // A sentence that was too long is cut as a whole.
  const message = isQuoted ? cleanProviderText(`${sentence}: ${words}`) : `${sentence}.`;
  if (reported.kind === 'context_length') compareOverflow(failure, words, faults);
  else faults.same('message', failure.message, message);
  const param =
    PARAMS[reported.kind] ?? (reported.kind === 'rejected' ? reported.param : undefined);
  faults.same('param', failure.param ?? null, param ?? null);
  if (/https?:|api\.|\*{3}|arn:|request[_ ]?id/iu.test(failure.message)) {
    faults.add(`the message tells too much: ${cut(failure.message)}`);
  }
}

/**
 * A prompt that is too long is told in OpenAI's words, with the two numbers of the provider where
 * there are two.
 */
function compareOverflow({ message }: Failure, words: string, faults: Faults): void {
  if (!message.startsWith("This model's maximum context length is ")) {
    faults.add(`clients do not know this as an overflow: ${cut(message)}`);
  }
  const numbers = new Set(words.match(/(?<![\w.-])\d{3,}(?![\w-])/gu));
  const reported = message.match(/\d+/gu) ?? [];
  if (numbers.size !== 2 && reported.length === 0) return;
  faults.same('numbers', reported.toSorted().join(), [...numbers].toSorted().join());
}

/** The status of a recorded error, and how long the provider asks us to wait. */
export function compareStatus(failure: Failure, { response }: Recording, faults: Faults): void {
  faults.same('status', failure.status, response.status);
  const wait = waitIn(response);
  const isCapped = failure.kind === 'rate_limited' || failure.kind === 'overloaded';
  if (wait !== null && isCapped) faults.same('wait', failure.retryAfterSeconds, wait);
}

/** Seconds that the provider asks us to wait, in the header or in Google's body. */
function waitIn({ headers, body }: Recording['response']): number | null {
  const reported = headers?.['retry-after-ms']
    ? Number(headers['retry-after-ms']) / 1_000
    : Number(
        headers?.['retry-after'] ?? /"retryDelay":"([\d.]+)s"/u.exec(JSON.stringify(body))?.[1],
      );
  if (!(reported > 0)) return null;
  return Math.min(Math.ceil(reported), RETRY_AFTER_SECONDS_MAX);
}
