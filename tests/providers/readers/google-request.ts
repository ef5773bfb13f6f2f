import type { Loose, RawEmbeddingsRequest, RawPart, RawRequest } from './reader.ts';
import { joinedTurns } from './reader.ts';

/**
 * An object with its members in the spelling of JSON; the provider takes that of Protocol Buffers
 * as well.
 */
export function membersOf(value: Loose): Loose {
  const camel = (name: string): string =>
    name.replaceAll(/_([a-z])/gu, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [camel(name), member]));
}

/** What a body of generateContent asks for. */
export function contentRequest(recorded: Loose): RawRequest {
  const { systemInstruction, contents, tools, toolConfig, generationConfig, ...settings } =
    membersOf(recorded);
  const system = (systemInstruction?.parts ?? []).map(({ text }: Loose) => text);
  const declared = (tools ?? []).map(membersOf).flatMap(declaredIn);
  const calling = membersOf(membersOf(toolConfig ?? {}).functionCallingConfig ?? {});
  const choice = choiceOf(calling);
  return {
    ...(system.length === 0 ? {} : { system }),
    turns: joinedTurns(
      contents.map((turn: Loose) => ({ role: roleOf(turn), parts: partsOf(turn) })),
    ),
    ...(declared.length === 0 ? {} : { tools: declared }),
    ...(choice === undefined ? {} : { choice }),
    settings: { ...settings, ...settingsOf(membersOf(generationConfig ?? {})) },
  };
}

function roleOf({ role }: Loose): string {
  return role === 'model' ? 'assistant' : 'user';
}

/** A schema in the provider's own dialect says the same under another name. */
function settingsOf(config: Loose): Loose {
  const { responseSchema, responseJsonSchema, thinkingConfig, ...rest } = config;
  return {
    ...rest,
    schema: responseJsonSchema ?? responseSchema,
    thinking: thinkingConfig ? membersOf(thinkingConfig) : undefined,
  };
}

function declaredIn(tool: Loose): Loose[] {
  const { functionDeclarations, ...own } = tool;
  const declared = (functionDeclarations ?? []).map((one: Loose) => {
    const { name, description, parameters, parametersJsonSchema } = membersOf(one);
    return { name, description, parameters: parametersJsonSchema ?? parameters ?? undefined };
  });
  const reported = Object.entries(own).filter(([, value]) => value !== null);
  return reported.length === 0 ? declared : [...declared, Object.fromEntries(reported)];
}

function choiceOf({ mode, allowedFunctionNames: names }: Loose): string | undefined {
  if (names?.length > 0) return names.join(' ');
  const word = mode?.toLowerCase();
  return word === 'any' ? 'required' : word;
}

/** The parts of one turn. */
export function partsOf(turn: Loose): RawPart[] {
  const parts: RawPart[] = turn.parts.map(membersOf).map(partOf);
  return parts.filter((part) => !('text' in part && part.text === ''));
}

function partOf(part: Loose): RawPart {
  const { text, thought, thoughtSignature: signature, inlineData: data } = part;
  if (part.functionCall) {
    const { id, name, args } = part.functionCall;
    return { call: { id, name, args: args ?? {}, extra: plainBase64(signature) } };
  }
  if (part.functionResponse) {
    const { id, name, response } = part.functionResponse;
    return { result: { of: name, id, parts: [{ other: response }] } };
  }
  if (data) {
    const { mimeType, data: bytes } = membersOf(data);
    return { image: `data:${mimeType};base64,${bytes}` };
  }
  if (thought === true) return { thought: text, signature: plainBase64(signature) };
  if (signature) return { other: { text, signature: plainBase64(signature) } };
  return text === undefined ? { other: part } : { text };
}

/** Some clients write the provider's base64 anew, in the alphabet of URLs. */
function plainBase64(signature: Loose): string | undefined {
  return signature?.replaceAll('-', '+').replaceAll('_', '/');
}

/** What an embeddings request of this wire asks for. */
export function contentEmbedded([body]: Loose[]): RawEmbeddingsRequest {
  const requests: Loose[] = (body.requests ?? [body]).map(membersOf);
  const [{ content: _, ...settings }] = requests as [Loose];
  const { outputDimensionality: dimensions, ...others } = settings;
  return {
    inputs: requests.map(({ content }) => content.parts.map(({ text }: Loose) => text).join('')),
    dimensions,
    settings: others,
  };
}
