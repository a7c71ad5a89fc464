// The outcome of one attempt to send a message.
/**
 * Scope `service`: trouble of WhatsApp itself, which says nothing about this message.
 * `unknown`: the request may have arrived; the caller waits for its echo before trying again.
 * `no_template`: no approved template is available for an announcement; the emails it names stay held.
 */
export type Outcome =
  | { kind: 'sent'; wamid: string }
  | { kind: 'retry'; reason: string; afterMs: number | null; scope: 'delivery' | 'destination' | 'number' | 'service' }
  | { kind: 'failed'; reason: string; stop: 'delivery' | 'destination' | 'number' }
  | { kind: 'held'; reason: 'window_closed' | 'number_paused' | 'no_template' }
  | { kind: 'unknown'; reason: string }

/** `released`: claimed behind others of its lane and not sent, because one of them was held up. */
export type AttemptOutcome = Outcome | { kind: 'released' }
