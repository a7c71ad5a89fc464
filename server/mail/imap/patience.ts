// Timeouts for each kind of exchange with a mail server.
import { askAfterMs, deadAfterMs } from '../../../core/mailbox/liveness.ts'

export interface Patience {
  /** A command that receives no byte for this long has failed. */
  silenceMs: number
  /** A connection that only trickles is closed after this, however alive it looks. */
  fetchMs: number
  writingMs: number
  /** After this long without a byte we ask for a sign of life, and wait `answerMs` for it. */
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
