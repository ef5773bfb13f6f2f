import type { Endpoint } from '@tollgate/structure/other-names';
import { PROVIDER_LIMITS } from '../provider-limits.ts';

type Fields = Record<string, unknown>;

const WITHOUT_CONVERSATION: readonly Endpoint[] = [
  '/v1/embeddings',
  '/v1/videos',
  '/v1/images/generations',
  '/v1/images/edits',
  '/v1/rerank',
  '/v1/moderations',
  '/v1/audio/speech',
  '/v1/audio/transcriptions',
  '/v1/audio/translations',
];

/**
 * What the structure allows and a call would still be refused for, or is seldom meant.
 * @param request a body as it came; nothing about it is certain
 */
export function warningsOf(endpoint: Endpoint, request: Fields): string[] {
  if (WITHOUT_CONVERSATION.includes(endpoint)) return [];
  const tools = toolNames(request['tools']);
  const warnings = [
    ...choiceWarnings(request, tools),
    ...outputWarnings(request),
    ...limitWarnings(request),
  ];
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

/** What some providers do not take, by their own documentation. */
function limitWarnings(request: Fields): string[] {
  const counts: Readonly<Record<(typeof PROVIDER_LIMITS)[number]['limit'], number>> = {
    stop_sequences: [request['stop'] ?? request['stop_sequences'] ?? []].flat().length,
    tools: listOf(request['tools']).length,
    images: imagesIn(request['messages'] ?? request['input']),
  };
  const exceeded = PROVIDER_LIMITS.filter(({ limit, most }) => counts[limit] > most);
  return [...new Set(exceeded.map(({ limit }) => limit))].map((limit) => {
    const of = exceeded.filter((one) => one.limit === limit);
    const whose = of.map(({ who, most }) => `${who} (${most})`).join(', ');
    return `${counts[limit]} ${of[0]?.noun} are more than these models take: ${whose}. limits.${limit} of the request_contract says what a model takes.`;
  });
}

const IMAGES: ReadonlySet<unknown> = new Set(['image', 'image_url', 'input_image']);

/** Images of messages or items, those in results of tools among them. */
function imagesIn(list: unknown): number {
  return listOf(list)
    .flatMap(({ content, output }) => [...listOf(content), ...listOf(output)])
    .flatMap((part) => [part, ...listOf(part['content'])])
    .filter(({ type }) => IMAGES.has(type)).length;
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
    const path = `messages[${position}]`;
    const answered = message['tool_call_id'];
    if (message['role'] === 'tool' && typeof answered === 'string') {
      if (!open.delete(answered)) {
        warnings.push(
          `${path}.tool_call_id belongs to no call of the assistant message before it.`,
        );
      }
      continue;
    }
    if (open.size > 0) warnings.push(`${path} comes before every tool call has its tool message.`);
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
