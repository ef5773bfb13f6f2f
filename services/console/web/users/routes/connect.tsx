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
