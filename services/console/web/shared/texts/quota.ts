/** Texts about the time zone whose days and months quotas count in. */
export const quotaTexts = {
  zone: 'Quota time zone',
  hint: 'Daily and monthly quotas of credits count in the days of this time zone. After a change, the current day ends at the next midnight there.',
  day: 'Daily quota resets',
  month: 'Monthly quota resets',
} as const;
