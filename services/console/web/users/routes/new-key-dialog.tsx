import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { Schemas } from '../../shared/api/users-client.ts';
import { texts } from '../../shared/texts/users.ts';
import { Button } from '../../shared/ui/button.tsx';
import { CodeBlock } from '../../shared/ui/copy.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { modelsQuery } from '../queries.ts';
import { curlSample, pythonSample } from '../samples.ts';

const words = texts.keys;
const SANDBOX = 'sandbox/echo';

interface NewKeyProps {
  made: Schemas['ApiKeyCreated'];
  close: () => void;
}

/** The secret of a new key, this once: it is in the memory of this page and nowhere else. */
export function NewKeyDialog({ made, close }: NewKeyProps): ReactElement {
  const models = useQuery(modelsQuery);
  const chat = models.data?.find(
    ({ capability, available, enabled }) => capability === 'chat' && available && enabled,
  );
  const model = made.mode === 'test' ? SANDBOX : (made.models?.[0] ?? chat?.model ?? SANDBOX);
  const options = { key: made.secret, model };
  return (
    <Dialog title={words.made} isFirm close={close}>
      <div className="space-y-4 text-sm">
        <p>{words.madeText}</p>
        <CodeBlock label={words.secret} code={made.secret} />
        {[curlSample(options), pythonSample(options)].map(({ label, code }) => (
          <CodeBlock key={label} label={label} code={code} />
        ))}
        <div className="flex justify-end">
          <Button look="main" onClick={close}>
            {words.stored}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
