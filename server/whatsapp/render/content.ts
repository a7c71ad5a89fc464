// Builds the message for an email: its text, and buttons to answer an invitation or to see more.
import { answerPayload, type InvitationAnswer } from '../../../core/message/calendar/answers.ts'
import type { MailView } from '../../../core/message/view.ts'
import type { Words } from '../../../core/words/words.ts'
import { acknowledgePayload, showPayload } from '../button-payloads.ts'
import type { WhatsAppLimits } from '../limits.ts'
import { type Button, buttonsContent } from '../payload/interactive.ts'
import { textContent } from '../payload/message.ts'
import type { PayloadContent } from '../payload/shapes.ts'
import { type Extent, renderedMail } from './mail.ts'
import { type LinkToWebView, withWebViewLink } from './web-view-link.ts'

export interface EmailToRender {
  deliveryId: string
  /** Blacked out already where its filter asks for it. */
  view: MailView
  filterName: string
  isProven?: boolean
  extent?: Extent
  /** The link to its web view. */
  webView?: LinkToWebView | undefined
  /** The lines about its attachments (files.ts). */
  filesText?: string | null | undefined
  /** Not all of its files have their link there. */
  hasMore?: boolean | undefined
  /** The reader's (IANA). */
  timeZone?: string
  /** Its reader is asked to acknowledge it. */
  isCall?: boolean | undefined
  /** How its reader may answer an invitation from the phone; not at all where nobody can carry the answer to its organizer. */
  answers?: readonly InvitationAnswer[]
}

export function emailContent(words: Words, limits: WhatsAppLimits, mail: EmailToRender): PayloadContent {
  const { deliveryId, view, filterName, isProven, extent = null, timeZone, filesText } = mail
  const inWords = (most: number) =>
    renderedMail(words, view, filterName, isProven, { extent, most, filesText, ...(timeZone && { timeZone }) })
  const rendered = (most: number) => withWebViewLink(words, mail, most, inWords)
  const whole = rendered(limits.text)
  const asText = textContent(limits, whole.text)
  const offered = answersIn(mail)
  const call = mail.isCall ? [{ id: acknowledgePayload(deliveryId), title: words.of('whatsapp')('mail.acknowledge') }] : []
  const isToAnswer = offered.length + call.length > 0
  // A filter that says how much may be seen leaves no more to tap.
  const hasMoreToShow = extent === null && (whole.isCut || whole.isFolded)
  if (!isToAnswer && !hasMoreToShow) return asText
  const brief = rendered(limits.interactiveBody)
  // Words that a message with a button has no room for are worth more than the button, unless it is there to be answered.
  const isLessThanText = brief.isCut && !whole.isCut && !isToAnswer
  if (isLessThanText || brief.text.length > limits.interactiveBody) return asText
  // All answers go before a button for what the link in the message shows as well.
  const isLinked = offered.length > 1 && mail.webView !== undefined && brief.text.endsWith(mail.webView.url)
  const isMore = (hasMoreToShow || (extent === null && brief.isCut)) && !isLinked
  const more = isMore ? [{ id: showPayload(deliveryId), title: words.of('whatsapp')('mail.more') }] : []
  const buttons = [...call, ...answerButtons(words, deliveryId, offered, limits.buttons - more.length - call.length), ...more]
  return buttons.length > 0 ? buttonsContent(limits, { body: brief.text }, buttons) : asText
}

/** The text with its answers, where they go together. */
export function withInvitationButtons(
  words: Words,
  limits: WhatsAppLimits,
  mail: Pick<EmailToRender, 'deliveryId' | 'view' | 'answers'>,
  text: string,
): PayloadContent {
  const buttons = answerButtons(words, mail.deliveryId, answersIn(mail), limits.buttons)
  return buttons.length > 0 && text.length <= limits.interactiveBody
    ? buttonsContent(limits, { body: text }, buttons)
    : textContent(limits, text)
}

const answersIn = ({ view, answers = [] }: Pick<EmailToRender, 'view' | 'answers'>): readonly InvitationAnswer[] =>
  view.card?.kind === 'event' ? answers : []

/** Where there is no room for all, those that leave nothing open. */
function answerButtons(words: Words, deliveryId: string, offered: readonly InvitationAnswer[], most: number): Button[] {
  const kept = offered.length > most ? offered.filter(answer => answer !== 'tentative').slice(0, most) : offered
  return kept.map(answer => ({ id: answerPayload(answer, deliveryId), title: words.of('calendar')(`answer.${answer}`) }))
}
