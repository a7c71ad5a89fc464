// Binds escalations to the allowance, the user's hours, and system emails.
import { deliveryDefaultsOf } from '../account/settings/store.ts'
import { reserve, settleUsage } from '../billing/store.ts'
import type { EscalationDeps } from '../delivery/escalation/escalate.ts'
import type { Mailer } from '../foundation/mailer.ts'
import { unansweredWriter } from '../use-cases/notifications/undelivered.ts'
import type { AppContext } from './app.ts'

export function escalationDeps(
  { config, db, clock, keys, log }: AppContext,
  mailer: Pick<Mailer, 'enqueue'>,
  wake: () => void,
): EscalationDeps {
  return {
    ...{ db, clock, reserve, onFinal: settleUsage, deliveryDefaultsOf, wake },
    sendByEmail: unansweredWriter({ keys, publicUrl: config.publicUrl, mailer }),
    onError: error => log.error({ err: error }, 'an email could not be escalated to its next phone'),
  }
}
