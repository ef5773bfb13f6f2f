import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { ApiKeyCreated } from '@tollgate/contract/keys';
import { MadeKey } from '../../shared/keys/made-key.tsx';
import { CodeBlock } from '../../shared/ui/copy.tsx';
import { modelsQuery } from '../queries.ts';
import { curlSample, pythonSample } from '../samples.ts';

const SANDBOX = 'sandbox/echo';

interface NewKeyProps {
  made: ApiKeyCreated;
  /** What the dialog is called; default: that a key was created. */
  title?: string;
  close: () => void;
}

/** The secret of a new key with calls that work, this once. */
export function NewKeyDialog({ made, title, close }: NewKeyProps): ReactElement {
  const models = useQuery(modelsQuery);
  const chat = models.data?.find(
    ({ capability, available, enabled }) => capability === 'chat' && available && enabled,
  );
  const model = made.mode === 'test' ? SANDBOX : (made.models?.[0] ?? chat?.model ?? SANDBOX);
  const options = { key: made.secret, model };
  return (
    <MadeKey secret={made.secret} {...(title === undefined ? {} : { title })} close={close}>
      {[curlSample(options), pythonSample(options)].map(({ label, code }) => (
        <CodeBlock key={label} label={label} code={code} />
      ))}
    </MadeKey>
  );
}
