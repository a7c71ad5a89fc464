// Decides which messages skip the filters: we store them with a reason and send them to no phone.
import type { MailView } from '../message/view.ts'
import { type Confirmation, confirmationIn } from './confirmation.ts'

/** Mails of ours carry it. */
export const loopHeader = 'X-Mailferry-Loop'

/**
 * `confirmation`: a provider asks whether it may forward here. `own_mail`: we wrote it, and it came back to an address of ours.
 * `not_handed_over`: the server lists it, and gives it to nobody.
 */
export type Suppression = { reason: 'confirmation'; confirmation: Confirmation } | { reason: 'own_mail' | 'not_handed_over' }

interface Judged {
  kind: 'imap' | 'address'
  reduced?: string | null
  signedBy?: string[]
}

/** Null where the filters decide. */
export function suppressionOf(view: MailView, arrived: Judged): Suppression | null {
  if (arrived.reduced === 'not_handed_over') return { reason: 'not_handed_over' }
  if (arrived.kind !== 'address') return null
  if (view.headers.some(header => header.name.toLowerCase() === loopHeader.toLowerCase())) return { reason: 'own_mail' }
  const confirmation = confirmationIn(view, arrived.signedBy ?? [])
  return confirmation && { reason: 'confirmation', confirmation }
}
