/** What every script of this folder is told, and how a verdict is reached. */
export const FEATURE = process.env.FEATURE;
export const MODEL = process.env.MODEL;
export const BASE_URL = process.env.OPENAI_BASE_URL;
export const KEY = process.env.OPENAI_API_KEY;
export const ASK_WEATHER = 'Please call get_weather for Bern.';
export const WEATHER = 'It is wet in ';

/** @throws Error with what is missing */
export function expectWords(said, words) {
  if (!String(said).includes(words)) {
    throw new Error(`expected ${JSON.stringify(words)} in ${JSON.stringify(said)}`);
  }
}
