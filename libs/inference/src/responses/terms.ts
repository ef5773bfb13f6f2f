import type { ResponsesRequest } from '@tollgate/contract/responses';
import type { Origin } from '@tollgate/structure/conversation';
import { offeredTools } from '@tollgate/structure/flat-tools';
import { inTermsOf } from '../route-terms.ts';
import type { RouteTerms } from '../route-terms.ts';

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
 * A refusal or failure in the terms of this route: the field that the error names is a field of the caller's own request. Other
 * errors stay as they are.
 * @param from where each message came from, and the request, which says where each tool came from
 */
export function inRouteTerms(error: unknown, { origins, asked }: RouteOrigins): unknown {
  return inTermsOf(error, {
    names: NAMES,
    origins,
    conversation: 'input',
    toolAt: (index) => offeredTools(asked)[index]?.place,
  });
}
