/** What readers type, and the page that both searches have to show first. */
export const FIRST_PAGES: readonly (readonly [words: string, page: string])[] = [
  ['sso', 'oidc'],
  ['tokne', 'keys'],
  ['how much does it cost', 'pricing'],
  ['image', 'images'],
  ['reset password', 'faq'],
  ['vision', 'images'],
  ['api key rotate', 'keys'],
  ['tool calls', 'tools-and-reasoning'],
  ['price', 'pricing'],
  ['sign in', 'account'],
  ['embedings', 'embeddings'],
  ['getting started', 'quick-start'],
  ['first hour', 'first-hour'],
  ['migrate from openrouter', 'moving-over'],
  ['insufficient_credit', 'errors'],
  ['changelog', 'changelog'],
];
