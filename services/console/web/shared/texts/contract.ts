/** Words about what a model takes. */
export const contractWords = {
  limits: 'Limits',
  limitNames: {
    context_tokens: 'Tokens of prompt and answer together',
    output_tokens: 'Tokens of an answer at most',
    inputs: 'Inputs of one request at most',
    total_tokens: 'Tokens of one request at most',
    stop_sequences: 'Stop sequences of one request at most',
    tools: 'Tools of one request at most',
  } as Readonly<Record<string, string>>,
  sources: {
    published: 'These parameters are documented for this model.',
    assumed:
      'This model is not in our tables: its parameters are assumed from the interface of its provider, which may refuse some of them.',
  },
  contract: 'Parameters',
  parameter: 'Parameter',
  taken: 'Taken',
  values: 'Values',
  byDefault: 'Default',
  yes: 'yes',
  needed: 'needed',
  ignored: 'ignored',
  refused: 'refused',
  anyValue: 'any',
  atLeast: (value: string): string => `${value} or more`,
  atMost: (value: string): string => `at most ${value}`,
} as const;
