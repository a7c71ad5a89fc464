// Builds a digest: several emails in one list message, with a last row that brings the rest.
import type { Words } from '../../core/words/words.ts'
import type { EmailSummary } from './announce.ts'
import { morePayload, showPayload } from './button-payloads.ts'
import type { WhatsAppLimits } from './limits.ts'
import { cutAt, neutral, oneLine, plainStart } from './markup.ts'
import { listContent } from './payload/interactive.ts'
import type { PayloadContent } from './payload/shapes.ts'

export interface DigestEntry extends EmailSummary {
  deliveryId: string
  /** How many came with it. */
  files?: number
}

/** `from`: how many of `entries` an earlier message has brought. */
export interface DigestToSend {
  digestId: string
  entries: DigestEntry[]
  from?: number
}

/** What a phone asked for after the first message of a digest; `from`: how many of its messages were named before. */
export interface DigestPage {
  userId: string
  digestId: string
  deliveryIds: string[]
  from: number
}

/** The first message of a digest names all its mails, each one that follows those of its own rows. */
export function digestContent(words: Words, limits: WhatsAppLimits, { digestId, entries, from = 0 }: DigestToSend): PayloadContent {
  const t = words.of('whatsapp')
  const left = entries.slice(from).map(one => headOf(words, limits, one))
  const shown = left.length > limits.rows ? left.slice(0, limits.rows - 1) : left
  const after = left.length - shown.length
  const rows = shown.map(({ deliveryId, sender, subject, sign }) => ({
    id: showPayload(deliveryId),
    title: sender,
    description: subject + sign,
  }))
  const more = { id: morePayload(digestId, from + shown.length), title: t('digest.more'), description: t('digest.left', { count: after }) }
  const frame = {
    header: from === 0 ? t('digest.title', { count: left.length }) : t('digest.next', { count: shown.length }),
    body: bodyOf(words, from === 0 ? left : shown, limits.interactiveBody),
    footer: t('digest.footer'),
  }
  return listContent(limits, frame, t('digest.button'), [{ rows: after > 0 ? [...rows, more] : rows }])
}

interface Named extends EmailSummary {
  deliveryId: string
  /** How many files came with it, at the end of its line. */
  sign: string
}

function headOf(words: Words, limits: WhatsAppLimits, { deliveryId, sender, subject, files = 0 }: DigestEntry): Named {
  const t = words.of('whatsapp')
  const sign = files > 0 ? ` 📎 ${files}` : ''
  return {
    ...{ deliveryId, sign },
    sender: oneLine(sender, limits.rowTitle - 1) || t('announcement.unknownSender'),
    subject: oneLine(subject, limits.rowDescription - 1 - sign.length) || t('announcement.noSubject'),
  }
}

/** A line for each mail: of many all have the same room, so that none is left out. */
function bodyOf(words: Words, heads: Named[], most: number): string {
  const share = Math.floor((most + 1) / heads.length) - 2
  const lines = heads.map(({ sign, ...head }) => {
    const line = words.of('whatsapp')('announcement.head', { ...head })
    return plainStart(neutral(oneLine(line, share - sign.length - 1 - (neutral(line).length - line.length)))) + sign
  })
  return cutAt(lines.join('\n'), most)
}
