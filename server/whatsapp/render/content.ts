// Builds the message for an email: its text, and buttons to answer an invitation or to see more.
import { type InvitationAnswer, toAnswerPayload } from '../../../core/message/calendar/answers.ts'
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
  /** Already redacted if its filter requires it. */
  view: MailView
  filterName: string
  isProven?: boolean
  extent?: Extent
  /** The link to its web view. */
  webView?: LinkToWebView | undefined
  /** The lines about its attachments (files.ts). */
  filesText?: string | null | undefined
  /** Some files are linked only in the web view. */
  hasMore?: boolean | undefined
  /** The reader's (IANA). */
  timeZone?: string
  /** Asks the reader to acknowledge it. */
  needsAcknowledgment?: boolean | undefined
  /** The answers to an invitation that the reader may send; none if they cannot reach the organizer. */
  answers?: readonly InvitationAnswer[]
}

export function emailContent(words: Words, limits: WhatsAppLimits, email: EmailToRender): PayloadContent {
  const { deliveryId, view, filterName, isProven, extent = null, timeZone, filesText } = email
  const renderText = (maxLength: number) =>
    renderedMail(words, view, filterName, isProven, { extent, maxLength, filesText, ...(timeZone && { timeZone }) })
  const renderWithLink = (maxLength: number) => withWebViewLink(words, email, maxLength, renderText)
  const full = renderWithLink(limits.text)
  const asText = textContent(limits, full.text)
  const answers = allowedAnswers(email)
  const acknowledgeButton = email.needsAcknowledgment
    ? [{ id: acknowledgePayload(deliveryId), title: words.of('whatsapp')('mail.acknowledge') }]
    : []
  const needsAnswer = answers.length + acknowledgeButton.length > 0
  // If a filter limits what may be seen, there is nothing more to show.
  const hasMoreToShow = extent === null && (full.isCut || full.isFolded)
  if (!needsAnswer && !hasMoreToShow) return asText
  const brief = renderWithLink(limits.interactiveBody)
  // Text that does not fit into a message with a button matters more than the button, unless an answer is needed.
  const losesText = brief.isCut && !full.isCut && !needsAnswer
  if (losesText || brief.text.length > limits.interactiveBody) return asText
  // Answer buttons matter more than a button for what the web view link shows too.
  const isLinked = answers.length > 1 && email.webView !== undefined && brief.text.endsWith(email.webView.url)
  const showsMore = (hasMoreToShow || (extent === null && brief.isCut)) && !isLinked
  const more = showsMore ? [{ id: showPayload(deliveryId), title: words.of('whatsapp')('mail.more') }] : []
  const buttons = [
    ...acknowledgeButton,
    ...answerButtons(words, deliveryId, answers, limits.buttons - more.length - acknowledgeButton.length),
    ...more,
  ]
  return buttons.length > 0 ? buttonsContent(limits, { body: brief.text }, buttons) : asText
}

/** The text with answer buttons, if both fit. */
export function withInvitationButtons(
  words: Words,
  limits: WhatsAppLimits,
  email: Pick<EmailToRender, 'deliveryId' | 'view' | 'answers'>,
  text: string,
): PayloadContent {
  const buttons = answerButtons(words, email.deliveryId, allowedAnswers(email), limits.buttons)
  return buttons.length > 0 && text.length <= limits.interactiveBody
    ? buttonsContent(limits, { body: text }, buttons)
    : textContent(limits, text)
}

const allowedAnswers = ({ view, answers = [] }: Pick<EmailToRender, 'view' | 'answers'>): readonly InvitationAnswer[] =>
  view.card?.kind === 'event' ? answers : []

/** If not all fit, leaves out the tentative answer. */
function answerButtons(words: Words, deliveryId: string, answers: readonly InvitationAnswer[], maxLength: number): Button[] {
  const fitting = answers.length > maxLength ? answers.filter(answer => answer !== 'tentative').slice(0, maxLength) : answers
  return fitting.map(answer => ({ id: toAnswerPayload(answer, deliveryId), title: words.of('calendar')(`answer.${answer}`) }))
}
