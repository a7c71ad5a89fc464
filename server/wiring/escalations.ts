// Binds escalations to the allowance, the user's hours, and system emails.
import { habitsOf } from '../account/settings/store.ts'
import { reserve, settleUsage } from '../billing/store.ts'
import type { EscalationDeps } from '../delivery/escalation/escalate.ts'
import type { Mailer } from '../foundation/mailer.ts'
import { unansweredWriter } from '../use-cases/notifications/undelivered.ts'
import type { AppContext } from './app.ts'

export function escalationDeps(
  { config, db, clock, keys, log }: AppContext,
  mailer: Pick<Mailer, 'keep'>,
  wake: () => void,
): EscalationDeps {
  return {
    ...{ db, clock, reserve, onFinal: settleUsage, habitsOf, wake },
    write: unansweredWriter({ keys, publicUrl: config.publicUrl, mailer }),
    onError: error => log.error({ err: error }, 'a mail could not be sent on to its next phone'),
  }
}
