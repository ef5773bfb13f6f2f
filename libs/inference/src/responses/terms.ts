import type { ResponsesRequest } from '@tollgate/contract/responses';
import type { Origin } from '@tollgate/structure/conversation';
import { offeredTools } from '@tollgate/structure/flat-tools';
import { inTermsOf, toParam } from '../catalogue/route-terms.ts';
import type { RouteTerms } from '../catalogue/route-terms.ts';

/** Where the parts of the chat request came from. */
export interface RouteOrigins {
  /** One for each message. */
  origins: readonly Origin[];
  asked: ResponsesRequest;
}

/** What this route calls the chat route's parameters. */
const NAMES: RouteTerms['names'] = [
  ['response_format', 'text.format'],
  ['max_completion_tokens', 'max_output_tokens'],
  ['max_tokens', 'max_output_tokens'],
  ['reasoning_effort', 'reasoning.effort'],
  ['extra_content', 'encrypted_content'],
];

/**
 * A part of a message, its mark, or the detail of an image, which is in the part itself on this
 * route.
 */
const PART =
  /^messages\[(\d+)\]\.content(\[\d+\])(?:\.image_url(?=\.detail$))?(\.detail|\.cache_control(?:\.\w+)*)?$/u;
/** The mark of a message. */
const MARK = /^messages\[(\d+)\](\.cache_control(?:\.\w+)*)$/u;

/** The path of a field that was left out, in the terms of this route. */
export function inRoutePath(path: string, { origins, asked }: RouteOrigins): string {
  const [, at, part = '', member = ''] = PART.exec(path) ?? [];
  const [, marked, mark = ''] = MARK.exec(path) ?? [];
  const whole = marked === undefined ? undefined : origins[Number(marked)]?.whole;
  if (whole !== undefined) return whole + mark;
  const content = at === undefined ? undefined : origins[Number(at)]?.fields.content;
  return content === undefined
    ? toParam(path, termsOf({ origins, asked }))
    : `${content}${part}${member}`;
}

/**
 * A refusal or failure in the terms of this route: the field that the error names is a field of the
 * caller's own request. Other errors stay as they are.
 * @param from where each message came from, and the request, which says where each tool came from
 */
export function inRouteTerms(error: unknown, { origins, asked }: RouteOrigins): unknown {
  return inTermsOf(error, termsOf({ origins, asked }));
}

function termsOf({ origins, asked }: RouteOrigins): RouteTerms {
  return {
    names: NAMES,
    origins,
    conversation: 'input',
    toolAt: (index) => offeredTools(asked)[index]?.path,
    within: (path) => path.replace(HOSTED, (_, type: string) => `tools[${firstOf(asked, type)}]`),
  };
}

/** A tool that the provider runs, by its type. */
const HOSTED = /^hosted\.(\w+)/u;

function firstOf({ tools }: ResponsesRequest, type: string): number {
  return (tools ?? []).findIndex((tool) => tool.type === type);
}
