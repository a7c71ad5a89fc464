// A mail as one WhatsApp text: subject, sender, body, attachments.
import { lackOf } from '../../core/message/lack.ts'
import type { MailView } from '../../core/message/view.ts'
import type { Translate, Words } from '../../core/words/words.ts'
import { knownLimits } from './limits.ts'
import { bold, cutAt, neutral, oneLine, paragraphs } from './markup.ts'

/** How much of a mail its filter lets be seen on the phone; null where it says nothing. */
export type Extent = 'headers' | 'summary' | 'full' | null

export interface Bounds {
  extent?: Extent
  /** Letters at most, in UTF-16 units. */
  most?: number
}

const subjectMost = 200
const senderMost = 160
const nameMost = 60
const summaryMost = 300
const usualMost = 1200
const namesShown = 5

/** The text for `view`, which `filterName` let through, or nobody could tell (not `isProven`). */
export function renderMail(words: Words, view: MailView, filterName: string, isProven = true, bounds: Bounds = {}): string {
  const { extent = null, most = knownLimits.text } = bounds
  const t = words.of('phone')
  const head = headOf(t, view, filterName, isProven)
  if (extent === 'headers') return cutAt(head, most)
  const tail = view.attachments.length > 0 ? attachmentLine(t, words.language, view) : null
  const room = most - head.length - (tail?.length ?? 0) - 4
  const bodyMost = extent === 'summary' ? summaryMost : extent === 'full' ? room : usualMost
  return [head, cutAt(bodyOf(t, view, bodyMost), room), tail].filter(part => part !== null).join('\n\n')
}

/** Whether `renderMail` with extent `full` would cut it. */
export const isLong = (view: MailView, most: number): boolean => view.truncated || neutral(paragraphs(view.body)).length > most - headMost

// A mail near the edge goes as a file, which is no loss.
const headMost = 1000

/** The whole mail as a file that any editor opens, without markup. */
export function mailAsFile(words: Words, view: MailView): { filename: string; text: string } {
  const t = words.of('phone')
  const subject = oneLine(view.subject, subjectMost) || t('mail.noSubject')
  const sender = oneLine(senderOf(view), senderMost) || t('mail.unknownSender')
  const end = view.truncated ? `\n\n${t('mail.cut')}` : ''
  const name = oneLine(view.subject.replace(/[^\p{L}\p{N} ._-]+/gu, ' '), nameMost) || words.of('whatsapp')('shown.filename')
  return { filename: `${name}.txt`, text: `${subject}\n${t('mail.from', { sender })}\n\n${paragraphs(view.body)}${end}\n` }
}

const headOf = (t: Translate<'phone'>, view: MailView, filterName: string, isProven: boolean): string =>
  [
    bold(neutral(oneLine(view.subject, subjectMost) || t('mail.noSubject'))),
    t('mail.from', { sender: neutral(oneLine(senderOf(view), senderMost)) || t('mail.unknownSender') }),
    t('mail.filter', { name: neutral(oneLine(filterName, nameMost)) }),
    ...(isProven ? [] : [t('mail.notProven')]),
  ].join('\n')

function senderOf(view: MailView): string {
  const [sender] = view.from
  if (!sender) return ''
  return sender.name ? `${sender.name} <${sender.address}>` : sender.address
}

function bodyOf(t: Translate<'phone'>, view: MailView, most: number): string {
  const lack = lackOf(view)
  if (lack === 'many_parts') return `${textOf(t, view, most)}\n${t('mail.many_parts', { count: view.leftParts ?? 0 })}`
  return lack === null ? textOf(t, view, most) : t(`mail.${lack}`)
}

function textOf(t: Translate<'phone'>, view: MailView, most: number): string {
  const text = paragraphs(view.body)
  if (text === '') return t('mail.empty')
  const whole = neutral(text)
  if (whole.length <= most && !view.truncated) return whole
  const note = t('mail.cut')
  return `${neutralWithin(text, most - note.length - 1)}\n${note}`
}

// Markers grow when they are made neutral, so that the length is known only afterwards.
function neutralWithin(text: string, most: number): string {
  const cut = cutAt(text, most)
  const shown = neutral(cut)
  return shown.length <= most || cut === '' ? shown : neutralWithin(cut, Math.floor(most * 0.8))
}

function attachmentLine(t: Translate<'phone'>, language: string, { attachments }: MailView): string {
  const shown = attachments.slice(0, namesShown).map(file => neutral(oneLine(file.name, nameMost)) || t('mail.unnamed'))
  const left = attachments.length - shown.length
  const bytes = attachments.reduce((sum, file) => sum + file.sizeBytes, 0)
  return t('mail.attachments', {
    count: attachments.length,
    size: sizeText(language, bytes),
    names: [...shown, ...(left > 0 ? [t('mail.more', { count: left })] : [])].join(', '),
  })
}

function sizeText(language: string, bytes: number): string {
  const [unit, divisor] = bytes >= 1_000_000 ? ['megabyte', 1_000_000] : ['kilobyte', 1000]
  return new Intl.NumberFormat(language, { style: 'unit', unit: String(unit), maximumFractionDigits: bytes >= 1_000_000 ? 1 : 0 }).format(
    Math.max(1, bytes / Number(divisor)),
  )
}
