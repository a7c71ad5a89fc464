// The outcome of one attempt to send: the only thing that a messenger reports back.
/**
 * `unknown`: the request may have arrived; the caller waits for its echo before it tries again.
 * `no_template`: of an announcement, for which no approved template is to be had; what it names stays held.
 */
export type Outcome =
  | { kind: 'sent'; wamid: string }
  | { kind: 'retry'; reason: string; afterMs: number | null; scope: 'delivery' | 'destination' | 'number' }
  | { kind: 'failed'; reason: string; stop: 'delivery' | 'destination' | 'number' }
  | { kind: 'held'; reason: 'window_closed' | 'number_paused' | 'no_template' }
  | { kind: 'unknown'; reason: string }
