import type { Recording } from '../recordings.ts';
import type { Loose, RawFailure } from './reader.ts';

type Kind = RawFailure['kind'];

/** What a status means where the words say nothing else, by the providers' own lists of errors. */
const BY_STATUS: Partial<Record<number, Kind>> = {
  400: 'rejected',
  401: 'credential',
  402: 'credential',
  403: 'credential',
  404: 'model_unavailable',
  408: 'timeout',
  410: 'model_unavailable',
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
const TOO_LONG =
  /too long|too[ _]many (?:\w+[ _])?tokens|context[ _](?:length|size|window)|tokens exceed|exceeds? the (?:maximum|max)/iu;
const NO_MONEY = /insufficient_quota|credit balance|billing|payment required|current quota/iu;
/** One model that a key may not use leaves the key as it is. */
const ONE_MODEL =
  /access to (?:the |this |that )?model|model_not_found|not allowed to (?:use|sample)/iu;
/** What providers say of a model that they do not have, under 400. */
const NO_MODEL =
  /model_not_found|model_decommissioned|not a valid model id|model not exist|model names? (?:is|are)|invalid model|model not found/iu;
const SERVER_STATUS_MIN = 500;

/** A page that was moved is no answer, and neither is any status of a server that nobody lists. */
function byStatus(status: number): Kind {
  const isAway = status >= SERVER_STATUS_MIN || (status >= 300 && status < 400);
  return BY_STATUS[status] ?? (isAway ? 'unavailable' : 'malformed');
}

/** The provider's sentence; validators tell a list of them. */
function sentenceIn({ message, detail }: Loose): string {
  if (typeof message === 'string') return message;
  if (typeof detail === 'string') return detail;
  return Array.isArray(detail) ? detail.map(({ msg }: Loose) => msg).join('; ') : '';
}

/** OpenAI's envelope and those of the providers that speak its wire. */
export function completionsFailure({ response, provider }: Recording): RawFailure {
  const body = (response.body ?? { error: response.text }) as Loose;
  const isNested = typeof body.error === 'object' && body.error !== null;
  const flat = typeof body.error === 'string' ? { ...body, message: body.error } : body;
  const error = isNested ? body.error : flat;
  const reported = sentenceIn(error);
  const failed = error.failed_generation;
  const words = !failed ? reported : `${reported} failed_generation: ${failed}`;
  const facts = {
    status: response.status,
    provider,
    reported: `${error.code} ${error.type} ${reported}`,
  };
  return { kind: completionsKind(facts), words, param: paramIn(error) };
}

/** A name of a field, and nothing else that stands in its place. */
function paramIn({ param }: Loose): string | undefined {
  return typeof param === 'string' && /^[\w.[\]-]{1,100}$/u.test(param) ? param : undefined;
}

/** Servers of local models tell faults of a request as their own. */
const OF_THE_REQUEST =
  /not supported|unsupported|does(?: not|n't) support|cannot use|must be|failed to parse|invalid|required/iu;

function completionsKind(facts: { status: number; provider: string; reported: string }): Kind {
  const { status, provider, reported } = facts;
  const isOurs = status >= 400 && status < SERVER_STATUS_MIN;
  const isLong = /exceed_context_size/u.test(reported) || TOO_LONG.test(reported);
  if (isOurs && NO_MONEY.test(reported)) return 'credential';
  if (status === 400 && /api[ _]key/iu.test(reported)) return 'credential';
  if ([400, 413, 422, 500, 501].includes(status) && isLong) return 'context_length';
  if (status === 403 && /moderation|flagged/u.test(reported)) return 'rejected';
  if (status === 403 && ONE_MODEL.test(reported)) return 'model_unavailable';
  if (isOurs && NO_MODEL.test(reported)) return 'model_unavailable';
  const isRequest = status === 500 || status === 501;
  const isLocal = provider === 'llamacpp' || OF_THE_REQUEST.test(reported);
  return isRequest && isLocal ? 'rejected' : byStatus(status);
}

const ANTHROPIC: Partial<Record<string, Kind>> = {
  invalid_request_error: 'rejected',
  not_found_error: 'model_unavailable',
  request_too_large: 'rejected',
  authentication_error: 'credential',
  permission_error: 'credential',
  billing_error: 'credential',
  rate_limit_error: 'rate_limited',
  overloaded_error: 'overloaded',
  timeout_error: 'timeout',
  api_error: 'unavailable',
};
/**
 * Members of the wire whose name a sentence begins with, and the parameters of ours that they
 * carry.
 */
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
  const reported = ANTHROPIC[error.type] ?? byStatus(response.status);
  const isLong = reported === 'rejected' && TOO_LONG.test(words) && /tokens/u.test(words);
  const isPoor = reported === 'rejected' && NO_MONEY.test(words);
  const isOneModel = reported === 'credential' && ONE_MODEL.test(words);
  const kind = isLong ? 'context_length' : isOneModel ? 'model_unavailable' : reported;
  return {
    kind: isPoor ? 'credential' : kind,
    words: words.replaceAll(/\bAnthropic\b/giu, 'provider'),
    param: ANTHROPIC_PARAMS[/^\w+(?=[.:])/u.exec(words)?.[0] ?? ''],
  };
}

/** The provider's names for itself, which a caller has no use for. */
const GOOGLE_NAMES =
  /\b(?:Google(?:'s)?(?: Cloud)?(?: AI)?(?: Studio)?|Vertex AI|Gemini(?: Developer)? API|AI Studio|Generative Language API)\b/giu;
/** Fields of the wire, and the parameters of ours that they carry. */
const GOOGLE_PARAMS: readonly [RegExp, string][] = [
  [/temperature$/iu, 'temperature'],
  [/top_?p$/iu, 'top_p'],
  [/max_?output_?tokens$/iu, 'max_tokens'],
  [/candidate_?count$/iu, 'n'],
  [/stop_?sequences/iu, 'stop'],
  [/response_?(?:json_?)?schema|response_?mime_?type/iu, 'response_format'],
  [/thinking/iu, 'reasoning_effort'],
  [/^(?:request\.)?tools/iu, 'tools'],
  [/^(?:request\.)?(?:contents|system_?instruction)/iu, 'messages'],
];

/** Google's envelope: a reason in the details, the field in its violations. */
export function contentFailure({ response }: Recording): RawFailure {
  const [first] = [response.body].flat() as [Loose];
  const { message: reported = '', details = [] } = first?.error ?? {};
  const reasons = details.map(({ reason }: Loose) => reason);
  const [violated] = details.flatMap((one: Loose) => one.fieldViolations ?? []);
  const param = GOOGLE_PARAMS.find(([field]) => field.test(violated?.field ?? ''))?.[1];
  // What the provider says about its own versions and other operations is nothing for a caller.
  const words = reported
    .replace(/ for API version .*/su, '.')
    .replaceAll(GOOGLE_NAMES, 'the provider');
  return { kind: contentKind(response.status, reported, reasons), words, param };
}

function contentKind(status: number, reported: string, reasons: readonly string[]): Kind {
  const isKey = reasons.some((reason) => /^API_KEY|_DISABLED$|^CONSUMER|EXPIRED$/u.test(reason));
  const isLocation = status === 400 && /location is not supported|billing/iu.test(reported);
  if (isKey || isLocation) return 'credential';
  if (status === 400 && /token count|maximum number of tokens|context/iu.test(reported)) {
    return 'context_length';
  }
  if (status === 403 && /permission.*\bmodel/iu.test(reported)) return 'model_unavailable';
  return status === 499 ? 'unavailable' : byStatus(status);
}

/** Classes of Amazon's errors that say something else than their status. */
const CLASSES: readonly [RegExp, Kind][] = [
  [/^(?:Throttling|TooManyRequests|ServiceQuota)/u, 'rate_limited'],
  [/^(?:ModelNotReady|ServiceUnavailable)/u, 'overloaded'],
  [/^ModelTimeout/u, 'timeout'],
  [/^(?:UnrecognizedClient|ExpiredToken|InvalidSignature|AccessDenied)/u, 'credential'],
  [/^Model(?:Stream)?Error/u, 'unavailable'],
];

/** Amazon's envelope: the class in a header, the words in the body. */
export function converseFailure({ response }: Recording): RawFailure {
  const body = response.body as Loose;
  const named = (response.headers?.['x-amzn-errortype'] ?? body?.__type ?? '') as string;
  const words: string = body?.message ?? body?.Message ?? '';
  const name = (named.split(':')[0] ?? '').replace(/^.*#/u, '');
  const reported =
    CLASSES.find(([classes]) => classes.test(name))?.[1] ?? byStatus(response.status);
  if (reported === 'credential' && ONE_MODEL.test(words))
    return { kind: 'model_unavailable', words };
  if (reported === 'rejected' && /model identifier is invalid/u.test(words))
    return { kind: 'model_unavailable', words };
  return {
    kind: reported === 'rejected' && TOO_LONG.test(words) ? 'context_length' : reported,
    words,
  };
}

/** `{error: "…"}`; a parameter is told by the words alone. */
export function chatFailure({ response }: Recording): RawFailure {
  const reported = (response.body as Loose)?.error ?? response.text ?? '';
  const words: string = reported.message ?? reported;
  const param = CHAT_PARAMS.find(([pattern]) => pattern.test(words))?.[1];
  return { kind: chatKind(response, words), words, param };
}

const CHAT_PARAMS: readonly [RegExp, string][] = [
  [/does not support tools/u, 'tools'],
  [/does not support thinking/u, 'reasoning_effort'],
  [/does not support (?:vision|images?)/u, 'messages'],
];

/** A path that nobody serves has no JSON, and is a wrong address. */
function chatKind({ status, body }: Recording['response'], words: string): Kind {
  if (status === 404 && body === undefined) return 'unavailable';
  if (TOO_LONG.test(words)) return 'context_length';
  if (status < SERVER_STATUS_MIN) return byStatus(status);
  if (/server busy|overloaded/iu.test(words)) return 'overloaded';
  return /not support|unsupported|invalid|failed to parse/iu.test(words)
    ? 'rejected'
    : byStatus(status);
}
