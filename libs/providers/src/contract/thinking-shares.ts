/**
 * The part of the output that each effort may spend on thinking, for models that want a budget in
 * tokens: the rest is for the answer.
 */
export const THINKING_SHARES: Partial<Record<string, number>> = {
  minimal: 0.2,
  low: 0.2,
  medium: 0.5,
  high: 0.8,
};
