/** What stands in the addresses of the administrators' pages, so that a view can be sent to a colleague. */

const DAYS = [7, 30, 90] as const;
const STATES = ['active', 'suspended', 'closed'] as const;

/** How far back the overview looks. */
export interface OverviewSearch {
  days?: (typeof DAYS)[number];
}

/** Days of an overview that names none. */
export const DAYS_DEFAULT = 30;

/** Reads the search of the overview; what is not known is left out. */
export function overviewSearch(given: Record<string, unknown>): OverviewSearch {
  const days = DAYS.find((one) => one === Number(given['days']));
  return days === undefined ? {} : { days };
}

/** Which users are listed. */
export interface UsersSearch {
  search?: string;
  status?: (typeof STATES)[number];
  /** The last user of the page before. */
  before?: string;
}

/** Reads the search of the list of users. */
export function usersSearch(given: Record<string, unknown>): UsersSearch {
  const text = (name: string): string | undefined => {
    const value = given[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const [search, before] = [text('search'), text('before')];
  const status = STATES.find((state) => state === given['status']);
  return {
    ...(search === undefined ? {} : { search }),
    ...(status === undefined ? {} : { status }),
    ...(before === undefined ? {} : { before }),
  };
}

/** The choices of days. */
export const DAY_CHOICES = DAYS.map((days) => ({ value: String(days), label: String(days) }));
/** The states of users. */
export const USER_STATES = STATES;
