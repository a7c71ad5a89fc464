// Several mails in one message: a list whose rows can be tapped, or lines of text where there are more than a list holds.
import type { Words } from '../../core/words/words.ts'
import type { MailHead } from './announce.ts'
import type { Limits } from './limits.ts'
import { cutAt, neutral, oneLine } from './markup.ts'
import { listContent } from './payload/interactive.ts'
import { textContent } from './payload/message.ts'
import type { Content } from './payload/shapes.ts'
import { showPayload } from './tapped.ts'

export interface DigestLine extends MailHead {
  deliveryId: string
}

/** `lines` in their order; none of their texts may be longer than a message bears. */
export function digestContent(words: Words, limits: Limits, lines: DigestLine[]): Content {
  const t = words.of('whatsapp')
  const title = t('digest.title', { count: lines.length })
  const heads = lines.map(one => ({
    id: showPayload(one.deliveryId),
    sender: oneLine(one.sender, limits.rowTitle - 1) || t('announcement.unknownSender'),
    subject: oneLine(one.subject, limits.rowDescription - 1) || t('announcement.noSubject'),
  }))
  const body = heads.map(({ sender, subject }) => t('announcement.head', { sender: neutral(sender), subject: neutral(subject) })).join('\n')
  if (lines.length > limits.rows) return textContent(limits, linesOf(title, body, t('digest.many'), limits.text))
  const rows = heads.map(({ id, sender, subject }) => ({ id, title: sender, description: subject }))
  const frame = { header: title, body: cutAt(body, limits.interactiveBody), footer: t('digest.footer') }
  return listContent(limits, frame, t('digest.button'), [{ rows }])
}

const linesOf = (title: string, body: string, end: string, most: number): string =>
  [`*${title}*`, cutAt(body, most - title.length - end.length - 6), end].join('\n\n')
