import {
  context,
  createContextKey,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { Attributes, Context, Link, Span } from '@opentelemetry/api';

/**
 * Spans of this process. While tracing is off nothing is made and nothing is looked up. No span
 * carries a prompt, an answer, a key, or a message of an error, which may quote them.
 */
const tracer = trace.getTracer('tollgate');
const LINKS = createContextKey('tollgate links');

const state = { isOn: false };

/** Switched on once, by the start of the process. */
export function switchTracing(isOn: boolean): void {
  state.isOn = isOn;
}

/** Whether spans are made. */
export function isTracing(): boolean {
  return state.isOn;
}

/** Names and values on a span. */
export type SpanFacts = Attributes;

/** Work that is being traced. */
export interface Tracing {
  /** Adds what became known. */
  report(facts: SpanFacts): void;
  /** Says that it failed. @param type a fixed word, never a message */
  fail(type: string): void;
  /** Over; to be called once. */
  end(): void;
  /** Runs work whose spans hang below this one. */
  run<T>(work: () => T): T;
}

const NOTHING: Tracing = {
  report: () => undefined,
  fail: () => undefined,
  end: () => undefined,
  run: (work) => work(),
};

/** Headers of a request, as far as they are looked at here. */
export type Carrier = Record<string, unknown>;

/** A request that is answered by this process. */
export interface ServedSpan {
  method: string;
  /** A template. */
  route: string;
  requestId: string;
  headers: Readonly<Carrier>;
  /** Whether the caller is one of ours; what strangers send is linked and not continued. */
  isTrusted: boolean;
}

/** Begins the span of a request that came in. */
export function beginServing(served: ServedSpan): Tracing {
  if (!state.isOn) return NOTHING;
  const { method, route, requestId, headers, isTrusted } = served;
  const reported = propagation.extract(ROOT_CONTEXT, headers);
  const theirs = trace.getSpanContext(reported);
  const links: Link[] = isTrusted || theirs === undefined ? [] : [{ context: theirs }];
  return begin(`${method.toUpperCase()} ${route}`, {
    kind: SpanKind.SERVER,
    facts: {
      'http.request.method': method.toUpperCase(),
      'http.route': route,
      'tollgate.request_id': requestId,
    },
    parent: isTrusted ? reported : ROOT_CONTEXT,
    links,
  });
}

/** The answer that a request got. @param status null when the caller left before it began */
export function endServing(
  tracing: Tracing,
  status: number | null,
  errorCode: string | null,
): void {
  if (!state.isOn) return;
  if (status !== null) tracing.report({ 'http.response.status_code': status });
  if (errorCode !== null) tracing.report({ 'tollgate.error_code': errorCode });
  if (status === null || status >= 500) tracing.fail(errorCode ?? String(status ?? 'caller_left'));
  tracing.end();
}

/** Begins the span of a call that this process makes. @param name of few different values */
export function beginCalling(name: string, facts: SpanFacts): Tracing {
  if (!state.isOn) return NOTHING;
  const parent = context.active();
  const links = (parent.getValue(LINKS) as Link[] | undefined) ?? [];
  return begin(name, { kind: SpanKind.CLIENT, facts, parent, links });
}

/** Begins the span of work that comes out of a queue. */
export function beginWork(name: string, facts: SpanFacts): Tracing {
  if (!state.isOn) return NOTHING;
  return begin(name, { kind: SpanKind.CONSUMER, facts, parent: ROOT_CONTEXT, links: [] });
}

/** Writes the active trace context into headers, for a process of ours and for nobody else. */
export function passOn(headers: Record<string, string>): void {
  if (state.isOn) propagation.inject(context.active(), headers);
}

/** The parent that a span begun now would have; kept with work that is done with other work. */
export type TraceContext = Context | null;

/** The trace context of the work that runs now; null while tracing is off. */
export function currentTraceContext(): TraceContext {
  return state.isOn ? context.active() : null;
}

/**
 * Runs work that is done for several at once: its spans hang below the first and are linked to the
 * others.
 */
export function onBehalfOf<T>(contexts: readonly TraceContext[], work: () => T): T {
  const [first, ...others] = contexts;
  if (!state.isOn || first === undefined || first === null) return work();
  const links = others.flatMap((other) => {
    const theirs = other === null ? undefined : trace.getSpanContext(other);
    return theirs === undefined ? [] : [{ context: theirs }];
  });
  return context.with(first.setValue(LINKS, links), work);
}

function begin(
  name: string,
  given: { kind: SpanKind; facts: SpanFacts; parent: Context; links: Link[] },
): Tracing {
  const { kind, facts: attributes, parent, links } = given;
  const span = tracer.startSpan(name, { kind, attributes, links }, parent);
  return tracingOf(span, trace.setSpan(parent.deleteValue(LINKS), span));
}

function tracingOf(span: Span, within: Context): Tracing {
  return {
    report: (facts) => void span.setAttributes(facts),
    fail(type) {
      span.setAttributes({ 'error.type': type });
      span.setStatus({ code: SpanStatusCode.ERROR });
    },
    end: () => span.end(),
    run: (work) => context.with(within, work),
  };
}
