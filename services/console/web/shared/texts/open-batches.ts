/** Texts about batches of all users that have not ended. */
export const openBatchTexts = {
  title: 'Open batches',
  none: 'No open batches.',
  batch: 'Batch',
  userAndKey: 'User and key',
  lines: 'Lines done',
  atBatchPrice: (lines: string) => `${lines} at the batch price`,
  spent: 'Spent',
  moved: 'Last progress',
  cancel: 'Cancel',
  cancelText:
    'No further line is begun. Lines in progress are finished and charged; all others end with an error, free of charge.',
} as const;
