import type { Loose, RawEmbeddingsRequest, RawPart, RawRequest } from './reader.ts';
import { isBlank, joinedTurns } from './reader.ts';

/** What a body of Converse asks for; its model stands in the path. */
export function converseRequest(body: Loose): RawRequest {
  const { system, messages, toolConfig, inferenceConfig, outputConfig, ...settings } = body;
  const spoken = (system ?? []).filter(isNoMark).map((block: Loose) => block.text ?? block);
  const tools = (toolConfig?.tools ?? []).filter(isNoMark);
  const choice = choiceOf(toolConfig?.toolChoice);
  return {
    ...(spoken.length === 0 ? {} : { system: spoken }),
    turns: joinedTurns(
      messages.map(({ role, content }: Loose) => ({
        role,
        parts: partsIn(content),
      })),
    ),
    ...(tools.length === 0 ? {} : { tools: tools.map(toolOf) }),
    ...(choice === undefined ? {} : { choice }),
    settings: {
      ...notEmpty(settings),
      ...notEmpty(inferenceConfig ?? {}),
      kept: [toolConfig?.tools, system, ...messages.map(({ content }: Loose) => content)].flatMap(
        marksIn,
      ),
      format: formatOf(outputConfig?.textFormat),
    },
  };
}

function partsIn(content: Loose): RawPart[] {
  return content
    .filter(isNoMark)
    .flatMap(partsOf)
    .filter((part: RawPart) => !isBlank(part));
}

/** Marks of what a cache shall hold stand between the blocks. */
function isNoMark(block: Loose): boolean {
  return !('cachePoint' in block);
}

/** What stands in front of each mark, and the mark. */
function marksIn(blocks: Loose[] = []): Loose[] {
  return blocks.flatMap(({ cachePoint: mark }, at) => {
    const { toolSpec, toolUse, toolResult, text } = blocks[at - 1] ?? {};
    const { name, toolUseId = name } = toolSpec ?? toolUse ?? toolResult ?? {};
    return mark ? [[text ?? toolUseId, mark]] : [];
  });
}

/** A list or an object that holds nothing says nothing on this wire. */
function notEmpty(fields: Loose): Loose {
  const reported = Object.entries(fields).filter(
    ([, value]) => !/^(?:\[\]|\{\})$/u.test(JSON.stringify(value)),
  );
  return Object.fromEntries(reported);
}

function choiceOf(choice: Loose): string | undefined {
  if (choice?.any) return 'required';
  return choice?.tool?.name ?? (choice?.auto ? 'auto' : undefined);
}

function formatOf(format: Loose): Loose {
  if (!format) return undefined;
  const { schema, ...rest } = format.structure.jsonSchema;
  return { ...rest, type: format.type, schema: JSON.parse(schema) };
}

function toolOf({ toolSpec, ...own }: Loose): Loose {
  if (toolSpec === undefined) return own;
  const { name, description, inputSchema, strict } = toolSpec;
  return { name, description, parameters: inputSchema.json, strict };
}

function partsOf(block: Loose): RawPart[] {
  const { text, toolUse, toolResult, image, reasoningContent } = block;
  if (text !== undefined) return [{ text }];
  if (toolUse) {
    const { toolUseId: id, name, input } = toolUse;
    return [{ call: { id, name, args: input } }];
  }
  if (toolResult) {
    const { toolUseId: of, content } = toolResult;
    return [{ result: { of, parts: content.map(resultPart) } }];
  }
  if (image?.source.bytes) {
    return [{ image: `data:image/${image.format};base64,${image.source.bytes}` }];
  }
  const thought = reasoningContent?.reasoningText;
  return thought ? [{ thought: thought.text, signature: thought.signature }] : [{ other: block }];
}

function resultPart({ text, json, ...rest }: Loose): RawPart {
  if (text !== undefined) return { text };
  return json === undefined ? { other: rest } : { text: JSON.stringify(json) };
}

/** What the bodies of InvokeModel ask for, which are those of the models' own providers. */
export function invokeEmbedded(bodies: Loose[]): RawEmbeddingsRequest {
  const [{ texts, inputText: _, dimensions, input_type: inputType, truncate, ...rest }] =
    bodies as [Loose];
  const { output_dimension: shortened, ...settings } = rest;
  return {
    inputs: texts ?? bodies.map(({ inputText }) => inputText),
    dimensions: dimensions ?? shortened,
    inputType,
    truncate,
    settings,
  };
}
