/** Models that take levels of effort and always think. */
const EFFORT_LEVELS = /gpt-?oss/iu;

/** Whether a model takes a level of effort; the others take only whether to think. */
export function hasEffortLevels(model: string): boolean {
  return EFFORT_LEVELS.test(model);
}
