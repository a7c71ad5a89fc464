// Renders an email as one WhatsApp text: subject, sender, body, attachments.
import { blocksOfText } from '../../../core/message/blocks/from-text.ts'
import { type Block, type Blocks, lineText } from '../../../core/message/blocks/shapes.ts'
import { newsletterBy } from '../../../core/message/facts.ts'
import { lackOf } from '../../../core/message/lack.ts'
import type { MailView } from '../../../core/message/view.ts'
import type { Translate, Words } from '../../../core/words/words.ts'
import { knownLimits } from '../limits.ts'
import { bold, cutAt, neutral, neutralInside, oneLine, paragraphs } from '../markup.ts'
import { textOfCard } from './card.ts'
import { warningOf, withBadge } from './sender.ts'
import { type TextBudget, textOfBlocks } from './text.ts'

/** How much of a mail its filter lets be seen on the phone; null where it says nothing. */
export type Extent = 'headers' | 'summary' | 'full' | null

export interface RenderOptions {
  extent?: Extent
  /** Letters at most, in UTF-16 units. */
  most?: number
  /** The lines about its attachments; the names in the view where it is absent. */
  filesText?: string | null | undefined
  /** The reader's (IANA); where it is unknown, times stand as the mail has them. */
  timeZone?: string
}

const subjectMost = 200
const senderMost = 160
const nameMost = 60
const summaryMost = 300
const usualMost = 1200
/** A card, the lines of the head and those of files together leave room in any message. */
const cardMost = 1000
const namesShown = 5

export interface RenderedMail {
  text: string
  /** There is more of the mail's own words than stands here. */
  isCut: boolean
  /** Earlier mails are left out. */
  isFolded: boolean
}

/** The text for `view`, which `filterName` let through, or nobody could tell (not `isProven`). */
export const renderMail = (words: Words, view: MailView, filterName: string, isProven = true, bounds: RenderOptions = {}): string =>
  renderedMail(words, view, filterName, isProven, bounds).text

/** As `renderMail`, and what of the mail it leaves out. */
export function renderedMail(words: Words, view: MailView, filterName: string, isProven = true, bounds: RenderOptions = {}): RenderedMail {
  const { extent = null, most = knownLimits.text, timeZone = null, filesText } = bounds
  const t = words.of('phone')
  const card = view.card && extent !== 'headers' ? textOfCard(words, view.card, { timeZone, sender: view.from[0]?.address ?? null }) : null
  const above = [warningOf(words, view), card && cutAt(card, cardMost)]
  const head = [...above, headOf(words, view, filterName, isProven)].filter(part => part !== null).join('\n\n')
  const named = view.attachments.length === 0 ? null : attachmentLine(t, words.language, view, extent === null || extent === 'full')
  const tail = filesText === undefined ? named : filesText
  if (extent === 'headers') return { text: cutAt(tail === null ? head : `${head}\n\n${tail}`, most), isCut: false, isFolded: false }
  const left = most - head.length - (tail?.length ?? 0) - 4
  // Nothing of what a summary leaves out is seen, not even an address.
  const room = extent === 'summary' ? Math.min(summaryMost, left) : left
  const bodyMost = extent === 'full' ? room : usualMost
  const body = bodyOf(t, view, { most: Math.min(bodyMost, room), hard: room }, extent)
  return { ...body, text: [head, body.text, tail].filter(part => part !== null).join('\n\n') }
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

function headOf(words: Words, view: MailView, filterName: string, isProven: boolean): string {
  const t = words.of('phone')
  const badge = view.sender?.badge === 'verified' ? 'verified' : 'none'
  return [
    bold(neutralInside(oneLine(view.subject, subjectMost) || t('mail.noSubject'))),
    t('mail.from', { sender: withBadge(words, neutral(oneLine(senderOf(view), senderMost)), badge) || t('mail.unknownSender') }),
    t('mail.filter', { name: neutral(oneLine(filterName, nameMost)) }),
    ...(isProven ? [] : [t('mail.notProven')]),
  ].join('\n')
}

function senderOf(view: MailView): string {
  const [sender] = view.from
  if (!sender) return ''
  // However long a name is, it pushes no address out of sight.
  return sender.name ? `${oneLine(sender.name, 80)} <${endOf(shortened(sender.address), 70)}>` : endOf(sender.address, senderMost - 1)
}

const longestMailbox = 40

/** Mail programs write a number of the mail into the address; beside a name its host says enough. */
function shortened(address: string): string {
  const at = address.lastIndexOf('@')
  return at > longestMailbox ? `…${address.slice(at)}` : address
}

/** Whose a host is stands at its end. */
const endOf = (text: string, most: number): string => (text.length > most ? `…${text.slice(1 - most)}` : text)

function bodyOf(t: Translate<'phone'>, view: MailView, room: TextBudget, extent: Extent): RenderedMail {
  const lack = lackOf(view)
  if (lack === null) return textOf(t, view, room, extent)
  if (lack !== 'many_parts') return { text: t(`mail.${lack}`), isCut: false, isFolded: false }
  const note = t('mail.many_parts', { count: view.leftParts ?? 0 })
  const less = { most: room.most - note.length - 1, hard: room.hard - note.length - 1 }
  const rendered = textOf(t, view, less, extent)
  return { ...rendered, text: `${rendered.text}\n${note}` }
}

function textOf(t: Translate<'phone'>, view: MailView, { most, hard }: TextBudget, extent: Extent): RenderedMail {
  const isWhole = extent === 'full'
  const blocks = isWhole ? blocksIn(view) : briefly(view, blocksIn(view), most)
  const left = isWhole ? null : leftLine(t, blocks)
  const note = t('mail.cut')
  const reserved = (left ? left.length + 2 : 0) + note.length + 1
  const room = { most: most - (left ? left.length + 2 : 0), hard: hard - reserved }
  const whole = textOfBlocks(blocks, room, isWhole, view.subject)
  const isCut = whole.isCut || (view.truncated && !view.blocks)
  const { text, lost } = isCut ? textOfBlocks(blocks, { most: most - reserved, hard: room.hard }, isWhole, view.subject) : whole
  const links = newsletterBy(view) === null && extent !== 'summary' ? lost : []
  const shown = isCut ? [`${text}\n${note}`.trimStart(), ...links].join('\n\n') : text || t('mail.empty')
  const isFolded = !isWhole && blocks.blocks.some(block => block.fold === 'earlier')
  return { text: left ? `${shown}\n\n${left}` : shown, isCut, isFolded }
}

const longNewsletter = 900

/** Of a newsletter that is longer than a screen, what it is about: its first heading and its first sentences. */
function briefly(view: MailView, blocks: Blocks, most: number): Blocks {
  if (newsletterBy(view) === null) return blocks
  const own = blocks.blocks.filter(block => !block.fold && block.kind !== 'picture')
  const lettersOf = (block: Block) => block.lines.map(lineText).join(' ').trim()
  if (own.reduce((sum, block) => sum + lettersOf(block).length, 0) <= Math.min(longNewsletter, most)) return blocks
  const subject = view.subject.toLowerCase()
  const heading = own.find(block => block.kind === 'heading' && !subject.includes(lettersOf(block).toLowerCase()))
  const lead = own
    .slice(heading ? own.indexOf(heading) : 0)
    .find(block => block.kind === 'paragraph' && lettersOf(block).length >= leadLetters)
  if (!lead) return blocks
  const text = oneLine(lettersOf(lead), leadMost)
  const first = heading ? [{ ...heading, lines: [[{ text: oneLine(lettersOf(heading), titleMost) }]] }] : []
  return { ...blocks, blocks: [...first, { kind: 'paragraph', lines: [[{ text }]], isTight: first.length > 0 }], isCut: true }
}

const leadLetters = 60
const leadMost = 280
const titleMost = 100

/** Views of another making hold no blocks. */
const blocksIn = (view: MailView): Blocks =>
  view.blocks ?? { version: 1, blocks: blocksOfText(paragraphs(view.body), view), pictures: 0, isCut: false }

/** What a reader does not see of the mail. */
function leftLine(t: Translate<'phone'>, { blocks, pictures }: Blocks): string | null {
  const left = [
    ...(pictures > 0 ? [t('mail.leftPictures', { count: pictures })] : []),
    ...(blocks.some(block => block.fold === 'earlier') ? [t('mail.leftEarlier')] : []),
    ...(blocks.some(block => block.fold === 'closing') ? [t('mail.leftClosing')] : []),
  ]
  return left.length > 0 ? `_+ ${left.join(', ')}_` : null
}

/** What a filter shows in part keeps the names of its files too: they are told by their number. */
function attachmentLine(t: Translate<'phone'>, language: string, { attachments }: MailView, isNamed: boolean): string {
  const shown = attachments.slice(0, namesShown).map(file => neutral(oneLine(file.name, nameMost)) || t('mail.unnamed'))
  const left = attachments.length - shown.length
  const bytes = attachments.reduce((sum, file) => sum + file.sizeBytes, 0)
  if (!isNamed) return t('mail.attachmentsKept', { count: attachments.length, size: sizeText(language, bytes) })
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
