// Renders the sender's badge: a warning line above the email, or a sign beside a verified sender.
import { type Badge, firstWarning } from '../../../core/message/sender-check/badge.ts'
import type { MailView } from '../../../core/message/view.ts'
import type { Words } from '../../../core/words/words.ts'
import { neutral, oneLine } from '../markup.ts'

const valueMost = 80

/** Null where nothing warns. */
export function warningOf(words: Words, { sender }: Pick<MailView, 'sender'>): string | null {
  const reason = firstWarning(sender)
  if (!reason) return null
  const said = words.of('sender')(reason.kind, { seen: shown(reason.seen), real: shown(reason.real) })
  return words.of('phone')('mail.warning', { reason: said })
}

/** The sender's name with the sign of their badge; no name brings one of its own. */
export function withBadge(words: Words, name: string, badge: Badge | undefined): string {
  const own = name.replace(signs, '').trim()
  if (own === '') return ''
  if (badge === 'warning') return words.of('phone')('mail.warned', { sender: own })
  return badge === 'verified' ? words.of('phone')('mail.verified', { sender: own }) : own
}

/** Check marks, shields and warning signs, with what makes them colourful. */
const signs = /[\u2611\u2705\u2713\u2714\u26a0\u{1f5f8}\u{1f6e1}\u{1f6a8}]\ufe0f?/gu

/** A phone makes a link of a bare domain, and this is the one place where nobody shall tap one. */
const shown = (text: string): string => neutral(oneLine(text, valueMost)).replace(/\.(?=\S)/g, '.\u2060')
