import type { AssistantMessage, ChatRequest } from '@tollgate/contract/chat';
import type { McpApproval } from '@tollgate/contract/openai-runs';
import type { Refusal } from '../../adapter/refusal.ts';
import { asList, asObject, asText } from '../../json.ts';
import type { JsonObject } from '../../json.ts';
import { EXTRA } from './types.ts';

const REQUEST = 'mcp_approval_request';
/** The most characters of calls of servers that go back with a request for an approval. */
const CALLS_CHARACTERS_MAX = 1_048_576;

/** A request to call a tool of an MCP server that an earlier answer of the model holds. */
export interface ApprovalRequest {
  id: string;
  /** The label of the server. */
  server: string;
}

/** Whether an item asks for an approval. */
export function asksForApproval({ type }: { type?: unknown }): boolean {
  return type === REQUEST;
}

/** Whether the calls of servers of an answer can go back with its requests. */
export function callsFit(items: readonly object[]): boolean {
  const calls = items.filter((item) => asObject(item)['type'] === 'mcp_call');
  return JSON.stringify(calls).length <= CALLS_CHARACTERS_MAX;
}

/** The requests for approvals that the answers of a conversation hold. */
export function approvalRequestsIn(
  messages: readonly ChatRequest['messages'][number][],
): ApprovalRequest[] {
  return messages.flatMap((message) =>
    message.role === 'assistant'
      ? itemsIn(message)
          .filter(asksForApproval)
          .map(({ id, server_label: server }) => ({
            id: asText(id) ?? '',
            server: asText(server) ?? '',
          }))
      : [],
  );
}

function itemsIn({ extra_content: extra }: AssistantMessage): JsonObject[] {
  return asList(asObject(extra?.[EXTRA])['items']).map(asObject);
}

/**
 * Why a conversation cannot go to this model: an approval is of a call that another model wants.
 * @param request without what other models have kept in its messages
 */
export function foreignApproval({ messages, hosted }: ChatRequest): Refusal | null {
  const approvals = hosted?.approvals ?? [];
  if (approvals.length === 0) return null;
  const asked = new Set(approvalRequestsIn(messages).map(({ id }) => id));
  if (approvals.every(({ id }) => asked.has(id))) return null;
  const message =
    'mcp_approval_response answers a request of another model: go on with the model that asked.';
  return { param: 'input', message };
}

/**
 * The items of an earlier answer with the answers to its requests behind them. Requests that nobody
 * answers are left out, with the reasoning that led to them; without any answer the calls of
 * servers are, too.
 */
export function withApprovals(
  items: readonly JsonObject[],
  approvals: readonly McpApproval[],
): JsonObject[] {
  if (!items.some(asksForApproval)) return [...items];
  const answers = new Map(approvals.map((approval) => [approval.id, approval]));
  const answered = items.flatMap(({ type, id }) => {
    const answer = type === REQUEST ? answers.get(asText(id) ?? '') : undefined;
    return answer === undefined ? [] : [answer];
  });
  const isLeft = ({ type, id }: JsonObject): boolean =>
    type === REQUEST
      ? !answers.has(asText(id) ?? '')
      : type === 'mcp_call' && answered.length === 0;
  return [...withoutItems(items, isLeft), ...answered.map(toItem)];
}

/** Items without some of them, and without reasoning that all of what followed it is gone of. */
function withoutItems(
  items: readonly JsonObject[],
  isLeft: (item: JsonObject) => boolean,
): JsonObject[] {
  const isReasoning = (item: JsonObject | undefined): boolean => item?.['type'] === 'reasoning';
  return items.filter((item, at) => {
    if (!isReasoning(item)) return !isLeft(item);
    const from = items.findIndex((one, index) => index > at && !isReasoning(one));
    if (from < 0) return false;
    const to = items.findIndex((one, index) => index > from && isReasoning(one));
    return items.slice(from, to < 0 ? items.length : to).some((one) => !isLeft(one));
  });
}

function toItem({ id, approve, reason }: McpApproval): JsonObject {
  const type = 'mcp_approval_response';
  return { type, approval_request_id: id, approve, ...(reason === undefined ? {} : { reason }) };
}
