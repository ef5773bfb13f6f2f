import { lazy, Suspense, useState } from 'react';
import type { ReactElement } from 'react';
import type { PlatformModelDecision, PlatformModelOut } from '@tollgate/contract/platform/models';
import { texts } from '../shared/texts/platform.ts';
import { tierTexts } from '../shared/texts/service-tiers.ts';
import { RowActions } from '../shared/ui/row-actions.tsx';
import type { RowAction } from '../shared/ui/row-actions.tsx';
import { ContractDialog } from './contract-dialog.tsx';
import { DecisionDialog } from './decision-dialog.tsx';
import { ApproveDialog } from './model-dialogs.tsx';
import { usePermission } from './permission.tsx';

const ServiceTierDialog = lazy(async () => ({
  default: (await import('./service-tier-dialog.tsx')).ServiceTierDialog,
}));

const labels = texts.models;
type Model = PlatformModelOut;
/** Asks for the prices of a model. */
export type Price = (model: Model) => void;

type Decision = PlatformModelDecision['decision'];
type Question = 'approve' | 'contract' | 'tiers' | Decision | null;

interface ModelActionsProps {
  model: Model;
  /** Opens the dialog for prices, also right after an approval. */
  price: Price;
}

/** What can be done with a model, by its state and the role of the reader. */
export function ModelActions({ model, price }: ModelActionsProps): ReactElement {
  const [asked, ask] = useState<Question>(null);
  const isAllowed = usePermission();
  const isApproved = model.state === 'approved';
  const turned = model.enabled ? 'disable' : 'enable';
  const mayDecide = isAllowed('POST /api/platform/models/{model_id}/decision');
  const choices: readonly (RowAction & { isPossible: boolean })[] = [
    {
      label: labels.approve,
      run: () => ask('approve'),
      isPossible: !isApproved && isAllowed('POST /api/platform/models/{model_id}/approval'),
    },
    {
      label: labels.setPrices,
      run: () => price(model),
      isPossible: isApproved && isAllowed('POST /api/platform/models/{model_id}/prices'),
    },
    {
      label: labels.contract,
      run: () => ask('contract'),
      isPossible: model.request_contract !== null,
    },
    {
      label: tierTexts.action,
      run: () => ask('tiers'),
      isPossible:
        isApproved &&
        model.admissible_tiers.length > 0 &&
        isAllowed('POST /api/platform/models/{model_id}/approval'),
    },
    { label: labels[turned], run: () => ask(turned), isPossible: isApproved && mayDecide },
    {
      label: labels.reject,
      run: () => ask('reject'),
      isPossible: model.state === 'discovered' && mayDecide,
      isDanger: true,
    },
  ];
  return (
    <>
      <RowActions name={model.public_id} actions={choices.filter((one) => one.isPossible)} />
      <Asked asked={asked} model={model} approved={price} close={() => ask(null)} />
    </>
  );
}

interface AskedProps {
  asked: Question;
  model: Model;
  approved: Price;
  close: () => void;
}

function Asked({ asked, model, approved, close }: AskedProps): ReactElement | null {
  if (asked === null) return null;
  if (asked === 'approve') return <ApproveDialog model={model} approved={approved} close={close} />;
  if (asked === 'tiers') {
    return (
      <Suspense>
        <ServiceTierDialog model={model} close={close} />
      </Suspense>
    );
  }
  if (asked !== 'contract') return <DecisionDialog model={model} decision={asked} close={close} />;
  if (model.request_contract === null) return null;
  return <ContractDialog title={model.public_id} contract={model.request_contract} close={close} />;
}
