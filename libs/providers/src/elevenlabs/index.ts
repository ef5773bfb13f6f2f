import { Type } from 'typebox';
import type { Family, TokenOverhead } from '../adapter/adapter.ts';
import { Secret } from '../contract/credential-fields.ts';
import { elevenlabsContract } from './contract.ts';
import { failureFromWire } from './errors.ts';
import { elevenlabsListing } from './listing.ts';
import { elevenlabsSpeech } from './speech.ts';
import { elevenlabsTranscription } from './transcription.ts';

/** Nothing is billed by tokens. */
const OVERHEAD: TokenOverhead = {
  request: 0,
  message: 0,
  tools: 0,
  tool: 0,
  image: 0,
  digits: 3,
  scale: 1,
};

/** ElevenLabs: speech that is billed by the character, and transcripts billed by the second. */
export const elevenlabs: Family = {
  id: 'elevenlabs',
  provider: 'elevenlabs',
  baseUrl: 'https://api.elevenlabs.io/v1',
  credential: Type.Object({ api_key: Secret }, { additionalProperties: false }),
  contract: elevenlabsContract,
  sign: (call, { api_key: key = '' }) => ({
    ...call,
    headers: { ...call.headers, 'xi-api-key': key },
  }),
  failure: failureFromWire,
  speech: elevenlabsSpeech,
  transcription: elevenlabsTranscription,
  listing: elevenlabsListing,
  onDisconnect: 'drain',
  reportsUsage: 'at_the_end',
  overhead: () => OVERHEAD,
};
