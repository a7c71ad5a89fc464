// Renders the sender's badge: a warning line above the email, or a sign beside a verified sender.
import { firstWarning, type SenderBadgeKind } from '../../../core/message/sender-check/badge.ts'
import type { MailView } from '../../../core/message/view.ts'
import type { Words } from '../../../core/words/words.ts'
import { neutral, oneLine } from '../markup.ts'

const maxValue = 80

/** Null without a warning. */
export function renderWarning(words: Words, { sender }: Pick<MailView, 'sender'>): string | null {
  const reason = firstWarning(sender)
  if (!reason) return null
  const warning = words.of('sender')(reason.kind, { seen: unlinkedText(reason.seen), real: unlinkedText(reason.real) })
  return words.of('phone')('mail.warning', { reason: warning })
}

/** The sender's name with the sign of their badge; removes such signs from the name itself. */
export function withBadge(words: Words, name: string, badge: SenderBadgeKind | undefined): string {
  const cleanName = name.replace(signs, '').trim()
  if (cleanName === '') return ''
  if (badge === 'warning') return words.of('phone')('mail.warned', { sender: cleanName })
  return badge === 'verified' ? words.of('phone')('mail.verified', { sender: cleanName }) : cleanName
}

/** Check marks, shields and warning signs, with their emoji variation selectors. */
const signs = /[\u2611\u2705\u2713\u2714\u26a0\u{1f5f8}\u{1f6e1}\u{1f6a8}]\ufe0f?/gu

/** Keeps phones from turning a suspicious domain into a link. */
const unlinkedText = (text: string): string => neutral(oneLine(text, maxValue)).replace(/\.(?=\S)/g, '.\u2060')
