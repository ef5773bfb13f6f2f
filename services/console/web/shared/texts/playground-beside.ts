/** Texts about two models side by side in the playground. */
export const besideTexts = {
  beside: 'Compare with',
  none: 'No second model',
  hint: 'Both models get the same messages, and both calls are charged. Parameters, tools and images that the second model does not support are left out of its call.',
  begun: 'Start a new chat to compare two models from its first message on.',
  stopBoth: 'Stop both',
  stopOne: (model: string): string => `Stop ${model}`,
} as const;
