// Builds a digest: several emails in one list message, whose last row leads to the rest.
import type { Words } from '../../core/words/words.ts'
import type { EmailSummary } from './announce.ts'
import { morePayload, showPayload } from './button-payloads.ts'
import type { WhatsAppLimits } from './limits.ts'
import { cutAt, neutral, oneLine, plainStart } from './markup.ts'
import { listContent } from './payload/interactive.ts'
import type { PayloadContent } from './payload/shapes.ts'

export interface DigestEntry extends EmailSummary {
  deliveryId: string
  /** The number of attachments. */
  files?: number
}

/** `from`: how many of `entries` earlier messages contained. */
export interface DigestToSend {
  digestId: string
  entries: DigestEntry[]
  from?: number
}

/** A later part of a digest that a phone requested; `from`: how many emails came before. */
export interface DigestPage {
  userId: string
  digestId: string
  deliveryIds: string[]
  from: number
}

/** The first message of a digest names all its emails; each later one only those in its rows. */
export function digestContent(words: Words, limits: WhatsAppLimits, { digestId, entries, from = 0 }: DigestToSend): PayloadContent {
  const t = words.of('whatsapp')
  const remaining = entries.slice(from).map(entry => toNamed(words, limits, entry))
  const inRows = remaining.length > limits.rows ? remaining.slice(0, limits.rows - 1) : remaining
  const leftOver = remaining.length - inRows.length
  const rows = inRows.map(({ deliveryId, sender, subject, sign }) => ({
    id: showPayload(deliveryId),
    title: sender,
    description: subject + sign,
  }))
  const more = {
    id: morePayload(digestId, from + inRows.length),
    title: t('digest.more'),
    description: t('digest.left', { count: leftOver }),
  }
  const frame = {
    header: from === 0 ? t('digest.title', { count: remaining.length }) : t('digest.next', { count: inRows.length }),
    body: renderBody(words, from === 0 ? remaining : inRows, limits.interactiveBody),
    footer: t('digest.footer'),
  }
  return listContent(limits, frame, t('digest.button'), [{ rows: leftOver > 0 ? [...rows, more] : rows }])
}

interface Named extends EmailSummary {
  deliveryId: string
  /** The number of attachments, at the end of its line. */
  sign: string
}

function toNamed(words: Words, limits: WhatsAppLimits, { deliveryId, sender, subject, files = 0 }: DigestEntry): Named {
  const t = words.of('whatsapp')
  const sign = files > 0 ? ` 📎 ${files}` : ''
  return {
    ...{ deliveryId, sign },
    sender: oneLine(sender, limits.rowTitle - 1) || t('announcement.unknownSender'),
    subject: oneLine(subject, limits.rowDescription - 1 - sign.length) || t('announcement.noSubject'),
  }
}

/** One line per email; if there are many, all get the same length so that none is left out. */
function renderBody(words: Words, emails: Named[], maxLength: number): string {
  const lineLength = Math.floor((maxLength + 1) / emails.length) - 2
  const lines = emails.map(({ sign, ...email }) => {
    const line = words.of('whatsapp')('announcement.head', { ...email })
    return plainStart(neutral(oneLine(line, lineLength - sign.length - 1 - (neutral(line).length - line.length)))) + sign
  })
  return cutAt(lines.join('\n'), maxLength)
}
