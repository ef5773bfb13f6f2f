const KEY = 'tollgate-formats';

/** How numbers and moments are written: as the browser does it, or in English. */
export const FORMATS = ['browser', 'en'] as const;
/** One of {@link FORMATS}. */
export type Formats = (typeof FORMATS)[number];

/** What the reader has chosen; the browser's format where nothing was. */
export const chosenFormats = (): Formats =>
  FORMATS.find((one) => one === localStorage.getItem(KEY)) ?? 'browser';

/** Keeps a choice, and shows the page in it. */
export function chooseFormats(formats: Formats): void {
  localStorage.setItem(KEY, formats);
  globalThis.location.reload();
}

/** Outside of a browser, in tests, formats are English ones. */
const isInBrowser = 'navigator' in globalThis && 'document' in globalThis;

/** The language whose formats of numbers and moments hold on this page. */
export const LOCALE =
  isInBrowser && chosenFormats() === 'browser' ? navigator.language || 'en' : 'en';
