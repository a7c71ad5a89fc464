// Decides which messages skip the filters: they are stored with a reason and not forwarded.
import type { MailView } from '../message/view.ts'
import { type Confirmation, findConfirmation } from './confirmation.ts'

/** All emails that we send contain it. */
export const loopHeader = 'X-Mailferry-Loop'

/**
 * `confirmation`: a provider asks whether it may forward here. `own_mail`: we sent it, and it came back to one of our addresses.
 * `not_handed_over`: the server lists it but does not return it. `not_kept`: keeping it with its content always failed.
 */
export type Suppression = { reason: 'confirmation'; confirmation: Confirmation } | { reason: 'own_mail' | 'not_handed_over' | 'not_kept' }

interface ArrivalFacts {
  kind: 'imap' | 'address'
  reduced?: string | null
  signedBy?: string[]
}

/** Null if the filters decide. */
export function decideSuppression(view: MailView, arrived: ArrivalFacts): Suppression | null {
  if (arrived.reduced === 'not_handed_over' || arrived.reduced === 'not_kept') return { reason: arrived.reduced }
  if (arrived.kind !== 'address') return null
  if (view.headers.some(header => header.name.toLowerCase() === loopHeader.toLowerCase())) return { reason: 'own_mail' }
  const confirmation = findConfirmation(view, arrived.signedBy ?? [])
  return confirmation && { reason: 'confirmation', confirmation }
}
