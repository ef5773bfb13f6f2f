import type { ReactElement } from 'react';
import type { PlatformModelDecision, PlatformModelOut } from '@tollgate/contract/platform/models';
import { dataOf } from '../shared/api/data-of.ts';
import { platform } from '../shared/api/platform-client.ts';
import { texts } from '../shared/texts/platform.ts';
import { FormDialog } from '../shared/ui/form-dialog.tsx';
import { ModelDifference, useDifference } from './model-difference.tsx';

const labels = texts.models;

interface DecisionDialogProps {
  model: PlatformModelOut;
  decision: PlatformModelDecision['decision'];
  close: () => void;
}

/** Asks whether a model shall be enabled, disabled or rejected, beside what that changes. */
export function DecisionDialog({ model, decision, close }: DecisionDialogProps): ReactElement {
  const difference = useDifference(model.id, decision);
  const action = labels[decision];
  const params = { path: { model_id: model.id } };
  const send = (): Promise<unknown> =>
    dataOf(
      platform.POST('/api/platform/models/{model_id}/decision', { params, body: { decision } }),
    );
  return (
    <FormDialog
      title={`${action}: ${model.public_id}`}
      action={action}
      // Whoever has to disable a model does so although the difference is not known.
      isReady={!difference.isPending}
      send={send}
      changed={[['models']]}
      close={close}
    >
      <ModelDifference query={difference} />
    </FormDialog>
  );
}
