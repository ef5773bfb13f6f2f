/** What providers take in one request, by their own documentation; `make docs` writes this file. */
export const PROVIDER_LIMITS = [
  { who: 'OpenAI', limit: 'stop_sequences', noun: 'stop sequences', most: 4 },
  { who: 'OpenAI', limit: 'tools', noun: 'tools', most: 128 },
  { who: 'OpenAI', limit: 'images', noun: 'images', most: 1_500 },
  { who: 'Claude with a context of 200,000 tokens', limit: 'images', noun: 'images', most: 100 },
  { who: 'Claude with a longer context', limit: 'images', noun: 'images', most: 600 },
  { who: 'Gemini', limit: 'stop_sequences', noun: 'stop sequences', most: 5 },
  { who: 'Gemini', limit: 'images', noun: 'images', most: 3_600 },
  { who: 'Converse, not Claude', limit: 'stop_sequences', noun: 'stop sequences', most: 2_500 },
  { who: 'DeepSeek', limit: 'stop_sequences', noun: 'stop sequences', most: 16 },
  { who: 'DeepSeek', limit: 'tools', noun: 'tools', most: 128 },
] as const;
