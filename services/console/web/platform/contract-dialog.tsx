import type { ReactElement } from 'react';
import { ContractSource, LimitFacts, ParameterTable } from '../shared/contract-view.tsx';
import type { Schemas } from '../shared/api/platform-client.ts';
import { contractWords } from '../shared/texts/contract.ts';
import { Dialog } from '../shared/ui/dialog.tsx';

/** What is read of a contract, which this plane hands out as the document that callers get. */
interface Contract {
  source?: string;
  limits?: Record<string, number>;
  parameters?: Record<string, Schemas['ParameterRule']>;
}

/** Shows what a model or an alias takes. */
export function ContractDialog({
  title,
  contract,
  close,
}: {
  title: string;
  contract: Readonly<Record<string, unknown>>;
  close: () => void;
}): ReactElement {
  const { source, limits = {}, parameters = {} } = contract as Contract;
  return (
    <Dialog title={title} close={close}>
      <div className="space-y-4">
        <section>
          <h3 className="mb-2 text-sm font-semibold">{contractWords.limits}</h3>
          <LimitFacts of={limits} />
        </section>
        <section>
          <h3 className="mb-2 text-sm font-semibold">{contractWords.contract}</h3>
          <ContractSource of={source} />
          <ParameterTable of={parameters} />
        </section>
      </div>
    </Dialog>
  );
}
