// Sends a mail, or a sentence of ours, to a phone.
import type { Outcome } from '../../core/delivery/outcome.ts'
import type { Redact } from '../../core/filters/redact/redact.ts'
import type { MailView } from '../../core/message/view.ts'
import { wordsOf } from '../words.ts'
import type { Graph } from './client.ts'
import { callbackData } from './echo.ts'
import { outcomeOf } from './errors.ts'
import { redacted } from './redacted.ts'
import { renderMail } from './render.ts'

/** A WhatsApp person: digits of the number, the business-scoped id, or both; at least one is known. */
export interface Person {
  waId: string | null
  waUserId: string | null
}

export interface MailToSend {
  to: Person
  userId: string
  deliveryId: string
  view: MailView
  filterName: string
  /** False where the filters could not all be asked, and the mail goes to be safe; the person reads so. */
  isProven?: boolean
  /** What is blacked out before anything leaves; null where nothing is. */
  redact: Redact | null
  /** From 1; waits that grow are made from it. */
  attempt?: number
  language?: string
}

/** One attempt. The delivery's id travels along and comes back with every status. */
export async function sendMail(graph: Graph, mail: MailToSend): Promise<Outcome> {
  const body = renderMail(wordsOf(mail.language), redacted(mail.view, mail.redact), mail.filterName, mail.isProven)
  const result = await graph.postMessage({ ...textTo(mail.to, body), biz_opaque_callback_data: callbackData(mail) })
  return outcomeOf(result, mail.attempt)
}

/** A sentence outside the lanes: the answer to what a person just said. */
export async function sendNotice(graph: Graph, to: Person, text: string): Promise<Outcome> {
  return outcomeOf(await graph.postMessage(textTo(to, text)))
}

// A person who took a username is reached by the business-scoped id alone (…/business-scoped-user-ids).
const textTo = ({ waId, waUserId }: Person, body: string) => ({
  ...(waId === null ? { recipient: waUserId } : { to: waId }),
  type: 'text',
  text: { body, preview_url: false },
})
