/** The address that clients are given. */
export const baseUrl = (): string => `${globalThis.location.origin}/v1`;

/** What a sample is made with. */
export interface SampleOptions {
  key: string;
  model: string;
}

/** A program that makes a first call. */
export interface Sample {
  label: string;
  code: string;
}

const QUESTION = 'Say hello.';

/** A first call with curl. */
export const curlSample = ({ key, model }: SampleOptions): Sample => ({
  label: 'curl',
  code: `curl ${baseUrl()}/chat/completions \\
  -H 'Authorization: Bearer ${key}' \\
  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify({ model, messages: [{ role: 'user', content: QUESTION }] })}'`,
});

/** A first call with OpenAI's library for Python. */
export const pythonSample = ({ key, model }: SampleOptions): Sample => ({
  label: 'Python (openai)',
  code: `from openai import OpenAI

client = OpenAI(base_url="${baseUrl()}", api_key="${key}")
answer = client.chat.completions.create(
    model="${model}",
    messages=[{"role": "user", "content": "${QUESTION}"}],
)
print(answer.choices[0].message.content)`,
});

/** A first call with OpenAI's library for Node. */
export const nodeSample = ({ key, model }: SampleOptions): Sample => ({
  label: 'TypeScript (openai)',
  code: `import OpenAI from "openai";

const client = new OpenAI({ baseURL: '${baseUrl()}', apiKey: '${key}' });
const answer = await client.chat.completions.create({
  model: '${model}',
  messages: [{ role: 'user', content: '${QUESTION}' }],
});
console.log(answer.choices[0]?.message.content);`,
});

/** A first call with the Vercel AI SDK. */
export const vercelSample = ({ key, model }: SampleOptions): Sample => ({
  label: 'Vercel AI SDK',
  code: `import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText } from 'ai';

const tollgate = createOpenAICompatible({
  name: 'tollgate',
  baseURL: '${baseUrl()}',
  apiKey: '${key}',
});
const { text } = await generateText({ model: tollgate('${model}'), prompt: '${QUESTION}' });
console.log(text);`,
});

/** A first call with LangChain. */
export const langchainSample = ({ key, model }: SampleOptions): Sample => ({
  label: 'LangChain',
  code: `import { ChatOpenAI } from '@langchain/openai';

const chat = new ChatOpenAI({
  model: '${model}',
  apiKey: '${key}',
  configuration: { baseURL: '${baseUrl()}' },
});
console.log((await chat.invoke('${QUESTION}')).content);`,
});

/** A first call with Anthropic's library. */
export const messagesSample = ({ key, model }: SampleOptions): Sample => ({
  label: 'Anthropic SDK',
  code: `import Anthropic from '@anthropic-ai/sdk';

const client = new Anthropic({ baseURL: '${globalThis.location.origin}', apiKey: '${key}' });
const answer = await client.messages.create({
  model: '${model}',
  max_tokens: 200,
  messages: [{ role: 'user', content: '${QUESTION}' }],
});
console.log(answer.content);`,
});

/** Settings of agents that run in a terminal. */
export const agentSample = ({ key, model }: SampleOptions): Sample => ({
  label: 'Claude Code',
  code: `export ANTHROPIC_BASE_URL=${globalThis.location.origin}
export ANTHROPIC_AUTH_TOKEN=${key}
export ANTHROPIC_MODEL=${model}
claude`,
});
