import { GatewayError } from '@tollgate/contract/error-codes';
import { ProviderError } from '@tollgate/providers/adapter/adapter';
import type { Origin } from '@tollgate/structure/conversation';

/** How a route that is planned as a chat call names the parts of the chat request. */
export interface RouteTerms {
  /** What the route calls the chat route's parameters. */
  names: readonly (readonly [chat: string, here: string])[];
  /** Where each message came from. */
  origins: readonly Origin[];
  /** The field that holds the conversation. */
  conversation: string;
  /** The path of a tool; undefined for one that the request does not have. */
  toolAt: (index: number) => string | undefined;
  /** Rewrites a path finally, for names within it. */
  within?: (path: string) => string;
}

/**
 * A refusal or failure in the terms of a route: the field that the error names is a field of the
 * caller's own request. Other errors stay as they are.
 */
export function inTermsOf<Thrown>(error: Thrown, terms: RouteTerms): Thrown {
  if (error instanceof GatewayError) {
    const { code, message, param, detail, retryAfterSeconds, facts } = error;
    return new GatewayError(code, renamed({ message, param }, terms), {
      param: param === null ? undefined : toParam(param, terms),
      detail,
      retryAfterSeconds,
      facts,
      cause: error.cause,
    }) as Thrown;
  }
  if (error instanceof ProviderError && error.failure.param !== undefined) {
    const param = toParam(error.failure.param, terms);
    const { failure, cause, usage } = error;
    return new ProviderError({ ...failure, param }, { cause, usage }) as Thrown;
  }
  return error;
}

/**
 * Names that are words of English too stay as they are in a sentence, but where the error is about
 * that very field, or a sentence says that it goes with others.
 */
function renamed(
  { message, param }: { message: string; param: string | null },
  { names }: RouteTerms,
): string {
  return names.reduce((text, [chat, here]) => {
    if (chat.includes('_')) return text.replaceAll(new RegExp(`\\b${chat}\\b`, 'gu'), here);
    if (param === chat)
      return text.replaceAll(new RegExp(`\\b${chat}\\b(?: sequences)?`, 'gu'), here);
    return text.replaceAll(
      new RegExp(`(?<=\\b(?:together with|and) )${chat}(?=[.,]| and\\b)`, 'gu'),
      here,
    );
  }, message);
}

/** A path of the chat request in the terms of a route. */
export function toParam(param: string, terms: RouteTerms): string {
  const { origins, conversation, names, toolAt, within = (path: string) => path } = terms;
  const [, position, field = '', part = ''] =
    /^messages(?:\[(\d+)\](?:\.(\w+)(\[\d+\](?:\.cache_control(?:\.\w+)*)?$)?)?)?/.exec(param) ??
    [];
  if (position !== undefined) {
    const origin = origins[Number(position)];
    const found = Object.entries(origin?.fields ?? {}).find(([name]) => name === field);
    return found === undefined ? (origin?.whole ?? conversation) : found[1] + part;
  }
  if (/^messages\b/.test(param)) return conversation;
  const tools = param.replace(
    /^tools\[(\d+)\](?:\.function\b)?/,
    (flat, index) => toolAt(Number(index)) ?? flat,
  );
  const choice = tools.replace(/^tool_choice\.function\b/, 'tool_choice');
  const format = choice.replace(/^response_format\.json_schema\b/, 'response_format');
  return within(names.reduce((path, [chat, here]) => replacedStart(path, chat, here), format));
}

function replacedStart(path: string, chat: string, here: string): string {
  const isIt = path === chat || path.startsWith(`${chat}.`) || path.startsWith(`${chat}[`);
  return isIt ? here + path.slice(chat.length) : path;
}
