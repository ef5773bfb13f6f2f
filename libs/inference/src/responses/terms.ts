import { GatewayError } from '@tollgate/contract/errors';
import type { ResponsesRequest } from '@tollgate/contract/responses';
import { ProviderError } from '@tollgate/providers/adapter';
import type { Origin } from '@tollgate/structure/conversation';
import { offeredTools } from '@tollgate/structure/flat-tools';

/** Where the parts of the chat request came from. */
export interface RouteOrigins {
  /** One for each message. */
  origins: readonly Origin[];
  asked: ResponsesRequest;
}

/** What this route calls the chat route's parameters. */
const NAMES: readonly (readonly [chat: string, here: string])[] = [
  ['response_format', 'text.format'],
  ['max_completion_tokens', 'max_output_tokens'],
  ['max_tokens', 'max_output_tokens'],
  ['reasoning_effort', 'reasoning.effort'],
  ['extra_content', 'encrypted_content'],
];

/**
 * A refusal or failure in the terms of this route: the field that the error names is a field of the caller's own request. Other
 * errors stay as they are.
 * @param from where each message came from, and the request, which says where each tool came from
 */
export function inRouteTerms(error: unknown, from: RouteOrigins): unknown {
  if (error instanceof GatewayError) {
    const { code, message, param, detail, retryAfterSeconds, facts } = error;
    return new GatewayError(code, renamed(message), {
      param: param === null ? undefined : toParam(param, from),
      detail,
      retryAfterSeconds,
      facts,
      cause: error.cause,
    });
  }
  if (error instanceof ProviderError && error.failure.param !== undefined) {
    const param = toParam(error.failure.param, from);
    return new ProviderError({ ...error.failure, param }, { cause: error.cause });
  }
  return error;
}

function renamed(message: string): string {
  return NAMES.reduce(
    (text, [chat, here]) => text.replaceAll(new RegExp(`\\b${chat}\\b`, 'g'), here),
    message,
  );
}

function toParam(param: string, { origins, asked }: RouteOrigins): string {
  const [, position, field = ''] = /^messages(?:\[(\d+)\](?:\.(\w+))?)?/.exec(param) ?? [];
  if (position !== undefined) {
    const origin = origins[Number(position)];
    const place = Object.entries(origin?.fields ?? {}).find(([name]) => name === field);
    return place?.[1] ?? origin?.whole ?? 'input';
  }
  if (/^messages\b/.test(param)) return 'input';
  const tools = param.replace(
    /^tools\[(\d+)\](?:\.function\b)?/,
    (flat, index) => offeredTools(asked)[Number(index)]?.place ?? flat,
  );
  const choice = tools.replace(/^tool_choice\.function\b/, 'tool_choice');
  const format = choice.replace(/^response_format\.json_schema\b/, 'response_format');
  return NAMES.reduce((path, [chat, here]) => replacedStart(path, chat, here), format);
}

function replacedStart(path: string, chat: string, here: string): string {
  const isIt = path === chat || path.startsWith(`${chat}.`) || path.startsWith(`${chat}[`);
  return isIt ? here + path.slice(chat.length) : path;
}
