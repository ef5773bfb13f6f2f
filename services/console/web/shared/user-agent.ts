/** Browsers, the specific ones first: most claim to be Chrome and Safari as well. */
const BROWSERS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bEdgA?(?:iOS)?\/(\d+)/u, 'Edge'],
  [/\bOPR\/(\d+)/u, 'Opera'],
  [/\bSamsungBrowser\/(\d+)/u, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\/(\d+)/u, 'Firefox'],
  [/\bHeadlessChrome\/(\d+)/u, 'Chrome (headless)'],
  [/\b(?:Chrome|CriOS)\/(\d+)/u, 'Chrome'],
  [/\bVersion\/(\d+)[\d.]*(?: Mobile\/\w+)? Safari\//u, 'Safari'],
];

const SYSTEMS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\biPhone\b/u, 'iPhone'],
  [/\biPad\b/u, 'iPad'],
  [/\bAndroid\b/u, 'Android'],
  [/\bWindows\b/u, 'Windows'],
  [/\bMac OS X\b/u, 'macOS'],
  [/\bCrOS\b/u, 'ChromeOS'],
  [/\bLinux\b/u, 'Linux'],
];

/** A program names itself at the beginning, such as `curl/8.5.0`. */
const PROGRAM = /^([\w.@-]+(?:\/[\w.@-]+)?)\/v?(\d[\w.]*)/u;

/** A `User-Agent` in words, such as “Firefox 140 on Windows”; what is not known stays as it is. */
export function readableAgent(text: string): string {
  if (!text.startsWith('Mozilla/')) {
    const [, name, version] = PROGRAM.exec(text) ?? [];
    return name === undefined ? text : `${name} ${version}`;
  }
  const browser = BROWSERS.find(([pattern]) => pattern.test(text));
  if (browser === undefined) return text;
  const version = browser[0].exec(text)?.[1] ?? '';
  const system = SYSTEMS.find(([pattern]) => pattern.test(text))?.[1];
  return `${browser[1]} ${version}${system === undefined ? '' : ` on ${system}`}`;
}
