import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { texts } from '../../shared/texts/users.ts';
import { Card, PageHead } from '../../shared/ui/card.tsx';
import { CodeBlock } from '../../shared/ui/copy.tsx';
import { modelsQuery } from '../queries.ts';
import {
  agentSample,
  baseUrl,
  curlSample,
  langchainSample,
  messagesSample,
  nodeSample,
  pythonSample,
  vercelSample,
} from '../samples.ts';

const labels = texts.connect;
const SAMPLES = [
  curlSample,
  pythonSample,
  nodeSample,
  vercelSample,
  langchainSample,
  messagesSample,
  agentSample,
];

/** Pages of the documentation, one a client. */
const GUIDES = [
  ['claude-code', 'Claude Code'],
  ['codex', 'Codex CLI'],
  ['opencode', 'opencode'],
  ['aider', 'aider'],
  ['langchain', 'LangChain'],
  ['llama-index', 'LlamaIndex'],
  ['openai-agents', 'OpenAI Agents SDK'],
  ['pydantic-ai', 'Pydantic AI'],
  ['instructor', 'Instructor'],
  ['litellm', 'LiteLLM'],
  ['llm', 'llm'],
  ['moving-over', 'Moving over from OpenAI, OpenRouter or LiteLLM'],
] as const;

/** How programs reach the account's models, with this service's own address. */
export function ConnectPage(): ReactElement {
  const models = useQuery(modelsQuery);
  const chat = models.data?.find(
    ({ capability, available, enabled }) => capability === 'chat' && available && enabled,
  );
  const options = { key: texts.models.yourKey, model: chat?.model ?? 'sandbox/echo' };
  return (
    <>
      <PageHead title={labels.title} lead={labels.lead} />
      <div className="space-y-4">
        <Card title={labels.address}>
          <CodeBlock label={labels.base} code={baseUrl()} />
          <p className="mt-3 text-sm text-dim">
            {labels.keyText}{' '}
            <Link to="/keys" className="text-accent underline">
              {texts.menu.keys}
            </Link>
            {' · '}
            <a href="/docs" className="text-accent underline">
              {labels.docs}
            </a>
          </p>
        </Card>
        <Card title={labels.guides}>
          <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
            {GUIDES.map(([page, name]) => (
              <li key={page}>
                <a href={`/docs/${page}`} className="text-accent underline">
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </Card>
        <div className="grid gap-4 2xl:grid-cols-2">
          {SAMPLES.map((sample) => {
            const { label, code } = sample(options);
            return <CodeBlock key={label} label={label} code={code} />;
          })}
        </div>
      </div>
    </>
  );
}
