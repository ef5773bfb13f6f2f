import { readKnownDirectives } from './behaviours.ts';
import type { Directive } from './directive.ts';

/** A behaviour ordered out of band, for calls that match every given filter. */
export interface Order {
  /** Directives as in a message, without the brackets: `cut after=3; chunk-delay=10`. */
  behaviour: string;
  /** Calls that it is for; null or absent: all until it is cleared. */
  times?: number | null;
  /** Part of the path. */
  path?: string;
  model?: string;
  /** End of the credential. */
  credential?: string;
}

/** What an order's filters are compared with. */
export interface Candidate {
  path: string;
  model: string | null;
  credential: string | null;
}

/** Orders that wait for calls. The first that matches is used up by one. */
export interface Control {
  /** Throws for unknown behaviours. */
  add(order: Order): void;
  take(candidate: Candidate): Directive[];
  list(): Order[];
  clear(): void;
}

/** A control without orders. */
export function createControl(): Control {
  let waiting: { order: Order; directives: Directive[]; left: number }[] = [];
  return {
    add(order) {
      const directives = readKnownDirectives(order.behaviour);
      waiting.push({ order, directives, left: order.times ?? Number.POSITIVE_INFINITY });
    },
    take(candidate) {
      const found = waiting.find(({ order }) => matches(order, candidate));
      if (!found) return [];
      found.left -= 1;
      if (found.left <= 0) waiting = waiting.filter((other) => other !== found);
      return found.directives;
    },
    list: () =>
      waiting.map(({ order, left }) => ({
        ...order,
        times: Number.isFinite(left) ? left : null,
      })),
    clear() {
      waiting = [];
    },
  };
}

function matches(order: Order, { path, model, credential }: Candidate): boolean {
  return (
    (order.path === undefined || path.includes(order.path)) &&
    (order.model === undefined || order.model === model) &&
    (order.credential === undefined || (credential ?? '').endsWith(order.credential))
  );
}
