const OPEN = 40;
const CLOSE = 41;
const ESCAPE = 92;
const LESS = 60;
const GREATER = 62;

/**
 * The bytes within the strings of a page's content, of which a font makes its letters: those in
 * parentheses, which may be nested, and half of the digits of those in hexadecimal.
 */
export function textBytesIn(content: string): number {
  let bytes = 0;
  let at = 0;
  while (at < content.length) {
    const code = content.charCodeAt(at);
    if (code === OPEN) {
      const end = endOfString(content, at);
      bytes += end - at - 1;
      at = end;
    } else if (code === LESS && content.charCodeAt(at + 1) !== LESS) {
      const end = content.indexOf('>', at);
      if (end < 0) return bytes;
      bytes += Math.ceil((end - at - 1) / 2);
      at = end;
    } else if (code === LESS || code === GREATER) {
      at += 1;
    }
    at += 1;
  }
  return bytes;
}

function endOfString(content: string, start: number): number {
  let depth = 0;
  for (let at = start; at < content.length; at += 1) {
    const code = content.charCodeAt(at);
    if (code === ESCAPE) at += 1;
    else if (code === OPEN) depth += 1;
    else if (code === CLOSE) {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return content.length;
}
