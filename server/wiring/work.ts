// Background work that request handlers may wake.
import type { SignalChange } from '../foundation/db/signals.ts'
import type { OnMail } from '../mail/receiving/drain.ts'

export interface Work {
  smtpPort: number | null
  /** Takes mail in, on a host that has that role. */
  onMail: OnMail | null
  wakeDelivery(): void
  /** Realtime is told on every host. */
  tell: SignalChange
  /** Something was heard from the messenger: phones may be answered and lanes may go on. */
  wakeAll(): void
}
