import { Ajv } from 'ajv';
import type { ErrorObject } from 'ajv';
import { ChatRequest } from '@tollgate/contract/chat';
import { GatewayError } from '@tollgate/contract/errors';
import { STORABLE_PATTERN } from '@tollgate/contract/text';

const validate = new Ajv({ strict: false, discriminator: true }).compile<ChatRequest>(ChatRequest);

/**
 * Checks a chat request's structure. What the model makes of the values is the contract's business.
 * @throws GatewayError `invalid_request`, or `unsupported_parameter` for a field that does not exist, naming the field
 */
export function parseChatRequest(body: unknown): ChatRequest {
  if (!validate(body)) throw toRequestError(validate.errors ?? []);
  if (body.stream_options != null && body.stream !== true) {
    throw new GatewayError('invalid_request', 'stream_options needs stream: true.', {
      param: 'stream_options',
    });
  }
  assertAnswersSaySomething(body);
  return body;
}

/** What an assistant said is content, a refusal, calls or thoughts; without any of them a provider has nothing to read. */
function assertAnswersSaySomething({ messages }: ChatRequest): void {
  for (const [at, message] of messages.entries()) {
    if (message.role !== 'assistant') continue;
    const { content, refusal, tool_calls: calls, reasoning_content: thoughts } = message;
    const said = content ?? refusal ?? thoughts ?? message.extra_content;
    if (said != null || (calls?.length ?? 0) > 0) continue;
    const param = `messages[${at}].content`;
    throw new GatewayError('invalid_request', `${param} is required without tool_calls.`, {
      param,
    });
  }
}

/** The public error for the first fault that a validator found. */
export function toRequestError(errors: readonly ErrorObject[]): GatewayError {
  const error = mostTelling(errors);
  const surplus: unknown = error?.params['additionalProperty'];
  const missing: unknown = error?.params['missingProperty'];
  const param = toParam(error?.instancePath ?? '', surplus ?? missing);
  if (typeof surplus === 'string') {
    return new GatewayError('unsupported_parameter', `${param} is not a parameter of this route.`, {
      param,
    });
  }
  const fault = typeof missing === 'string' ? 'is required' : describe(error);
  const subject = param === '' ? 'The request' : param;
  return new GatewayError('invalid_request', `${subject} ${fault}.`, {
    param: param === '' ? undefined : param,
  });
}

/** Of the faults of several alternatives the one that lies deepest tells most. */
function mostTelling(errors: readonly ErrorObject[]): ErrorObject | undefined {
  const concrete = errors.filter(({ keyword }) => keyword !== 'anyOf' && keyword !== 'oneOf');
  return concrete.reduce<ErrorObject | undefined>(
    (best, error) => (best === undefined || depth(error) > depth(best) ? error : best),
    undefined,
  );
}

function depth(error: ErrorObject): number {
  const surplus = error.params['additionalProperty'] === undefined ? 0 : 1;
  return error.instancePath.split('/').length + surplus;
}

function describe(error: ErrorObject | undefined): string {
  if (error === undefined) return 'is not valid';
  if (error.keyword === 'discriminator') return 'has a role that does not exist';
  if (error.keyword === 'const') return `must be ${JSON.stringify(error.params['allowedValue'])}`;
  if (error.keyword === 'pattern' && error.params['pattern'] === STORABLE_PATTERN) {
    return 'may hold no NUL and no half of a surrogate pair';
  }
  return error.message ?? 'is not valid';
}

/** `/messages/0/content` as `messages[0].content`. */
function toParam(pointer: string, property: unknown): string {
  const steps = pointer.split('/').slice(1);
  if (typeof property === 'string') steps.push(property);
  return steps.reduce((path, step) => {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~').slice(0, 100);
    if (/^\d+$/.test(name)) return `${path}[${name}]`;
    return path === '' ? name : `${path}.${name}`;
  }, '');
}
