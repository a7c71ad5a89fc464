// What works without being asked, as far as who answers requests may wake it.
import type { Tell } from '../db/signals.ts'
import type { OnMail } from '../mail/drain.ts'

export interface Work {
  smtpPort: number | null
  /** Takes mail in, on a host that has that role. */
  onMail: OnMail | null
  wakeDelivery(): void
  /** Realtime is told on every host. */
  tell: Tell
  /** Something was heard from the messenger: phones may be answered and lanes may go on. */
  wakeAll(): void
}
