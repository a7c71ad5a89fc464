// Binds escalations to the allowance, the user's hours, and system emails.
import { settleUsage } from '../billing/usage-store.ts'
import type { EscalationDeps } from '../delivery/escalation/escalate.ts'
import type { Mailer } from '../foundation/mailer.ts'
import { unansweredWriter } from '../use-cases/notifications/undelivered.ts'
import { type AppContext, resendDeps } from './app.ts'

export function escalationDeps(app: AppContext, mailer: Pick<Mailer, 'enqueue'>, wake: () => void): EscalationDeps {
  const { config, db, clock, keys, log } = app
  return {
    ...resendDeps(app),
    ...{ db, log, clock, onFinal: settleUsage, wake },
    sendByEmail: unansweredWriter({ keys, publicUrl: config.publicUrl, mailer, log }),
    onError: error => log.error({ err: error }, 'an email could not be escalated to its next phone'),
  }
}
