import type { Recording } from '../recordings.ts';
import type { Loose, RawFailure } from './reader.ts';

type Kind = RawFailure['kind'];

/** What a status means where the words say nothing else, by the vendors' own lists of errors. */
const BY_STATUS: Partial<Record<number, Kind>> = {
  400: 'rejected',
  401: 'credential',
  402: 'credential',
  403: 'credential',
  404: 'rejected',
  408: 'timeout',
  413: 'rejected',
  422: 'rejected',
  424: 'unavailable',
  429: 'rate_limited',
  500: 'unavailable',
  502: 'unavailable',
  503: 'overloaded',
  504: 'timeout',
  529: 'overloaded',
};
const TOO_LONG = /too long|too many|context (?:length|size)|maximum context|tokens exceed/iu;
const NO_MONEY = /quota|credit balance|billing|payment/iu;

function byStatus(status: number): Kind {
  return BY_STATUS[status] ?? 'malformed';
}

/** OpenAI's envelope and those of the vendors that speak its wire. */
export function completionsFailure({ response, provider }: Recording): RawFailure {
  const body = (response.body ?? { error: response.text }) as Loose;
  const error = typeof body.error === 'object' ? body.error : { message: body.error, ...body };
  const told = error.message ?? error.detail ?? '';
  const failed = error.failed_generation;
  const words = !failed ? told : `${told} failed_generation: ${failed}`;
  const facts = { status: response.status, provider, told: `${error.code} ${error.type} ${told}` };
  return { kind: completionsKind(facts), words, param: error.param ?? undefined };
}

/** A server of local models tells faults of a request with status 500. */
function completionsKind(facts: { status: number; provider: string; told: string }): Kind {
  const { status, provider, told } = facts;
  if (/context_length_exceeded|exceed_context_size/u.test(told)) return 'context_length';
  if (status === 400 && /maximum context length|prompt_tokens/u.test(told)) return 'context_length';
  if (status < 500 && /insufficient_quota/u.test(told)) return 'credential';
  if (status === 400 && /api key/iu.test(told)) return 'credential';
  if (status === 403 && /model_not_found|moderation/u.test(told)) return 'rejected';
  return provider === 'llamacpp' && status >= 500 ? 'rejected' : byStatus(status);
}

const ANTHROPIC: Partial<Record<string, Kind>> = {
  invalid_request_error: 'rejected',
  not_found_error: 'rejected',
  request_too_large: 'rejected',
  authentication_error: 'credential',
  permission_error: 'credential',
  billing_error: 'credential',
  rate_limit_error: 'rate_limited',
  overloaded_error: 'overloaded',
  timeout_error: 'timeout',
  api_error: 'unavailable',
};
/** Members of the wire whose name a sentence begins with, and the parameters of ours that they carry. */
const ANTHROPIC_PARAMS: Partial<Record<string, string>> = {
  max_tokens: 'max_tokens',
  messages: 'messages',
  output_config: 'response_format',
  stop_sequences: 'stop',
  system: 'messages',
  temperature: 'temperature',
  thinking: 'reasoning_effort',
  tool_choice: 'tool_choice',
  tools: 'tools',
  top_p: 'top_p',
};

/** `{type: error, error: {type, message}}`; the type tells more than the status. */
export function messagesFailure({ response }: Recording): RawFailure {
  const error = (response.body as Loose)?.error ?? {};
  const words: string = error.message ?? '';
  const told = ANTHROPIC[error.type] ?? byStatus(response.status);
  const isLong = told === 'rejected' && TOO_LONG.test(words) && /tokens/u.test(words);
  const isPoor = told === 'rejected' && NO_MONEY.test(words);
  const kind = isLong ? 'context_length' : told;
  return {
    kind: isPoor ? 'credential' : kind,
    words: words.replaceAll(/\bAnthropic\b/giu, 'provider'),
    param: ANTHROPIC_PARAMS[/^\w+(?=[.:])/u.exec(words)?.[0] ?? ''],
  };
}

/** Google's envelope: a reason in the details, the field in its violations. */
export function contentFailure({ response }: Recording): RawFailure {
  const [first] = [response.body].flat() as [Loose];
  const { message: told = '', details = [] } = first?.error ?? {};
  const reasons = details.map(({ reason }: Loose) => reason);
  const [field] = details.flatMap((one: Loose) => one.fieldViolations ?? []);
  const { status } = response;
  const isKey = reasons.includes('API_KEY_INVALID');
  const isLong = status === 400 && /token count|context/iu.test(told);
  const kind = isLong ? 'context_length' : byStatus(status);
  const param = field?.field?.startsWith('tools') ? 'tools' : undefined;
  // What the vendor says about its own versions and other operations is nothing for a caller.
  const words = told.replace(/ for API version .*/su, '.');
  return { kind: isKey ? 'credential' : kind, words, param };
}

/** Amazon's envelope: the class in a header, the words in the body. */
export function converseFailure({ response }: Recording): RawFailure {
  const named = (response.headers?.['x-amzn-errortype'] ?? '').split(':')[0] ?? '';
  const words: string = (response.body as Loose)?.message ?? '';
  const isThrottled = /^(?:Throttling|ServiceQuota)/u.test(named);
  const kind = isThrottled ? 'rate_limited' : byStatus(response.status);
  const isLong = kind === 'rejected' && TOO_LONG.test(words);
  return { kind: isLong ? 'context_length' : kind, words };
}

/** `{error: "…"}`; a parameter is told by the words alone. */
export function chatFailure({ response }: Recording): RawFailure {
  const told = (response.body as Loose)?.error ?? '';
  const words: string = told.message ?? told;
  const param = /does not support tools/u.test(words) ? 'tools' : undefined;
  const isOfRequest = response.status >= 500 && /does not support/u.test(words);
  const kind = isOfRequest ? 'rejected' : byStatus(response.status);
  return { kind: TOO_LONG.test(words) ? 'context_length' : kind, words, param };
}
