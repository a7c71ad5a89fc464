// Defines the background work that request handlers may wake up.
import type { SignalChange } from '../foundation/db/signals.ts'
import type { OnMail } from '../mail/receiving/drain.ts'

export interface Work {
  smtpPort: number | null
  /** Receives mail; null on a host without that role. */
  onMail: OnMail | null
  wakeDelivery(): void
  /** Signals realtime on every host that these users' rows changed. */
  signalChange: SignalChange
  /** Called after a WhatsApp webhook: phones may be answered, and lanes may continue. */
  wakeAll(): void
}
