import type { ReactElement } from 'react';
import type { ParameterRule } from '@tollgate/contract/request-contract';
import { ContractSource, LimitFacts, ParameterTable } from '../shared/contract-view.tsx';
import { contractLabels } from '../shared/texts/contract.ts';
import { Dialog } from '../shared/ui/dialog.tsx';

/**
 * The part of a contract that the console reads; the admin API returns the document that users get.
 */
interface Contract {
  source?: string;
  limits?: Record<string, number>;
  parameters?: Record<string, ParameterRule>;
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
          <h3 className="mb-2 text-sm font-semibold">{contractLabels.limits}</h3>
          <LimitFacts of={limits} />
        </section>
        <section>
          <h3 className="mb-2 text-sm font-semibold">{contractLabels.contract}</h3>
          <ContractSource of={source} />
          <ParameterTable of={parameters} />
        </section>
      </div>
    </Dialog>
  );
}
