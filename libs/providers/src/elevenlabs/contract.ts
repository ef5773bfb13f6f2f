import type { ContractDraft } from '@tollgate/contract/request-contract';
import { ANY, between, NONE, oneOf } from '../contract/contract.ts';
import { characterDraft, OPENAI_SPEECH_RULES } from '../contract/speech-rules.ts';
import { secondDraft, WHISPER_RULES } from '../contract/transcription-rules.ts';

/**
 * Models of https://elevenlabs.io/docs/overview/models that read aloud, and those that they came
 * from, read on 2026-11-29.
 */
const SPEECH_MODELS =
  /^eleven_(?:v3|multilingual_v[12]|flash_v2(?:_5)?|turbo_v2(?:_5)?|monolingual_v1)$/u;
/** Later ones, by their names; those for other interfaces have a word that says so. */
const MAY_SPEAK =
  /^eleven_(?!\w*(?:sts|ttv|sound|music|conversational|dialogue|realtime))[a-z0-9_]{1,60}$/u;
const TRANSCRIBES = /^scribe_v[12]$/u;
/** "Files up to ... 10 hours" of the model's page, https://replicate.com/elevenlabs/scribe-v2. */
const AUDIO_SECONDS = 36_000;
/** Settings of `eleven_v3` have no speed: `ElevenV3VoiceSettings` of elevenlabs-js 2.73. */
const WITHOUT_SPEED = /^eleven_v[3-9]/u;

/** What a model of ElevenLabs accepts; null for one that does something else. */
export function elevenlabsContract(model: string): ContractDraft | null {
  if (TRANSCRIBES.test(model)) return transcriptionContract();
  if (!MAY_SPEAK.test(model)) return null;
  return characterDraft(SPEECH_MODELS.test(model) ? 'published' : 'assumed', {
    ...OPENAI_SPEECH_RULES,
    instructions: NONE,
    response_format: oneOf('mp3', 'opus', 'wav', 'pcm'),
    // "Values less than 1.0 slow down the speech": 0.7 to 1.2 by the guide of voice settings.
    speed: WITHOUT_SPEED.test(model) ? NONE : between(0.7, 1.2),
  });
}

function transcriptionContract(): ContractDraft {
  const draft = secondDraft('published', {
    ...WHISPER_RULES,
    language: ANY,
    // Terms that guide the model cost a fifth more than what a second costs.
    prompt: NONE,
    response_format: oneOf('json', 'text', 'verbose_json'),
    timestamp_granularities: oneOf('word'),
    translation: NONE,
  });
  return { ...draft, limits: { ...draft.limits, audio_seconds: AUDIO_SECONDS } };
}
