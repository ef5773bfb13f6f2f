import { pino } from 'pino';
import type { DestinationStream, Logger as PinoLogger } from 'pino';
import { currentRequest } from './request-scope.ts';

/** A structured logger: one JSON line an event, secrets removed. */
export type Logger = PinoLogger;

const REDACTED_PATHS = [
  'authorization',
  'cookie',
  'password',
  'secret',
  'api_key',
  'token',
  '*.authorization',
  '*.cookie',
  '*.password',
  '*.secret',
  '*.api_key',
  '*.token',
  'headers.authorization',
  'headers.cookie',
  'error.options',
  'error.request',
  'error.response',
];

const SECRET_PATTERN =
  /\b((?:svc_(?:live|test)|tg_adm)_[A-Za-z0-9]{4})[A-Za-z0-9]+|\b(sk-[A-Za-z0-9-]{2})[A-Za-z0-9_-]{8,}|(Bearer )[A-Za-z0-9._~+/-]{8,}=*/g;

/** Removes what looks like a key or a bearer token from a text, leaving a recognisable start. */
export function redactText(text: string): string {
  return text.replace(SECRET_PATTERN, '$1$2$3[redacted]');
}

/** The most bytes that wait for a reader of the log; lines beyond that are counted and dropped. */
const WAITING_LOG_BYTES_MAX = 16_777_216;

/**
 * Standard output. While its reader does not read, lines are dropped; the reader gets their number
 * when it reads again.
 */
function standardOutput(service: string): DestinationStream {
  const output = pino.destination({ sync: false, minLength: 0, maxLength: WAITING_LOG_BYTES_MAX });
  let dropped = 0;
  output.on('drop', () => (dropped += 1));
  output.on('drain', () => {
    if (dropped === 0) return;
    const line = { level: 'warn', time: new Date().toISOString(), service, dropped };
    dropped = 0;
    output.write(`${JSON.stringify({ ...line, msg: 'log lines were dropped' })}\n`);
  });
  return output;
}

/**
 * The logger of a process; writes asynchronously, so that a full pipe never blocks a request.
 * @param service the process' name, on every line
 * @param level pino's level name
 * @param destination where lines go, standard output unless a test says otherwise
 */
export function createLogger(
  service: string,
  level = 'info',
  destination: DestinationStream = standardOutput(service),
): Logger {
  const options = {
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    messageKey: 'msg',
    redact: { paths: REDACTED_PATHS, censor: '[redacted]' },
    serializers: { error: serializeError, err: serializeError },
    formatters: { level: (label: string) => ({ level: label }) },
    mixin: requestFields,
  };
  return pino(options, destination);
}

/** The request that a line is about, unless the line already names its request. */
function requestFields(): object {
  const { requestId = null, itemRequestIds = [] } = currentRequest() ?? {};
  const requestIds = [...new Set(itemRequestIds)].filter((id) => id !== null && id !== requestId);
  return {
    ...(requestId === null ? {} : { requestId }),
    ...(requestIds.length === 0 ? {} : { requestIds }),
  };
}

/**
 * The parts of an error that the log keeps: never the options, headers or bodies attached to the
 * error.
 */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return redactText(String(error));
  const coded = error as Error & { code?: unknown; detail?: unknown };
  return {
    name: error.name,
    message: redactText(error.message),
    ...(typeof coded.code === 'string' ? { code: coded.code } : {}),
    ...(typeof coded.detail === 'string' ? { detail: redactText(coded.detail) } : {}),
    stack: error.stack === undefined ? undefined : redactText(error.stack),
    ...(error.cause === undefined ? {} : { cause: serializeError(error.cause) }),
  };
}
