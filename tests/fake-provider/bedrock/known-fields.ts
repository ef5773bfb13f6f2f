import { type Shape, unknownIn } from '../shape.ts';
import { MODEL_SAYS, refuse } from './refuse.ts';

type Json = Record<string, unknown>;

const POINT: Shape = { type: null, ttl: null };
const BODY: Shape = {
  messages: {
    role: null,
    content: {
      text: null,
      image: { format: null, source: { bytes: null, s3Location: null } },
      document: {
        format: null,
        name: null,
        source: { bytes: null, text: null, content: null, s3Location: null },
        context: null,
        citations: null,
      },
      video: null,
      guardContent: null,
      citationsContent: null,
      searchResult: null,
      cachePoint: POINT,
      toolUse: { toolUseId: null, name: null, input: null, type: null },
      toolResult: { toolUseId: null, content: null, status: null, type: null },
      reasoningContent: { reasoningText: { text: null, signature: null }, redactedContent: null },
    },
  },
  system: { text: null, guardContent: null, cachePoint: POINT },
  inferenceConfig: { maxTokens: null, temperature: null, topP: null, stopSequences: null },
  toolConfig: {
    tools: {
      toolSpec: { name: null, description: null, inputSchema: { json: null }, strict: null },
      systemTool: { name: null },
      cachePoint: POINT,
    },
    toolChoice: { auto: {}, any: {}, tool: { name: null } },
  },
  outputConfig: {
    textFormat: {
      type: null,
      structure: { jsonSchema: { schema: null, name: null, description: null } },
    },
  },
  additionalModelRequestFields: null,
  additionalModelResponseFieldPaths: null,
  guardrailConfig: null,
  performanceConfig: null,
  promptVariables: null,
  requestMetadata: null,
  serviceTier: null,
};

/** What each line of models takes beside the members that all of them have. */
const MODEL_FIELDS: readonly [RegExp, Shape][] = [
  [
    /anthropic\.claude-/u,
    {
      thinking: { type: null, budget_tokens: null, display: null },
      reasoning_config: { type: null, budget_tokens: null },
      output_config: { effort: null },
      top_k: null,
      anthropic_beta: null,
    },
  ],
  [
    /amazon\.nova-/u,
    { inferenceConfig: { topK: null }, reasoningConfig: { type: null, maxReasoningEffort: null } },
  ],
  [/openai\.gpt-oss|moonshot(?:ai)?\.kimi-|zai\.glm-/u, { reasoning_effort: null }],
  [/openai\.gpt-\d/u, { reasoning: { effort: null } }],
  [/qwen\./u, { reasoning_config: null }],
];

/** Refuses members that the host, or the model behind it, does not know. */
export function assertKnown(body: Json, model: string): void {
  const unknown = unknownIn(body, BODY);
  if (unknown) {
    const path = ['#', ...unknown.path].join('/');
    refuse(`Malformed input request: ${path}: extraneous key [${unknown.name}] is not permitted.`);
  }
  const fields = MODEL_FIELDS.find(([models]) => models.test(model))?.[1] ?? {};
  const foreign = unknownIn(body['additionalModelRequestFields'], fields);
  if (!foreign) return;
  const path = ['#', ...foreign.path].join('/');
  refuse(
    `${MODEL_SAYS}Malformed input request: ${path}: extraneous key [${foreign.name}] is not ` +
      'permitted, please reformat your input and try again.',
  );
}
