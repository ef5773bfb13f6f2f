import type { Loose, RawPart, RawRequest } from './reader.ts';
import { isBlank, joinedTurns, textParts } from './reader.ts';

/** What a body of the Messages wire asks for. */
export function messagesRequest(body: Loose): RawRequest {
  const { system, messages, tools, tool_choice: choice, ...settings } = body;
  const spoken = textParts(system).flatMap((part) => ('text' in part ? [part.text] : []));
  return {
    ...(spoken.length > 0 ? { system: spoken } : {}),
    turns: joinedTurns(
      messages.map(({ role, content }: Loose) => ({ role, parts: partsOf(content) })),
    ),
    ...(tools?.length > 0 ? { tools: tools.map(toolOf) } : {}),
    ...(choice ? { choice: choice.name ?? CHOICES[choice.type] ?? choice.type } : {}),
    settings: {
      ...settings,
      single: choice?.disable_parallel_tool_use,
      stream: isStream(body),
      kept: marksIn([tools, system, messages]),
    },
  };
}

/** What is marked as the end of something that a cache shall hold, and how. */
function marksIn(value: Loose): Loose[] {
  if (typeof value !== 'object' || value === null) return [];
  const { cache_control: mark, id, tool_use_id: of = id, name = of, text = name } = value;
  return [...(mark ? [[text, mark]] : []), ...Object.values(value).flatMap(marksIn)];
}

const CHOICES: Partial<Record<string, string>> = { any: 'required' };

function isStream({ stream }: Loose): boolean {
  return stream === true;
}

/** `custom` is what a tool without a type is; a tool of the provider's own stands as it is. */
function toolOf(tool: Loose): NonNullable<RawRequest['tools']>[number] {
  const { type, input_schema: schema, ...rest } = tool;
  const parameters = schema ? { type: 'object', ...schema } : undefined;
  return { ...rest, ...(type === 'custom' ? {} : { type }), parameters };
}

function partsOf(content: Loose): RawPart[] {
  const parts: RawPart[] = typeof content === 'string' ? textParts(content) : content.map(partOf);
  return parts.filter((part) => !isBlank(part));
}

function partOf(block: Loose): RawPart {
  const { type, text, thinking, signature, source, id, name, input, ...rest } = block;
  if (type === 'text') return { text, ...rest };
  if (type === 'thinking') return { thought: thinking, signature };
  if (type === 'image' && source.type === 'base64') {
    return { image: `data:${source.media_type};base64,${source.data}` };
  }
  if (type === 'tool_use') return { call: { id, name, args: input } };
  if (type !== 'tool_result') return { other: block };
  return { result: { of: rest.tool_use_id, parts: partsOf(rest.content ?? []) } };
}
