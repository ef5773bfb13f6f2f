import type { Target } from '../adapter.ts';
import type { Dialect } from '../wire/chat-completions/dialect.ts';
import { PLAIN_DIALECT } from '../wire/chat-completions/dialect.ts';

/** A provider that differs from most. */
interface Provider {
  /** The end of its host's name. */
  host: string;
  differs: Partial<Dialect>;
}

/** The settings for an unknown provider. */
const USUAL: Dialect = {
  ...PLAIN_DIALECT,
  ceiling: 'max_tokens',
  reasoning: 'reasoning_content',
  refusal: false,
  replayed: ['reasoning_details'],
  usage: { reasoning: 'total' },
};

const REASONING_FIELD: Partial<Dialect> = { reasoning: 'reasoning' };
/** Routers that take thoughts back in parts, or as text when there are no parts; they pass marks on to the providers behind them. */
const ROUTER: Partial<Dialect> = { prefersDetails: true, cacheMarks: true };
const INSIDE = { reasoning: 'inside' } as const;

/** The named providers' differences, by the provider's usual prefix. Everything else is as usual. */
const PROVIDERS: Readonly<Record<string, Provider>> = {
  azure: { host: '.azure.com', differs: { ceiling: 'max_completion_tokens', reasoning: null } },
  cerebras: {
    host: 'api.cerebras.ai',
    differs: { ...REASONING_FIELD, ceiling: 'max_completion_tokens' },
  },
  deepseek: { host: 'api.deepseek.com', differs: { usage: INSIDE } },
  'gemini-openai': {
    host: 'generativelanguage.googleapis.com',
    differs: {
      reasoning: null,
      replayed: [],
      extraContent: ['google'],
      usage: { reasoning: 'rest' },
    },
  },
  groq: {
    host: 'api.groq.com',
    differs: { ...REASONING_FIELD, ceiling: 'max_completion_tokens', usage: INSIDE },
  },
  mistral: {
    host: 'api.mistral.ai',
    differs: { seed: 'random_seed', streamOptions: false, reasoning: 'thinking', usage: INSIDE },
  },
  openrouter: { host: 'openrouter.ai', differs: { ...REASONING_FIELD, ...ROUTER, usage: INSIDE } },
  perplexity: { host: 'api.perplexity.ai', differs: { reasoning: null, vectors: 'int8' } },
  together: { host: 'api.together.xyz', differs: REASONING_FIELD },
  'vercel-gateway': { host: 'ai-gateway.vercel.sh', differs: { ...REASONING_FIELD, ...ROUTER } },
  xai: {
    host: 'api.x.ai',
    differs: {
      ceiling: 'max_completion_tokens',
      usage: { reasoning: 'beside' },
    },
  },
};

const DIALECTS: ReadonlyMap<string, Dialect> = new Map(
  Object.entries(PROVIDERS).map(([name, { differs }]) => [name, { ...USUAL, ...differs }]),
);

/** The dialect of a target's provider, found by its host or else by the prefix that the administrator chose. */
export function dialectOf(target: Pick<Target, 'baseUrl' | 'provider'>): Dialect {
  const host = URL.canParse(target.baseUrl) ? new URL(target.baseUrl).hostname : '';
  const named = Object.entries(PROVIDERS).find(([, provider]) => isHost(host, provider.host));
  return DIALECTS.get(named?.[0] ?? target.provider) ?? USUAL;
}

function isHost(host: string, end: string): boolean {
  return host === end || host.endsWith(end.startsWith('.') ? end : `.${end}`);
}
