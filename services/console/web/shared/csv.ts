/** What a spreadsheet would take for a formula. */
const FORMULA = /^[=+\-@\t\r]/u;

/** Lines of cells as CSV (RFC 4180); texts that spreadsheets would run are led by an apostrophe. */
export function csvOf(lines: readonly (readonly (string | number)[])[]): string {
  const cell = (value: string | number): string => {
    if (typeof value === 'number') return String(value);
    const safe = FORMULA.test(value) && !/^-?\d+(?:\.\d+)?$/u.test(value) ? `'${value}` : value;
    return /[",\r\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  return lines.map((line) => `${line.map(cell).join(',')}\r\n`).join('');
}

/** Hands a file to the reader. */
export function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
