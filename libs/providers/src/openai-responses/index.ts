import { Type } from 'typebox';
import type { Family } from '../adapter/adapter.ts';
import { unfitMarks } from '../adapter/cache-marks.ts';
import { pathFor } from '../openai-compatible/azure.ts';
import { openaiCompatible } from '../openai-compatible/index.ts';
import { unaskedOwnJson } from '../openai-compatible/incompatible-content.ts';
import { responsesHintsOf } from '../contract/prompt-hints.ts';
import { responsesWire } from '../wire/responses/mapper.ts';
import { foreignItems } from '../wire/responses/replay.ts';
import { responsesContract } from './contract.ts';

const { video: _, ...compatible } = openaiCompatible;

/**
 * Any provider that says of itself that it speaks the Responses wire, such as Azure, xAI, Groq and
 * vLLM. Credentials, addresses, embeddings and the list of models are as over chat completions.
 */
export const openaiResponses: Family = {
  ...compatible,
  id: 'openai-responses',
  credential: Type.Omit(compatible.credential, ['responses_api']),
  contract: responsesContract,
  chat: { ...responsesWire, path: (endpoint) => pathFor(endpoint, '/responses') },
  foreignContent: (request, endpoint) =>
    unfitMarks(request) ?? unaskedOwnJson(request, endpoint) ?? foreignItems(request, endpoint),
  extensions: () => 'responses',
  promptHints: ({ upstreamModel }) => responsesHintsOf(upstreamModel),
};
