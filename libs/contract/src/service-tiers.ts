const READ = '2026-11-26';

/**
 * The tiers of each provider that cost what its list of prices says. Every other tier has prices of
 * its own (OpenAI's `flex`, `scale` and `priority`), so that the routes refuse it by name.
 * `standard_only` keeps Anthropic from capacity that was bought in advance.
 */
export const STANDARD_TIERS = {
  openai: {
    values: ['auto', 'default'],
    source:
      'https://developers.openai.com/api/reference/resources/chat/subresources/completions/methods/create',
    date: READ,
  },
  anthropic: {
    values: ['auto', 'standard_only'],
    source: 'https://platform.claude.com/docs/en/api/service-tiers',
    date: READ,
  },
} as const;
