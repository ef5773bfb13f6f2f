import type { Fact } from '@tollgate/providers/adapter/facts';
import { COHERE_FACTS, TITAN_FACTS } from '@tollgate/providers/bedrock/facts';
import { familyById } from '@tollgate/providers/families';
import { GOOGLE_EMBEDDINGS_FACTS } from '@tollgate/providers/google/facts';
import { OPENAI_EMBEDDINGS_FACTS } from '@tollgate/providers/openai/facts';
import { PUBLISHED } from '@tollgate/providers/contract/wire-limits';
import { table } from './table.ts';

/** The path of the page, from the root of the repository. */
export const PROVIDER_LIMITS_PAGE = 'services/docs/content/provider-limits.md';
/** The path of the same numbers for the documentation server. */
export const PROVIDER_LIMITS_MODULE = 'services/docs/src/provider-limits.ts';

const INTRODUCTION = `# Limits of providers

What providers take in one request, as they document it. A request beyond one of these limits is refused by its name before anything is held, and the \`limits\` of a model's contract
say which hold for it; a number that is absent there is not known, and the provider decides. An administrator can set limits for a model whose provider names its own.
Images and documents "per message" are those between two messages of the assistant, which go out as one message.
`;

/** A model for each line whose facts differ. */
const LINES = [
  ['OpenAI', 'openai', 'gpt-4o'],
  ['Claude with a context of 200,000 tokens', 'anthropic', 'claude-sonnet-4-5'],
  ['Claude with a longer context', 'anthropic', 'claude-opus-4-8'],
  ['Gemini', 'google', 'gemini-2.5-flash'],
  ['Converse, not Claude', 'bedrock', 'amazon.nova-lite-v1:0'],
  ['DeepSeek', 'deepseek', 'deepseek-chat'],
] as const;

const NOUNS: Readonly<Record<string, string>> = {
  stop_sequences: 'stop sequences',
  tools: 'tools',
  images: 'images',
  images_per_message: 'images per message',
  documents_per_message: 'documents per message',
  image_bytes: 'bytes of an image, before base64',
  inputs: 'inputs for embeddings',
  total_tokens: 'tokens of all inputs for embeddings',
};

interface Row {
  who: string;
  limit: string;
  fact: Fact<number>;
}

function rows(): Row[] {
  const chat = LINES.flatMap(([who, id, upstreamModel]) => {
    const family = familyById(id);
    const target = { family: id, provider: id, upstreamModel, baseUrl: '' };
    const facts = family?.facts?.(target) ?? {};
    return Object.entries(PUBLISHED).flatMap(([name, limit]) => {
      const fact = facts[name as keyof typeof PUBLISHED];
      return fact === undefined ? [] : [{ who, limit, fact }];
    });
  });
  return [
    ...chat,
    { who: 'OpenAI', limit: 'inputs', fact: OPENAI_EMBEDDINGS_FACTS.inputs },
    { who: 'OpenAI', limit: 'total_tokens', fact: OPENAI_EMBEDDINGS_FACTS.totalTokens },
    { who: 'Gemini', limit: 'inputs', fact: GOOGLE_EMBEDDINGS_FACTS.inputs },
    { who: 'Cohere on Bedrock', limit: 'inputs', fact: COHERE_FACTS.inputs },
    {
      who: 'Titan on Bedrock, for each call',
      limit: 'inputs',
      fact: TITAN_FACTS.inputs,
    },
  ];
}

/** The page about the limits of providers, in Markdown. */
export function providerLimitsPage(): string {
  const cells = rows().map(({ who, limit, fact }) => [
    who,
    `\`${limit}\``,
    fact.value.toLocaleString('en'),
    NOUNS[limit] ?? '',
    `[${new URL(fact.source).hostname}](${fact.source})`,
    fact.date,
  ]);
  return [
    INTRODUCTION,
    table(['Models', 'In `limits`', 'At most', 'Of', 'Source', 'Read'], cells),
  ].join('\n');
}

/**
 * The numbers of requests of a chat as a module of the documentation server, which may not import
 * providers.
 */
export function providerLimitsModule(): string {
  const counted = rows().filter(({ limit }) =>
    ['stop_sequences', 'tools', 'images'].includes(limit),
  );
  const lines = counted.map(
    ({ who, limit, fact }) =>
      `  { who: '${who}', limit: '${limit}', noun: '${NOUNS[limit]}', most: ${fact.value.toLocaleString('en').replaceAll(',', '_')} },`,
  );
  return [
    '/** What providers take in one request, by their own documentation; `make docs` writes this file. */',
    'export const PROVIDER_LIMITS = [',
    ...lines,
    '] as const;',
    '',
  ].join('\n');
}
