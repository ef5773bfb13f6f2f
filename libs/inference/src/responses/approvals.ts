import { GatewayError } from '@tollgate/contract/error-codes';
import type { ChatRequest } from '@tollgate/contract/chat';
import type { ResponsesRequest } from '@tollgate/contract/responses';
import { approvalRequestsIn } from '@tollgate/providers/wire/responses/approvals';
import type { Approval } from '@tollgate/structure/approvals';

/**
 * Checks that each answer to a request for an approval is to one that this account has got:
 * requests come back sealed, in the reasoning item of the answer that made them. The server of a
 * request has to be among the tools.
 * @param messages of the conversation, with what was sealed
 * @throws GatewayError that names the answer
 */
export function assertApprovals(
  approvals: readonly Approval[],
  { tools }: Pick<ResponsesRequest, 'tools'>,
  messages: ChatRequest['messages'],
): void {
  if (approvals.length === 0) return;
  const requests = new Map(approvalRequestsIn(messages).map(({ id, server }) => [id, server]));
  const labels = new Set(
    (tools ?? []).flatMap((tool) => (tool.type === 'mcp' ? [tool.server_label] : [])),
  );
  for (const { item, path } of approvals) {
    const server = requests.get(item.approval_request_id);
    if (server === undefined) {
      throw invalid(
        `${path}.approval_request_id`,
        'answers no request of this conversation: hand back all items of the answer that asked, its reasoning item included, as they came',
      );
    }
    if (!labels.has(server)) {
      throw invalid('tools', `needs the tool mcp of the server that ${path} is about, again`);
    }
  }
}

function invalid(param: string, words: string): GatewayError {
  return new GatewayError('invalid_request', `${param} ${words}.`, { param });
}
