import { ReportFault } from './reported-usage.ts';

const NAME_CHARACTERS_MAX = 200;
const DAY_MS = 86_400_000;
const DAY_CHARACTERS = 10;
/** The most digits in a number's text; more is no number of tokens or dollars. */
const DIGITS_MAX = 40;
const EXPONENT_MAX = 30;
const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d{1,2}))?$/iu;
const WHOLE = /^\d{1,15}(?:\.0+)?$/u;

/**
 * The members of one row, of JSON or CSV, with the path that faults name. An empty text counts as
 * absent.
 */
export class Fields {
  readonly #values: Readonly<Record<string, unknown>>;
  readonly #path: string;

  constructor(values: Readonly<Record<string, unknown>>, path: string) {
    this.#values = values;
    this.#path = path;
  }

  /** The value, or undefined where there is none. */
  value(name: string): unknown {
    const value = Object.hasOwn(this.#values, name) ? this.#values[name] : undefined;
    return value === null || value === '' ? undefined : value;
  }

  /** A text of one line that a database can keep, or undefined where there is none. */
  text(name: string): string | undefined {
    const value = this.value(name);
    if (value === undefined) return undefined;
    if (
      typeof value === 'string' &&
      value.length <= NAME_CHARACTERS_MAX &&
      value.isWellFormed() &&
      !/\p{Cc}/u.test(value)
    ) {
      return value;
    }
    return this.fail(name, `must be a text of ${NAME_CHARACTERS_MAX} characters at most`);
  }

  /** A whole number, zero or more; undefined where there is none. */
  optionalCount(name: string): bigint | undefined {
    const value = this.value(name);
    if (value === undefined) return undefined;
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) {
      return BigInt(value);
    }
    if (typeof value === 'string' && WHOLE.test(value)) return BigInt(value.split('.')[0] ?? '');
    return this.fail(name, 'must be a whole number, zero or more');
  }

  count(name: string): bigint {
    return this.optionalCount(name) ?? this.fail(name, 'must be a whole number, zero or more');
  }

  /** A decimal times ten to the power of `decimals`, rounded to the next whole number. */
  scaled(name: string, decimals: number): bigint {
    const value = this.value(name);
    // The text of a number is what the provider wrote; no arithmetic is done on the number.
    const text = typeof value === 'number' ? String(value) : value;
    const match = typeof text === 'string' ? DECIMAL.exec(text) : null;
    if (match === null) return this.fail(name, 'must be a decimal number');
    const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
    const power = Number(exponent) + decimals - fraction.length;
    if (
      whole.length + fraction.length > DIGITS_MAX ||
      Math.abs(power) > DIGITS_MAX + EXPONENT_MAX
    ) {
      return this.fail(name, 'has too many digits');
    }
    const digits = BigInt(whole + fraction);
    const unit = 10n ** BigInt(Math.abs(power));
    const size = power >= 0 ? digits * unit : (2n * digits + unit) / (2n * unit);
    return sign === '-' ? -size : size;
  }

  /** The day in UTC on which the span between two moments lies, whose end is not part of it. */
  dayBetween(startName: string, endName: string): string {
    const start = this.#moment(startName);
    const day = Math.floor(start / DAY_MS) * DAY_MS;
    const end = this.#moment(endName);
    if (end <= start || end > day + DAY_MS) {
      return this.fail(endName, 'must be on the day of the start, in UTC');
    }
    return new Date(day).toISOString().slice(0, DAY_CHARACTERS);
  }

  /** The day in UTC of a date, or of a moment in UTC. */
  day(name: string): string {
    const text = this.text(name) ?? '';
    const day = text.slice(0, DAY_CHARACTERS);
    const ms = /^\d{4}-\d{2}-\d{2}(?:$|[T ])/u.test(text) ? Date.parse(`${day}T00:00:00Z`) : NaN;
    if (Number.isNaN(ms) || !new Date(ms).toISOString().startsWith(day)) {
      return this.fail(name, 'must begin with a day such as 2026-11-24');
    }
    return day;
  }

  /** @throws ReportFault that names the member and its path */
  fail(name: string, message: string): never {
    throw new ReportFault(`${this.#path}${name} ${message}`);
  }

  /** Seconds since 1970, or RFC 3339; as milliseconds. */
  #moment(name: string): number {
    const value = this.value(name);
    const isSeconds = typeof value === 'number' || (typeof value === 'string' && WHOLE.test(value));
    const ms = isSeconds
      ? Number(value) * 1_000
      : Date.parse(typeof value === 'string' ? value : '');
    const isThere = !Number.isNaN(ms) && ms >= 0 && ms < Date.UTC(9_999, 0);
    return isThere ? ms : this.fail(name, 'must be a moment');
  }
}
