import type { Failure } from '../adapter/adapter.ts';

/** The wires whose errors are read; families that share a wire share its row of words. */
type ErrorWire = 'openai' | 'anthropic' | 'google' | 'bedrock' | 'ollama';

/** The facts of a provider's error by which its kind is judged. */
export interface ErrorFacts {
  wire: ErrorWire;
  status: number;
  /** The provider's codes, reasons or class of the error; those that are not text are left out. */
  codes: readonly string[];
  /** The sentence of the provider. */
  message: string;
  /**
   * A broad name such as `invalid_request_error`, which some providers put above errors of their
   * own.
   */
  type?: string | undefined;
}

/**
 * One rule: it holds for an error whose status it names, when one of the codes or the sentence
 * fits.
 */
interface Rule {
  kind: Failure['kind'];
  /** Absent: every wire. */
  wires?: readonly ErrorWire[];
  /** Absent: every status. */
  status?: (status: number) => boolean;
  code?: RegExp;
  words?: RegExp;
  /**
   * Whether the type counts as a word; a type alone never makes an error of status 500 or above the
   * caller's.
   */
  readsType?: true;
}

const SERVER_STATUS_MIN = 500;
const ofServer = (status: number): boolean => status >= SERVER_STATUS_MIN;
const ofClient = (status: number): boolean => status >= 400 && status < SERVER_STATUS_MIN;
const isLimit = (status: number): boolean => status === 429;
const among =
  (...statuses: number[]) =>
  (status: number): boolean =>
    statuses.includes(status);

/** A model as sentences begin with it: alone, or with its name behind. */
const MODEL =
  '^(?:error: )?(?:the |this |your )?(?:specified |requested |publisher )?(?:model|deployment)(?: id| name| version)?:?' +
  '(?: ?[`\'"“]?[^\\s`\'"“”]{1,200}[`\'"”]?)?,? ';
/** What such sentences go on with. */
const GONE =
  '(?:do(?:es)? not exist|not exist|(?:was |is )?not found|has been (?:deprecated|decommissioned|retired|removed|discontinued|shut ?down)' +
  '|(?:is|was) (?:no longer (?:available|supported)|deprecated|decommissioned|retired|discontinued|blocked at)' +
  '|is not (?:currently )?(?:available|supported) in (?:your|this|the)\\b.{0,40}\\bregion|(?:has )?reached (?:the )?end of (?:its )?life|requires terms acceptance)';

/**
 * Sentences of an endpoint that is gone, from their beginning, so that words of a caller in a
 * sentence cannot play them.
 */
const GONE_WORDS = new RegExp(`${MODEL}${GONE}`, 'iu');
/** Sentences of single providers for the same. */
const GONE_ELSEWHERE =
  /^no endpoints found(?! that support)|^no allowed providers are available|is not a valid model id\.?$|^the supported (?:api )?model names? (?:is|are) |^invalid model\b|^unknown model\b|^unable to access (?:non-serverless )?model\b|^the api deployment for this resource does not exist|^the \w+ operation does not work with the specified model|^this is not a chat model|^this model is only supported in |^the provided model identifier is invalid|^invocation of model id \S+ with on-demand throughput|^this action doesn't support the model|^model access is denied|^access to this model is not available|^specified model not found|requires? a newer version of ollama/iu;
const GONE_CODES =
  /^(?:model_not_found|model_not_available|model_not_supported|model_not_active|model_decommissioned|model_terms_required|model_permission_blocked_(?:org|project)|key_model_access_denied|unknown_model|deploymentnotfound|deployment_not_found|operationnotsupported)$/iu;
/** Words that deny one model only; the key itself is good, since other models accept it. */
const ONE_MODEL =
  /(?:access to|allowed to (?:use|sample from)).{0,20}\bmodel|model.{0,40}(?:not (?:allowed|available)|no access)|permission.{0,60}\bmodels?\b|must be verified to use the model|on resource: \S*(?:foundation-model|inference-profile)\//iu;
/**
 * The missing thing is one of the request, or a wish of the request is one too many; the model is
 * there.
 */
const NOT_THE_MODEL =
  /^no endpoints found that support|^(?:item|file|response|container|conversation|thread|skill|vector store|cached ?content|batch|image)\b/iu;

const AT_CAPACITY =
  /\b(?:is|are|at) (?:currently |temporarily )?(?:at |over )?(?:full |maximum |max )?capacity\b|\b(?:model|engine|server|service|system) is (?:currently |temporarily )?overloaded\b/iu;
const BUSY =
  /\boverloaded\b|server busy|maximum pending requests|(?:no|insufficient|not enough) capacity|high (?:demand|load)/iu;
const BUSY_CODES =
  /^(?:engine_overloaded|server_overloaded|model_overloaded|server_is_overloaded|overloaded|slow_down)$/iu;

const CONTEXT =
  /context[_ ](?:length|size|window)|too[_ ]many[_ ](?:prompt[_ ]|input[_ ]|total[_ ])?tokens|prompt (?:is )?too long|exceed_context|maximum (?:prompt|input) (?:length|size)|input \(\d+ tokens\) is too large/iu;
const OF_THE_REQUEST =
  /not[_ ]supported|unsupported|does(?: not|n't) support|invalid[_ ](?:request|argument|type|value|param|role|json|message|grammar|schema)|\bcannot (?:use|combine|have|be used)\b|\bmust (?:be|have|contain)\b|failed to parse|missing (?:required|field)|requires? --|is required/iu;

/** Classes of the Messages API's errors, whose meaning does not hang on the status. */
const CLASSES_OF_MESSAGES: readonly Rule[] = [
  ['rate_limited', /^rate_limit_error$/u],
  ['overloaded', /^overloaded_error$/u],
  ['timeout', /^timeout_error$/u],
  ['unavailable', /^api_error$/u],
].map(([kind, code]) => ({ kind, wires: ['anthropic'], code }) as Rule);

/**
 * Classes of Amazon's errors whose meaning is not that of their status, or that come without one
 * inside a stream.
 */
const CLASSES_OF_BEDROCK: readonly Rule[] = [
  ['rate_limited', /^(?:Throttling|TooManyRequests|ServiceQuotaExceeded)/iu],
  ['overloaded', /^(?:ModelNotReady|ServiceUnavailable)/iu],
  ['timeout', /^ModelTimeout/iu],
  ['unavailable', /^(?:InternalServer|InternalFailure|ModelError|ModelStreamError)/iu],
].map(([kind, code]) => ({ kind, wires: ['bedrock'], code }) as Rule);

/**
 * Rules of whose fault an error is; the first that holds decides, else the status. Codes and
 * sentences come before classes and statuses, because providers put capacity, retired models and
 * long prompts under whatever status and type is at hand.
 */
const RULES: readonly Rule[] = [
  // Capacity.
  { kind: 'overloaded', status: (status) => !isLimit(status), words: AT_CAPACITY },
  { kind: 'overloaded', status: ofServer, code: BUSY_CODES, words: BUSY },
  { kind: 'rate_limited', status: ofServer, code: /^rate_limit_exceeded$/iu },
  {
    kind: 'rate_limited',
    wires: ['ollama'],
    status: ofServer,
    words: /(?:usage|rate|request)s? limit|too many (?:concurrent )?requests/iu,
  },
  // The credential or its account.
  {
    kind: 'credential',
    wires: ['openai'],
    code: /^insufficient_quota$/iu,
  },
  {
    kind: 'credential',
    wires: ['openai'],
    status: ofClient,
    words:
      /insufficient_quota|billing|credit balance|payment required|exceeded your current quota|insufficient[_ ]balance/iu,
    readsType: true,
  },
  {
    kind: 'credential',
    wires: ['openai'],
    status: among(400),
    code: /invalid_api_key/iu,
    words:
      /(?:incorrect|invalid|wrong|missing|expired|revoked).{0,20}(?:api|access|auth).{0,5}key|invalid_api_key/iu,
    readsType: true,
  },
  {
    kind: 'credential',
    wires: ['anthropic'],
    status: among(400),
    words: /credit balance|billing/iu,
  },
  {
    kind: 'credential',
    wires: ['google'],
    code: /^(?:API_KEY_INVALID|API_KEY_SERVICE_BLOCKED|API_KEY_HTTP_REFERRER_BLOCKED|API_KEY_IP_ADDRESS_BLOCKED|CONSUMER_INVALID|CONSUMER_SUSPENDED|SERVICE_DISABLED|BILLING_DISABLED|ACCESS_TOKEN_EXPIRED)$/u,
  },
  {
    kind: 'credential',
    wires: ['google'],
    status: among(400),
    words:
      /api key (?:not valid|expired|not found)|please renew the api key|billing|location is not supported|free tier is not available/iu,
  },
  {
    kind: 'credential',
    wires: ['ollama'],
    words: /^unauthori[sz]ed$|invalid (?:api )?(?:key|token|credentials)/iu,
  },
  // The endpoint is gone: unknown, retired, not enabled for this account or not in this region.
  { kind: 'rejected', status: among(404, 410), words: NOT_THE_MODEL },
  { kind: 'model_unavailable', status: ofClient, code: GONE_CODES },
  { kind: 'model_unavailable', code: /^model_(?:not_found|decommissioned)$/iu },
  { kind: 'model_unavailable', status: ofClient, words: GONE_WORDS },
  { kind: 'model_unavailable', words: GONE_ELSEWHERE },
  { kind: 'model_unavailable', status: among(401, 403), words: ONE_MODEL },
  { kind: 'model_unavailable', wires: ['bedrock'], code: /^ResourceNotFound/iu },
  {
    kind: 'model_unavailable',
    wires: ['anthropic'],
    status: ofClient,
    code: /^not_found_error$/u,
  },
  {
    kind: 'credential',
    wires: ['bedrock'],
    code: /^(?:AccessDenied|UnrecognizedClient|ExpiredToken|InvalidSignature|IncompleteSignature|InvalidClientTokenId|MissingAuthenticationToken|SignatureDoesNotMatch|RequestExpired|OptInRequired|NotAuthorized|InvalidToken)/iu,
  },
  {
    kind: 'credential',
    wires: ['anthropic'],
    status: ofClient,
    code: /^(?:authentication|billing|permission)_error$/u,
  },
  // The prompt is too long, under the statuses by which providers say so.
  {
    kind: 'context_length',
    wires: ['openai'],
    status: among(400, 413, 422, 500, 501),
    code: CONTEXT,
    words: CONTEXT,
    readsType: true,
  },
  {
    kind: 'context_length',
    wires: ['anthropic'],
    status: among(400, 413),
    words: /prompt is too long|context (?:limit|window)|too many (?:input )?tokens/iu,
  },
  {
    kind: 'context_length',
    wires: ['google'],
    status: among(400),
    words:
      /(?:exceeds|exceeded|more than) the maximum (?:number of tokens|input tokens?|context)|input token count|context (?:length|window)/iu,
  },
  {
    kind: 'context_length',
    wires: ['bedrock'],
    status: among(400, 413),
    words:
      /input is too long|input tokens exceeded|prompt is too long|too many (?:input )?tokens|(?:context|maximum) (?:length|window)|exceeds? (?:the )?(?:model'?s? )?(?:maximum|max)[^.]*(?:token|context)/iu,
  },
  {
    kind: 'context_length',
    wires: ['ollama'],
    status: among(400, 413, 422, 500),
    words:
      /exceeds? (?:the |maximum )?(?:available |maximum )?context|context (?:length|size|window) exceeded|prompt (?:is )?too long|input \(\d+ tokens\) is too large/iu,
  },
  // The caller, where the status says something else.
  { kind: 'rejected', status: among(403), words: /moderation|flagged|content[_ ]policy/iu },
  {
    kind: 'rejected',
    wires: ['openai'],
    status: among(500, 501),
    code: OF_THE_REQUEST,
    words: OF_THE_REQUEST,
  },
  {
    kind: 'rejected',
    wires: ['ollama'],
    status: ofServer,
    words:
      /not supported|unsupported|does not support|invalid (?:message|role|type|value|option|format)|failed to parse|cannot unmarshal|illegal base64|think value|image input|json schema|grammar/iu,
  },
  {
    kind: 'rejected',
    wires: ['anthropic'],
    status: ofClient,
    code: /^(?:invalid_request_error|request_too_large)$/u,
  },
  { kind: 'rejected', wires: ['bedrock'], status: ofClient, code: /^Validation/iu },
  ...CLASSES_OF_MESSAGES,
  ...CLASSES_OF_BEDROCK,
  // The provider gave the call up; this status does not mean that our caller has left.
  { kind: 'unavailable', wires: ['google'], status: among(499) },
];

/** The kind of failure that an error of a provider means. */
export function kindOfError(facts: ErrorFacts): Failure['kind'] {
  const rule = RULES.find((one) => holds(one, facts));
  return rule?.kind ?? kindOfStatus(facts.status);
}

function holds(rule: Rule, facts: ErrorFacts): boolean {
  const { wires, status } = rule;
  const isHere = wires === undefined || wires.includes(facts.wire);
  return isHere && (status === undefined || status(facts.status)) && fits(rule, facts);
}

function fits({ code, words, readsType }: Rule, facts: ErrorFacts): boolean {
  const { codes, message, type = '', status } = facts;
  if (code === undefined && words === undefined) return true;
  if (code !== undefined && codes.some((one) => code.test(one))) return true;
  if (words === undefined) return false;
  return words.test(message) || (readsType === true && !ofServer(status) && words.test(type));
}

/** The kind of failure that a status alone shows. */
export function kindOfStatus(status: number): Failure['kind'] {
  if (status < 400) return status >= 300 ? 'unavailable' : 'malformed';
  return KIND_BY_STATUS[status] ?? (status < SERVER_STATUS_MIN ? 'malformed' : 'unavailable');
}

const KIND_BY_STATUS: Partial<Record<number, Failure['kind']>> = {
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
  503: 'overloaded',
  504: 'timeout',
  529: 'overloaded',
};
