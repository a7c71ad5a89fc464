// Mail that no filter is asked about: it is kept with its reason and goes to no phone.
import type { MailView } from '../message/view.ts'
import { type Confirmation, confirmationIn } from './confirmation.ts'

/** Mails of ours carry it. */
export const loopHeader = 'X-Mailferry-Loop'

/** `confirmation`: a provider asks whether it may forward here. `own_mail`: we wrote it, and it came back to an address of ours. */
export type Suppression = { reason: 'confirmation'; confirmation: Confirmation } | { reason: 'own_mail' }

/** Null where the filters decide. */
export function suppressionOf(view: MailView, arrived: { kind: 'imap' | 'address'; signedBy?: string[] }): Suppression | null {
  if (arrived.kind !== 'address') return null
  if (view.headers.some(header => header.name.toLowerCase() === loopHeader.toLowerCase())) return { reason: 'own_mail' }
  const confirmation = confirmationIn(view, arrived.signedBy ?? [])
  return confirmation && { reason: 'confirmation', confirmation }
}
