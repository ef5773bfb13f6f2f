import type { CountTokensRequest, MessagesRequest } from '@tollgate/contract/messages';

type Asked = CountTokensRequest & Partial<MessagesRequest>;

/** Hints of this route that have no counterpart in a chat call, as paths. */
export function hintsNotCarried({
  context_management: edits,
  service_tier: tier,
  thinking,
  tools,
}: Asked): string[] {
  const display = thinking && 'display' in thinking ? thinking.display : null;
  return [
    ...present('context_management', edits),
    ...present('service_tier', tier),
    ...present('thinking.display', display),
    ...(tools ?? []).flatMap(({ eager_input_streaming: eager }, at) =>
      present(`tools[${at}].eager_input_streaming`, eager),
    ),
  ];
}

function present(path: string, value: unknown): string[] {
  return value === undefined || value === null ? [] : [path];
}

/** The paths of the marks of a request, in the order of its fields. */
export function marksIn({ tools, system, messages, cache_control: mark }: Asked): string[] {
  return [
    ...present('cache_control', mark),
    ...marksOf(tools, 'tools'),
    ...marksOf(system, 'system'),
    ...messages.flatMap(({ content }, at) => marksOf(content, `messages[${at}].content`)),
  ];
}

function marksOf(blocks: unknown, path: string): string[] {
  if (!Array.isArray(blocks)) return [];
  const items: readonly { cache_control?: unknown; content?: unknown }[] = blocks;
  return items.flatMap((block, at) => {
    const here = `${path}[${at}]`;
    return [
      ...present(`${here}.cache_control`, block.cache_control),
      ...marksOf(block.content, `${here}.content`),
    ];
  });
}
