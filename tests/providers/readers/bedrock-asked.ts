import type { Loose } from './reader.ts';

/** Blocks that none of our messages can carry. */
const ALIEN = /"(?:document|video|guardContent|s3Location|systemTool|guardrailConfig)":/u;

/**
 * A recorded body of Converse as a request of ours; null when it holds what no request of ours
 * says.
 */
export function askedConverse(body: Loose, { model }: { model: string | null }): Loose {
  if (ALIEN.test(JSON.stringify(body))) return null;
  const { maxTokens, temperature, topP, stopSequences } = body.inferenceConfig ?? {};
  const system = markedIn(body.system ?? []).filter((block: Loose) => 'text' in block);
  const request = {
    model: 'any',
    messages: [
      ...system.map(({ text, mark }: Loose) => ({
        role: 'system',
        content: text,
        cache_control: mark,
      })),
      ...body.messages.flatMap((turn: Loose) => messagesOf(turn, model)),
    ],
    max_tokens: maxTokens,
    temperature,
    top_p: topP,
    stop: stopSequences?.length > 0 ? stopSequences : undefined,
    tools: body.toolConfig && markedIn(body.toolConfig.tools).map(toolOf),
    tool_choice: choiceOf(body.toolConfig?.toolChoice),
    response_format: formatOf(body.outputConfig?.textFormat),
    reasoning_effort: effortOf(body.additionalModelRequestFields ?? {}),
  };
  return JSON.parse(JSON.stringify(request));
}

/** A budget is none of our words; the smallest effort stands for any. */
function effortOf({
  thinking,
  reasoningConfig,
  reasoning_effort: reported,
  ...rest
}: Loose): Loose {
  const { output_config: output, reasoning_config: config } = rest;
  const effort = output?.effort ?? reported ?? reasoningConfig?.maxReasoningEffort ?? config;
  if (typeof effort === 'string') return effort;
  return (thinking ?? config)?.type === 'enabled' ? 'low' : undefined;
}

/**
 * The blocks of a list without the points between them; what stands in front of one has it as its
 * mark.
 */
function markedIn(blocks: Loose[]): Loose[] {
  return blocks.flatMap((block, at) => {
    if ('cachePoint' in block) return [];
    const { cachePoint: point } = blocks[at + 1] ?? {};
    return point ? [{ ...block, mark: { type: 'ephemeral', ttl: point.ttl } }] : [block];
  });
}

function toolOf({ toolSpec, mark }: Loose): Loose {
  const { name, description, inputSchema, strict } = toolSpec;
  const { json: parameters } = inputSchema;
  return {
    type: 'function',
    function: { name, description, parameters, strict },
    cache_control: mark,
  };
}

function choiceOf(choice: Loose): Loose {
  if (choice?.any) return 'required';
  if (choice?.tool) return { type: 'function', function: { name: choice.tool.name } };
  return choice?.auto ? 'auto' : undefined;
}

function formatOf(format: Loose): Loose {
  if (!format) return undefined;
  const { name, description, schema } = format.structure.jsonSchema;
  return { type: 'json_schema', json_schema: { name, description, schema: JSON.parse(schema) } };
}

/** Each result of a tool is a message of its own, and so is each text. */
function messagesOf({ role, content: reported }: Loose, model: string | null): Loose[] {
  const content = markedIn(reported);
  if (role === 'assistant') return [assistantOf(content, model)];
  return content.flatMap((block: Loose) => {
    const whole = { cache_control: block.mark };
    if (block.toolResult) return [{ ...resultOf(block.toolResult), ...whole }];
    if (block.text) return [{ role: 'user', content: block.text, ...whole }];
    return block.image ? [{ role: 'user', content: [imageOf(block.image)], ...whole }] : [];
  });
}

function imageOf({ format, source }: Loose): Loose {
  return { type: 'image_url', image_url: { url: `data:image/${format};base64,${source.bytes}` } };
}

function resultOf({ toolUseId, content }: Loose): Loose {
  const texts = content.map((part: Loose) => part.text ?? JSON.stringify(part.json));
  const parts = texts.map((text: string) => ({ type: 'text', text }));
  return { role: 'tool', tool_call_id: toolUseId, content: parts };
}

/** Blocks that say more than our fields do stand where an answer of ours has them. */
function assistantOf(marked: Loose[], model: string | null): Loose {
  const content = marked.map(({ mark: _mark, ...block }) => block);
  const calls = content.filter((block) => block.toolUse).map(({ toolUse }) => toolUse);
  const isPlain = content.every((block) => block.text || block.toolUse);
  return {
    role: 'assistant',
    cache_control: marked.at(-1)?.mark,
    content: content.flatMap(({ text }) => (text ? [{ type: 'text', text }] : [])),
    ...(calls.length === 0 ? {} : { tool_calls: calls.map(callOf) }),
    ...(isPlain ? {} : { extra_content: { bedrock: { model, content } } }),
  };
}

function callOf({ toolUseId, name, input }: Loose): Loose {
  return { id: toolUseId, type: 'function', function: { name, arguments: JSON.stringify(input) } };
}
