// A mail as one WhatsApp text: subject, sender, body, attachments.
import { lackOf } from '../../core/message/lack.ts'
import type { MailView } from '../../core/message/view.ts'
import type { Translate, Words } from '../../core/words/words.ts'
import { bold, cutAt, neutral, oneLine, paragraphs } from './markup.ts'

/** Meta's limit for the body of a text message. */
export const textMost = 4096

const subjectMost = 200
const senderMost = 160
const nameMost = 60
const bodyMost = 1200
const namesShown = 5

/** The text for `view`, which `filterName` let through, or nobody could tell (not `isProven`); never longer than `textMost`. */
export function renderMail(words: Words, view: MailView, filterName: string, isProven = true): string {
  const t = words.of('phone')
  const head = [
    bold(neutral(oneLine(view.subject, subjectMost) || t('mail.noSubject'))),
    t('mail.from', { sender: neutral(oneLine(senderOf(view), senderMost)) || t('mail.unknownSender') }),
    t('mail.filter', { name: neutral(oneLine(filterName, nameMost)) }),
    ...(isProven ? [] : [t('mail.notProven')]),
  ].join('\n')
  const tail = view.attachments.length > 0 ? attachmentLine(t, words.language, view) : null
  const room = textMost - head.length - (tail?.length ?? 0) - 4
  return [head, cutAt(bodyOf(t, view), room), tail].filter(part => part !== null).join('\n\n')
}

function senderOf(view: MailView): string {
  const [sender] = view.from
  if (!sender) return ''
  return sender.name ? `${sender.name} <${sender.address}>` : sender.address
}

function bodyOf(t: Translate<'phone'>, view: MailView): string {
  const lack = lackOf(view)
  if (lack === 'many_parts') return `${textOf(t, view)}\n${t('mail.many_parts', { count: view.leftParts ?? 0 })}`
  return lack === null ? textOf(t, view) : t(`mail.${lack}`)
}

function textOf(t: Translate<'phone'>, view: MailView): string {
  const text = paragraphs(view.body)
  if (text === '') return t('mail.empty')
  const cut = cutAt(text, bodyMost)
  return cut === text && !view.truncated ? neutral(text) : `${neutral(cut)}\n${t('mail.cut')}`
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
