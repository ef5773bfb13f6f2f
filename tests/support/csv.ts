import { parse } from 'csv-parse/sync';
import papaparse from 'papaparse';

type Lines = Record<string, string>[];

/**
 * The lines of a CSV file by the names of its columns, as spreadsheets read them: each of CRLF, LF
 * and CR ends a line where no quotes are open. Two readers that know nothing of each other have to
 * see the same.
 */
export function readCsv(text: string): Lines {
  const lines = parse(text, { columns: true, record_delimiter: ['\r\n', '\n', '\r'] }) as Lines;
  const seen = papaparse.parse<Record<string, string>>(withLineFeeds(text), {
    header: true,
    newline: '\n',
    delimiter: ',',
    skipEmptyLines: true,
  });
  expect(seen.errors).toEqual([]);
  expect(seen.data.map((line) => JSON.stringify(line))).toEqual(
    lines.map((line) =>
      JSON.stringify(line, (_name, value: unknown) =>
        typeof value === 'string' ? withLineFeeds(value) : value,
      ),
    ),
  );
  return lines;
}

/** The second reader knows one line end only. */
function withLineFeeds(text: string): string {
  return text.replaceAll('\r\n', '\n');
}
