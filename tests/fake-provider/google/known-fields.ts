import { type Shape, unknownIn } from '../shape.ts';
import { refuse } from './refuse.ts';

type Json = Record<string, unknown>;

const PART: Shape = {
  text: null,
  thought: null,
  thoughtSignature: null,
  inlineData: { mimeType: null, data: null },
  fileData: { mimeType: null, fileUri: null },
  functionCall: { id: null, name: null, args: null },
  functionResponse: { id: null, name: null, response: null, parts: null },
  executableCode: null,
  codeExecutionResult: null,
  videoMetadata: null,
  mediaResolution: null,
  partMetadata: null,
  toolCall: { id: null, toolType: null, args: null },
  toolResponse: { id: null, toolType: null, response: null },
  speechMetadata: { speaker: null, style: null },
};
const CONTENT: Shape = { role: null, parts: PART };
const BODY: Shape = {
  model: null,
  contents: CONTENT,
  systemInstruction: CONTENT,
  tools: {
    functionDeclarations: {
      name: null,
      description: null,
      parameters: null,
      parametersJsonSchema: null,
      response: null,
      responseJsonSchema: null,
      behavior: null,
    },
    googleSearch: null,
    codeExecution: null,
    urlContext: null,
    fileSearch: null,
  },
  toolConfig: {
    functionCallingConfig: { mode: null, allowedFunctionNames: null },
    includeServerSideToolInvocations: null,
  },
  safetySettings: null,
  cachedContent: null,
  generationConfig: {
    stopSequences: null,
    responseMimeType: null,
    responseSchema: null,
    responseJsonSchema: null,
    responseModalities: null,
    candidateCount: null,
    maxOutputTokens: null,
    temperature: null,
    topP: null,
    topK: null,
    seed: null,
    presencePenalty: null,
    frequencyPenalty: null,
    responseLogprobs: null,
    logprobs: null,
    imageConfig: { aspectRatio: null, imageSize: null },
    speechConfig: {
      languageCode: null,
      multiSpeakerVoiceConfig: null,
      voiceConfig: {
        voice: null,
        prebuiltVoiceConfig: { voiceName: null },
        replicatedVoiceConfig: null,
      },
    },
    audioTranscriptionConfig: {
      languageCodes: null,
      customVocabulary: null,
      wordTimestamp: null,
      diarization: null,
      mode: null,
    },
    thinkingConfig: { includeThoughts: null, thinkingBudget: null, thinkingLevel: null },
  },
};

/** Refuses members that the provider does not know. */
export function assertKnown(body: Json): void {
  const unknown = unknownIn(body, BODY);
  if (!unknown) return;
  const path = unknown.path
    .map((step) => (typeof step === 'number' ? `[${step}]` : step))
    .join('.');
  refuse(
    `Invalid JSON payload received. Unknown name "${unknown.name}" at '${path.replaceAll('.[', '[')}': ` +
      'Cannot find field.',
  );
}
