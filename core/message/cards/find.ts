// Finds the card that sums up an email; when in doubt there is none, so that no card says what the email does not.
import type { Block } from '../blocks/shapes.ts'
import { hasOneTimeCode } from '../code.ts'
import { findNewsletterHeader, isReply } from '../facts.ts'
import type { MailView } from '../view.ts'
import { findServiceCard } from './alert.ts'
import { findBankCard } from './bank.ts'
import { findCodeCard } from './code.ts'
import { findInvoiceCard } from './invoice.ts'
import { findLinkedDataCard } from './linked-data.ts'
import type { EmailCard } from './shapes.ts'
import { findShipmentCard, findShipmentState } from './shipment.ts'
import { findSignInCard } from './sign-in.ts'
import { findSignInLinkCard } from './sign-in-link.ts'
import { listOwnBlocks, toCardSource, toLines } from './source.ts'
import { findStayCard } from './stay.ts'

/** Null if the email is of another kind, or its facts are unclear. `data`: its JSON-LD and microdata. */
export function findCard(view: MailView, blocks: Block[], data: readonly unknown[] = []): EmailCard | null {
  if (isReply(view) || findNewsletterHeader(view) !== null) return null
  const ownBlocks = listOwnBlocks(blocks)
  const source = toCardSource(view, ownBlocks.flatMap(toLines))
  const text = source.lines.join('\n')
  const linked = data.length > 0 ? findLinkedDataCard(data, source, findShipmentState(view.subject, text.slice(0, 4000))) : null
  const shipment = linked ?? findShipmentCard(source)
  if (shipment) return shipment
  return (
    (hasOneTimeCode({ ...view, body: text }) ? findCodeCard(source) : findSignInLinkCard(view, ownBlocks, source)) ??
    (source.isAutomated ? findStayCard(source) : null) ??
    findInvoiceCard(source) ??
    (source.isAutomated ? (findServiceCard(source) ?? findSignInCard(source) ?? findBankCard(source)) : null)
  )
}
