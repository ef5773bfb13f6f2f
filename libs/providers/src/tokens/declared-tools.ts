import type { ChatRequest, Tool } from '@tollgate/contract/chat';

/** The note to a model about a tool that the request no longer declares. */
const NO_LONGER = 'Was used earlier in this conversation and is no longer there: do not call it.';

/**
 * The request with a declaration for each tool that its history calls, where it declares no tools
 * itself. For wires that take calls and results only beside declarations; agents leave the tools
 * out when they have a conversation summarised.
 */
export function withToolsOfHistory(request: ChatRequest): ChatRequest {
  if ((request.tools ?? []).length > 0) return request;
  const calls = request.messages.flatMap((message) =>
    message.role === 'assistant' ? (message.tool_calls ?? []) : [],
  );
  const names = new Set(calls.map(({ function: { name } }) => name));
  if (names.size === 0) return request;
  const tools = [...names].map((name): Tool => ({
    type: 'function',
    function: { name, description: NO_LONGER },
  }));
  return { ...request, tools };
}
