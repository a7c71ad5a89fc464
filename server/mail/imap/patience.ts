// How long a mail server may take for each kind of exchange.
import { askAfterMs, deadAfterMs } from '../../../core/mailbox/liveness.ts'

export interface Patience {
  /** A command that brings no byte for so long is dead. */
  silenceMs: number
  /** A connection that trickles is given up, however alive it looks. */
  fetchMs: number
  writingMs: number
  /** After so long without a byte it is asked for a sign of life, and has so long to give it. */
  askAfterMs: number
  answerMs: number
}

export const patience: Patience = {
  silenceMs: deadAfterMs,
  fetchMs: 300_000,
  writingMs: 120_000,
  askAfterMs,
  answerMs: deadAfterMs - askAfterMs,
}
