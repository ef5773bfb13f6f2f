import type { Loose } from './reader.ts';
import { membersOf, partsOf } from './google-request.ts';

/** Fields without a counterpart of ours that change what the provider counts. */
const ALIEN = ['cachedContent', 'cached_content'];

/**
 * A recorded body of generateContent as a request of ours; null when it holds what no request of
 * ours says.
 */
export function askedContent(recorded: Loose): object | null {
  const body = membersOf(recorded);
  if (ALIEN.some((name) => body[name])) return null;
  const parts = body.contents.flatMap((turn: Loose) => turn.parts.map(membersOf));
  const isServed = parts.every(({ fileData, inlineData }: Loose) => {
    const type = inlineData?.mimeType ?? 'image/';
    return !fileData && type.startsWith('image/');
  });
  const declared = toolsIn(body);
  if (!isServed || declared === null || isChoiceOfSome(body.toolConfig)) return null;
  const instruction = (body.systemInstruction?.parts ?? []).map(({ text }: Loose) => text);
  return {
    model: 'any',
    messages: [
      ...(instruction.length === 0 ? [] : [{ role: 'system', content: texts(instruction) }]),
      ...body.contents.flatMap(messagesOf),
    ],
    ...(declared.length === 0 ? {} : { tools: declared, ...choiceIn(body.toolConfig) }),
    ...settingsIn(membersOf(body.generationConfig ?? {})),
  };
}

function texts(list: readonly string[]): Loose[] {
  return list.map((text) => ({ type: 'text', text }));
}

function settingsIn(config: Loose): object {
  const settings = {
    max_completion_tokens: config.maxOutputTokens,
    temperature: config.temperature,
    top_p: config.topP,
    n: config.candidateCount,
    stop: config.stopSequences,
    seed: config.seed,
    presence_penalty: config.presencePenalty,
    frequency_penalty: config.frequencyPenalty,
    reasoning_effort: effortIn(config.thinkingConfig),
    response_format: formatIn(config),
  };
  const reported = Object.entries(settings).filter(([, value]) => (value ?? null) !== null);
  return Object.fromEntries(reported);
}

function effortIn(config: Loose): string | undefined {
  const { thinkingLevel, thinkingBudget } = membersOf(config ?? {});
  if (thinkingLevel) return thinkingLevel.toLowerCase();
  if (thinkingBudget === undefined || thinkingBudget === null) return undefined;
  return thinkingBudget === 0 ? 'none' : 'low';
}

function formatIn({ responseJsonSchema, responseSchema, responseMimeType: type }: Loose): Loose {
  const schema = responseJsonSchema ?? responseSchema;
  if (schema) return { type: 'json_schema', json_schema: { name: 'answer', schema } };
  return type === 'application/json' ? { type: 'json_object' } : undefined;
}

/** One function can be demanded, or any; some of them cannot. */
function isChoiceOfSome(config: Loose): boolean {
  const calling = membersOf(membersOf(config ?? {}).functionCallingConfig ?? {});
  return calling.allowedFunctionNames?.length > 1;
}

function choiceIn(config: Loose): object {
  const calling = membersOf(membersOf(config ?? {}).functionCallingConfig ?? {});
  const [only, ...more] = calling.allowedFunctionNames ?? [];
  if (only && more.length === 0) {
    return { tool_choice: { type: 'function', function: { name: only } } };
  }
  const choice = CHOICES[calling.mode?.toLowerCase()];
  return choice === undefined ? {} : { tool_choice: choice };
}

const CHOICES: Partial<Record<string, string>> = { any: 'required', auto: 'auto', none: 'none' };

/** Null when the provider's own tools were used. */
function toolsIn({ tools }: Loose): Loose[] | null {
  const reported = (tools ?? []).map(membersOf);
  const used = reported.flatMap((tool: Loose) => Object.keys(tool).filter((name) => tool[name]));
  if (used.some((name: string) => name !== 'functionDeclarations')) return null;
  return reported.flatMap((tool: Loose) =>
    (tool.functionDeclarations ?? []).map((declared: Loose) => {
      const { name, description, parameters, parametersJsonSchema } = membersOf(declared);
      const schema = parameters ?? parametersJsonSchema ?? undefined;
      return { type: 'function', function: { name, description, parameters: schema } };
    }),
  );
}

/** Each result is a message of its own; what else stands beside results comes behind them. */
function messagesOf(turn: Loose, turnIndex: number): Loose[] {
  if (turn.role === 'model') return [assistantOf(turn, turnIndex)];
  const parts = partsOf(turn);
  const results = parts.flatMap((part) => ('result' in part ? [part.result] : []));
  const said = parts.filter((part) => !('result' in part)).map(saidOf);
  return [
    ...results.map(({ of, id, parts: [first] }) => ({
      role: 'tool',
      tool_call_id: id ?? of,
      content: JSON.stringify(first !== undefined && 'other' in first ? first.other : {}),
    })),
    ...(said.length === 0 ? [] : [{ role: 'user', content: said }]),
  ];
}

function saidOf(part: Loose): Loose {
  return 'image' in part
    ? { type: 'image_url', image_url: { url: part.image } }
    : { type: 'text', text: part.text };
}

/** As we make one where the provider gives none: such an id stays with us. */
function madeId(turnIndex: number, position: number): string {
  return `call_${(turnIndex * 1_000 + position).toString(16).padStart(24, '0')}`;
}

/** Turns that say more than text and calls stand where an answer of ours has them. */
function assistantOf(turn: Loose, turnIndex: number): Loose {
  const parts = turn.parts.map(membersOf);
  const calls = parts.filter(({ functionCall }: Loose) => functionCall);
  const made = calls.map(({ functionCall, thoughtSignature }: Loose, position: number) => ({
    id: functionCall.id ?? madeId(turnIndex, position),
    type: 'function',
    function: { name: functionCall.name, arguments: JSON.stringify(functionCall.args ?? {}) },
    ...(thoughtSignature
      ? { extra_content: { google: { thought_signature: thoughtSignature } } }
      : {}),
  }));
  const spoken = parts.map(({ text, thought }: Loose) => (thought ? '' : (text ?? ''))).join('');
  const isPlain = parts.every(
    ({ functionCall, thought, thoughtSignature }: Loose) =>
      functionCall || !(thought || thoughtSignature),
  );
  return {
    role: 'assistant',
    content: spoken,
    ...(made.length > 0 && { tool_calls: made }),
    ...(isPlain ? {} : { extra_content: { google: { parts } } }),
  };
}
