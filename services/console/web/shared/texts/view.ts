/** Texts of what a reader chooses to see of a list. */
export const viewTexts = {
  title: 'View',
  compact: 'Compact rows',
} as const;
