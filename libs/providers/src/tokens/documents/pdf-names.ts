const ESCAPED = /\/[^\s/<>[\]()]{0,120}#[0-9a-f]{2}/iu;

/**
 * A part of a PDF in which names with letters written as their numbers, such as `/P#61ge`, are in
 * plain letters.
 */
export function plainNames(text: string): string {
  if (!ESCAPED.test(text)) return text;
  return text.replaceAll(/#([0-9a-f]{2})/giu, (_, code) =>
    String.fromCharCode(Number.parseInt(String(code), 16)),
  );
}
