import type { ContractDraft } from '@tollgate/contract/request-contract';
import { SPEECH_CHARACTERS_MAX } from '@tollgate/contract/speech';
import { ANY, NONE, oneOf } from '../contract/contract.ts';
import { OPENAI_SPEECH_RULES } from '../contract/speech-rules.ts';

/**
 * Models that read aloud: those of a preview, which know their own voices alone and take a text and
 * nothing beside it, and those since Gemini 3.8, which take how it is to be read apart from it.
 */
const PREVIEWS = /^gemini-(?:2\.5-(?:flash|pro)|3\.1-flash)(?:-preview-tts|-tts-preview)$/u;
const DIRECTED = /^gemini-(?:3\.(?:[89]|\d{2,})|[4-9](?:\.\d+)?)-[a-z-]+-tts(?:-preview)?$/u;

/**
 * "Input token limit 8,192, output token limit 16,384" of ai.google.dev/gemini-api/docs/models for
 * gemini-3.1-flash-tts-preview, and of Google Cloud's page of gemini-3.8-flash-lite-tts, both read
 * on 2026-11-28.
 */
const LIMITS = { context_tokens: 8_192, output_tokens: 16_384 };

/** https://ai.google.dev/gemini-api/docs/speech-generation#voices, read on 2026-11-28. */
const PREBUILT_VOICES = [
  'Zephyr',
  'Puck',
  'Charon',
  'Kore',
  'Fenrir',
  'Leda',
  'Orus',
  'Aoede',
  'Callirrhoe',
  'Autonoe',
  'Enceladus',
  'Iapetus',
  'Umbriel',
  'Algieba',
  'Despina',
  'Erinome',
  'Algenib',
  'Rasalgethi',
  'Laomedeia',
  'Achernar',
  'Alnilam',
  'Schedar',
  'Gacrux',
  'Pulcherrima',
  'Achird',
  'Zubenelgenubi',
  'Vindemiatrix',
  'Sadachbia',
  'Sadaltager',
  'Sulafat',
] as const;

/** Whether a model takes how a text is to be read, and voices beyond the prebuilt ones. */
export function takesDirections(model: string): boolean {
  return DIRECTED.test(model);
}

/** What one of Google's models that read aloud accepts; null for other names. */
export function speechContract(model: string): ContractDraft | null {
  const isDirected = takesDirections(model);
  if (!isDirected && !PREVIEWS.test(model)) return null;
  return {
    source: 'published',
    capability: 'speech',
    parameters: {
      ...OPENAI_SPEECH_RULES,
      voice: isDirected ? ANY : oneOf(...PREBUILT_VOICES),
      instructions: isDirected ? ANY : NONE,
      // The provider sends bare samples, in front of which a header makes a file.
      response_format: oneOf('wav', 'pcm'),
      speed: NONE,
    },
    limits: { ...LIMITS, characters: SPEECH_CHARACTERS_MAX },
    dimensions: ['input', 'output'],
  };
}
