/** Texts about the parameters and limits of a model. */
export const contractLabels = {
  limits: 'Limits',
  limitNames: {
    context_tokens: 'Context window in tokens',
    output_tokens: 'Max output tokens',
    inputs: 'Max inputs per request',
    total_tokens: 'Max tokens per request',
    stop_sequences: 'Max stop sequences per request',
    tools: 'Max tools per request',
    images: 'Max images per request',
    images_per_message: 'Max images per message',
    documents_per_message: 'Max documents per message',
    image_bytes: 'Max image size in bytes',
  } as Readonly<Record<string, string>>,
  sources: {
    published: 'These parameters are documented for this model.',
    assumed:
      'We have no documentation of this model. Its parameters are assumed from the API of its provider, which may reject some of them.',
  },
  contract: 'Parameters',
  parameter: 'Parameter',
  taken: 'Supported',
  values: 'Values',
  byDefault: 'Default',
  yes: 'yes',
  needed: 'required',
  ignored: 'ignored',
  refused: 'rejected',
  anyValue: 'any',
  atLeast: (value: string): string => `${value} or more`,
  atMost: (value: string): string => `at most ${value}`,
} as const;
