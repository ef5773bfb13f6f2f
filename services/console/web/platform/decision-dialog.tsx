import { useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { dataOf } from '../shared/api/data-of.ts';
import { platform } from '../shared/api/platform-client.ts';
import type { Schemas } from '../shared/api/platform-client.ts';
import { texts } from '../shared/texts/platform.ts';
import { FormDialog } from './form-dialog.tsx';
import { ModelDifference, useDifference } from './model-difference.tsx';

const labels = texts.models;

interface DecisionDialogProps {
  model: Schemas['PlatformModelOut'];
  decision: Schemas['PlatformModelDecision']['decision'];
  close: () => void;
}

/** Asks whether a model shall be switched on or off or rejected, beside what that changes. */
export function DecisionDialog({ model, decision, close }: DecisionDialogProps): ReactElement {
  const queries = useQueryClient();
  const difference = useDifference(model.id, decision);
  const action = { enable: labels.enable, disable: labels.disable, reject: labels.reject }[
    decision
  ];
  const send = async (): Promise<void> => {
    const params = { path: { model_id: model.id } };
    await dataOf(
      platform.POST('/api/platform/models/{model_id}/decision', { params, body: { decision } }),
    );
    await queries.invalidateQueries({ queryKey: ['models'] });
  };
  return (
    <FormDialog
      title={`${action}: ${model.public_id}`}
      action={action}
      // Who has to switch a model off does so although the difference is not known.
      isReady={!difference.isPending}
      send={send}
      close={close}
    >
      <ModelDifference query={difference} />
    </FormDialog>
  );
}
