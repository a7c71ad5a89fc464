// What sends mails on from phone to phone is given of the others: the allowance, the person's hours, and letters.
import { habitsOf } from '../account/settings/store.ts'
import { reserve, settleUsage } from '../billing/store.ts'
import type { EscalationParts } from '../delivery/escalation/escalate.ts'
import type { Mailer } from '../mailer.ts'
import { unansweredWriter } from '../notices/undelivered.ts'
import type { Ground } from '../wiring.ts'

export function escalationParts({ config, db, clock, keys, log }: Ground, mailer: Pick<Mailer, 'keep'>, wake: () => void): EscalationParts {
  return {
    ...{ db, clock, reserve, onFinal: settleUsage, habitsOf, wake },
    write: unansweredWriter({ keys, publicUrl: config.publicUrl, mailer }),
    onError: error => log.error({ err: error }, 'a mail could not be sent on to its next phone'),
  }
}
