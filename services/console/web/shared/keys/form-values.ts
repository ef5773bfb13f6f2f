/** The text of a field as it was typed, such as a password; empty where there is none. */
export const rawIn = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
};

/** The text of a field without blanks around it; empty where there is none. */
export const textIn = (form: FormData, name: string): string => rawIn(form, name).trim();

/** The number of a field; null for an empty one. */
export const numberIn = (form: FormData, name: string): number | null =>
  textIn(form, name) === '' ? null : Number(textIn(form, name));
