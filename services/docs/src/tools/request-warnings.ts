import type { Endpoint } from '@tollgate/structure/other-names';

type Fields = Record<string, unknown>;

/**
 * What the structure allows and a call would still be refused for, or is seldom meant.
 * @param request a body as it came; nothing about it is certain
 */
export function warningsOf(endpoint: Endpoint, request: Fields): string[] {
  if (endpoint === '/v1/embeddings' || endpoint === '/v1/videos') return [];
  const tools = toolNames(request['tools']);
  const warnings = [...choiceWarnings(request, tools), ...outputWarnings(request)];
  return endpoint.startsWith('/v1/chat/completions')
    ? [...warnings, ...loopWarnings(listOf(request['messages']))]
    : warnings;
}

function choiceWarnings(request: Fields, tools: readonly string[]): string[] {
  const choice = request['tool_choice'];
  const warnings: string[] = [];
  if (tools.length === 0 && choice != null && choice !== 'auto' && choice !== 'none') {
    warnings.push(
      'tool_choice asks for a call, but tools is empty: add the tools or leave it out.',
    );
  }
  if (tools.length === 0 && request['parallel_tool_calls'] === false) {
    warnings.push('parallel_tool_calls: false means nothing without tools: leave it out.');
  }
  const named = nameOf(choice);
  if (named !== undefined && tools.length > 0 && !tools.includes(named)) {
    warnings.push('tool_choice names a function that is not in tools: add it, or name another.');
  }
  return warnings;
}

function outputWarnings(request: Fields): string[] {
  const both = request['max_tokens'] != null && request['max_completion_tokens'] != null;
  return both ? ['Send max_completion_tokens or max_tokens, not both.'] : [];
}

/** Every call has to be answered, and every answer needs its call. */
function loopWarnings(messages: readonly Fields[]): string[] {
  const open = new Set<string>();
  const warnings: string[] = [];
  for (const [position, message] of messages.entries()) {
    const place = `messages[${position}]`;
    const answered = message['tool_call_id'];
    if (message['role'] === 'tool' && typeof answered === 'string') {
      if (!open.delete(answered)) {
        warnings.push(
          `${place}.tool_call_id belongs to no call of the assistant message before it.`,
        );
      }
      continue;
    }
    if (open.size > 0) warnings.push(`${place} comes before every tool call has its tool message.`);
    open.clear();
    for (const { id } of listOf(message['tool_calls'])) if (typeof id === 'string') open.add(id);
  }
  if (open.size > 0) warnings.push('The last tool calls have no tool messages yet.');
  return warnings;
}

function toolNames(tools: unknown): string[] {
  return listOf(tools).flatMap((tool) => nameOf(tool) ?? []);
}

/** The name of a function, in the shape of either route. */
function nameOf(value: unknown): string | undefined {
  if (!isFields(value)) return undefined;
  const name = isFields(value['function']) ? value['function']['name'] : value['name'];
  return typeof name === 'string' ? name : undefined;
}

function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : [];
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
