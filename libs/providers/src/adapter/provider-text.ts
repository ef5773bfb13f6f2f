const MESSAGE_CHARACTERS_MAX = 300;
const READ_CHARACTERS_MAX = 4_000;
/** Shorter values of a credential are common words and are not removed from texts. */
const SECRET_CHARACTERS_MIN = 6;

/** The name of a model: a line of models, then words and short numbers. */
const MODEL_NAME =
  '(?:claude|gpt|chatgpt|gemini|gemma|llama|meta|mistral|ministral|mixtral|magistral|codestral|devstral|pixtral|qwen\\d*|deepseek|nova|titan|command|grok|kimi|glm|phi|granite|nemotron|text-embedding|embed|o\\d)' +
  '(?:[-_](?:[A-Za-z]{1,16}|\\d{1,8}|[A-Za-z]{1,3}\\d{1,4}|\\d{1,4}[A-Za-z]{1,3}))+';

/**
 * Patterns of text that could reveal our provider, account or key. The order matters: long forms
 * come first.
 */
const REVEALING: readonly [RegExp, string][] = [
  [/\b[a-z][a-z0-9+.-]{1,20}:\/\/\S+/giu, '[address]'],
  [/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gu, '[address]'],
  [/\barn:[\w:/.*-]+/giu, '[account]'],
  [/\b(?:bearer|basic)\s+\S+/giu, '[key]'],
  [
    /\b(?:sk|pk|rk|gsk|xai|key|api|hf|or|csk|pplx|tgp|fw|AIza|AKIA|ASIA|ya29)[-_.][\w*.-]{4,}/gu,
    '[key]',
  ],
  [/\b(?:AIza|AKIA|ASIA|ya29)[\w.-]{8,}/gu, '[key]'],
  [
    /\b(?:org|organization|proj|project|user|acct|account|team|tenant|workspace|req|request|resp|chatcmpl|gen|msg|cred|cus|sub|file|vs)[-_][A-Za-z0-9*_-]{4,}/gu,
    '[account]',
  ],
  [/[\w<-]*\*{3,}[\w>-]*/gu, '[key]'],
  [/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/giu, '[account]'],
  [/\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/gu, '[address]'],
  [/\[?(?:[0-9a-f]{0,4}:){3,7}[0-9a-f]{0,4}\]?/giu, '[address]'],
  [
    /\b(?:[a-z0-9-]+\.)+(?:com|net|org|io|ai|dev|app|cloud|co|local|internal|eu|de|us|cn|xyz)\b(?:[:/]\S*)?/giu,
    '[address]',
  ],
  [/\blocalhost(?::\d+)?\b/giu, '[address]'],
  // Names of models can be as long as keys; the caller wrote them, so they stay.
  [
    new RegExp(
      String.raw`(?<![\w-])(?!${MODEL_NAME}(?![\w-]))(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{24,}`,
      'gu',
    ),
    '[key]',
  ],
  [/\b\d{12,}\b/gu, '[account]'],
];

/** The beginning of an HTML page or a stack trace, which is not meant for callers. */
const MACHINERY = [
  /<!doctype\b/iu,
  /<\/?(?:html|head|body|title|script|style|pre|div|span|center|table|h[1-6]|p|a|br|hr)\b[^<>]*>/iu,
  /\n\s*at \S/u,
  /\s+at [^()\n]{1,200} \([^()\n]*:\d+\)/u,
  /\s*traceback \(most recent call last\)/iu,
  /\s*file "[^"\n]+", line \d+/iu,
  /\s*goroutine \d+ \[/u,
  /\s*[\w./\\-]+\.(?:c|cc|cpp|cu|go|java|js|kt|php|py|rb|rs|ts):\d+/u,
];

/** The text of a provider before a page or a stack trace begins. */
function withoutMachinery(text: string): string {
  const starts = MACHINERY.map((pattern) => text.search(pattern)).filter((at) => at !== -1);
  return text.slice(0, Math.min(text.length, ...starts));
}

/**
 * A provider's text without pages, stacks, keys, addresses, account and request ids and control
 * characters, at most 300 characters long.
 * @param secrets values that must not appear whatever they look like
 */
export function cleanProviderText(text: string, secrets: readonly string[] = []): string {
  let clean = withoutMachinery(text.slice(0, READ_CHARACTERS_MAX).toWellFormed());
  for (const secret of secrets) {
    if (secret.length >= SECRET_CHARACTERS_MIN) clean = clean.replaceAll(secret, '[key]');
  }
  for (const [pattern, replacement] of REVEALING) clean = clean.replaceAll(pattern, replacement);
  clean = clean
    .replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  if (clean.length <= MESSAGE_CHARACTERS_MAX) return clean;
  return `${clean
    .slice(0, MESSAGE_CHARACTERS_MAX - 3)
    .toWellFormed()
    .trimEnd()}...`;
}
