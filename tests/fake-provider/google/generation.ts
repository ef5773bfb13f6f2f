import { GOOGLE_FACTS } from '@tollgate/providers/google/facts';
import { isJson } from '../openai/chat-request.ts';
import { refuse } from './refuse.ts';

type Json = Record<string, unknown>;

const STOPS_MAX = GOOGLE_FACTS.stops.value;
const OUTPUT_MAX: readonly [RegExp, number][] = [[/gemini-2\.0/u, 8_192]];
const OUTPUT_TOKENS_MAX = 65_536;
const SEED_MAX = 2_147_483_647;
const RANGES: readonly [name: string, low: number, high: number][] = [
  ['temperature', 0, 2],
  ['topP', 0, 1],
  ['seed', -SEED_MAX - 1, SEED_MAX],
];
/** Budgets of thinking that each line takes; -1 leaves the budget to the model. */
const BUDGETS: readonly [RegExp, { low: number; high: number; off: boolean }][] = [
  [/gemini-2\.5-pro/u, { low: 128, high: 32_768, off: false }],
  [/gemini-2\.5-flash-lite/u, { low: 512, high: 24_576, off: true }],
  [/gemini-2\.5-flash/u, { low: 1, high: 24_576, off: true }],
  [/gemini-[34]|latest/u, { low: 1, high: 32_768, off: false }],
];
const LEVELS: readonly [RegExp, readonly string[]][] = [
  [/gemini-3-pro/u, ['low', 'high']],
  [/gemini-4-hydrogen/u, ['low', 'medium', 'high', 'xhigh']],
  [
    /gemini-(?:3\.\d+-pro|pro-latest|3\.[78]-flash(?!-lite)|flash-latest|4-)/u,
    ['low', 'medium', 'high'],
  ],
  [/gemini-3|flash(?:-lite)?-latest/u, ['minimal', 'low', 'medium', 'high']],
];

/** Refuses values of `generationConfig` that the provider documents as out of range for a model. */
export function assertGeneration(config: Json, model: string): void {
  for (const [name, low, high] of RANGES) {
    const value = config[name];
    if (value === undefined || (typeof value === 'number' && value >= low && value <= high))
      continue;
    refuse(
      `* GenerateContentRequest.generation_config.${name}: must be in the range [${low}, ${high}].`,
    );
  }
  assertPenalties(config, model);
  if (
    config['speechConfig'] !== undefined ||
    [config['responseModalities']].flat().includes('AUDIO')
  ) {
    refuse('Model does not support the requested response modalities: audio');
  }
  const most = OUTPUT_MAX.find(([models]) => models.test(model))?.[1] ?? OUTPUT_TOKENS_MAX;
  const ceiling = config['maxOutputTokens'];
  if (ceiling !== undefined && !(Number(ceiling) >= 1 && Number(ceiling) <= most)) {
    refuse(
      `Unable to submit request because it has a maxOutputTokens value of ${Number(ceiling)} but the ` +
        `supported range is from 1 (inclusive) to ${most + 1} (exclusive).`,
    );
  }
  const stops = config['stopSequences'];
  if (Array.isArray(stops) && (stops.length > STOPS_MAX || stops.includes(''))) {
    refuse(
      `* GenerateContentRequest.generation_config.stop_sequences: at most ${STOPS_MAX}, none of them empty`,
    );
  }
  if (isJson(config['thinkingConfig'])) assertThinking(config['thinkingConfig'], model);
}

function assertPenalties(config: Json, model: string): void {
  for (const name of ['presencePenalty', 'frequencyPenalty']) {
    const value = config[name];
    if (value === undefined) continue;
    if (!model.includes('gemini-2.0')) refuse('Penalty is not enabled for this model');
    if (typeof value === 'number' && value >= -2 && value < 2) continue;
    refuse(`* GenerateContentRequest.generation_config.${name}: must be in the range [-2, 2).`);
  }
}

function assertThinking(
  { thinkingBudget: budget, thinkingLevel: level }: Json,
  model: string,
): void {
  if (budget !== undefined && level !== undefined) {
    refuse('You can only set only one of thinking budget and thinking level.');
  }
  const line = BUDGETS.find(([models]) => models.test(model))?.[1];
  if (line === undefined) refuse('Thinking is not enabled for this model.');
  if (level !== undefined) {
    const levels = LEVELS.find(([models]) => models.test(model))?.[1];
    if (levels === undefined) refuse('Thinking level is not supported for this model.');
    if (typeof level === 'string' && levels.includes(level.toLowerCase())) return;
    refuse(`Thinking level ${JSON.stringify(level)} is not supported for this model.`);
  }
  if (budget === undefined || budget === -1 || (budget === 0 && line.off)) return;
  if (budget === 0) refuse('Budget 0 is invalid. This model only works in thinking mode.');
  if (Number(budget) >= line.low && Number(budget) <= line.high) return;
  refuse(
    `The thinking budget ${Number(budget)} is invalid. Please choose a value between ${line.low} and ${line.high}.`,
  );
}
