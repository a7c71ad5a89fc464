// Renders an email as one WhatsApp text: subject, sender, body, attachments.
import { detectFileKind } from '../../../core/message/attachments.ts'
import { textToBlocks } from '../../../core/message/blocks/from-text.ts'
import { type Block, type Blocks, lineText } from '../../../core/message/blocks/shapes.ts'
import { findNewsletterHeader } from '../../../core/message/facts.ts'
import { findMissingContent } from '../../../core/message/missing.ts'
import type { MailView } from '../../../core/message/view.ts'
import type { Translate, Words } from '../../../core/words/words.ts'
import { defaultLimits } from '../limits.ts'
import { bold, cutAt, neutral, neutralInside, oneLine, paragraphs } from '../markup.ts'
import { renderCard } from './card.ts'
import { renderWarning, withBadge } from './sender.ts'
import { renderBlocks, type TextBudget } from './text.ts'

/** How much of an email its filter lets the phone show; null if it does not limit it. */
export type Extent = 'headers' | 'summary' | 'full' | null

export interface RenderOptions {
  extent?: Extent
  /** In UTF-16 units. */
  maxLength?: number
  /** The lines about its attachments; defaults to the names in the view. */
  filesText?: string | null | undefined
  /** The reader's (IANA); if unknown, times are shown as in the email. */
  timeZone?: string
}

const maxSubject = 200
const maxSender = 160
const maxName = 60
const maxSummary = 300
const maxDefaultBody = 1200
/** Leaves room for the header and the attachments in any message. */
const maxCard = 1000
const maxNames = 5

export interface RenderedMail {
  text: string
  /** The email's text is longer. */
  isCut: boolean
  /** Quoted earlier emails are left out. */
  isFolded: boolean
}

/** `isProven`: the filter certainly matched; otherwise it could not be fully evaluated. */
export const renderMail = (words: Words, view: MailView, filterName: string, isProven = true, options: RenderOptions = {}): string =>
  renderedMail(words, view, filterName, isProven, options).text

/** Like `renderMail`, but also reports what it leaves out. */
export function renderedMail(words: Words, view: MailView, filterName: string, isProven = true, options: RenderOptions = {}): RenderedMail {
  const { extent = null, maxLength = defaultLimits.text, timeZone = null, filesText } = options
  const t = words.of('phone')
  const card = view.card && extent !== 'headers' ? renderCard(words, view.card, { timeZone, sender: view.from[0]?.address ?? null }) : null
  const topLines = [renderWarning(words, view), card && cutAt(card, maxCard)]
  const header = [...topLines, renderHeader(words, view, filterName, isProven)].filter(part => part !== null).join('\n\n')
  const attachments = view.attachments.length === 0 ? null : attachmentLine(words, view, extent === null || extent === 'full')
  const footer = filesText === undefined ? attachments : filesText
  if (extent === 'headers')
    return { text: cutAt(footer === null ? header : `${header}\n\n${footer}`, maxLength), isCut: false, isFolded: false }
  const available = maxLength - header.length - (footer?.length ?? 0) - 4
  // A summary reveals nothing beyond itself, not even a link.
  const room = extent === 'summary' ? Math.min(maxSummary, available) : available
  const maxBody = extent === 'full' ? room : maxDefaultBody
  const body = renderBody(t, view, { maxLength: Math.min(maxBody, room), hardLimit: room }, extent)
  return { ...body, text: [header, body.text, footer].filter(part => part !== null).join('\n\n') }
}

/** Would `renderMail` with extent `full` cut it? */
export const isLong = (view: MailView, maxLength: number): boolean =>
  view.truncated || neutral(paragraphs(view.body)).length > maxLength - maxHeader

// An email near the limit is sent as a file, which loses nothing.
const maxHeader = 1000

/** The full email as a plain text file. */
export function renderAsFile(words: Words, view: MailView): { filename: string; text: string } {
  const t = words.of('phone')
  const subject = oneLine(view.subject, maxSubject) || t('mail.noSubject')
  const sender = oneLine(senderText(view), maxSender) || t('mail.unknownSender')
  const end = view.truncated ? `\n\n${t('mail.cut')}` : ''
  const name = oneLine(view.subject.replace(/[^\p{L}\p{N} ._-]+/gu, ' '), maxName) || words.of('whatsapp')('shown.filename')
  return { filename: `${name}.txt`, text: `${subject}\n${t('mail.from', { sender })}\n\n${paragraphs(view.body)}${end}\n` }
}

function renderHeader(words: Words, view: MailView, filterName: string, isProven: boolean): string {
  const t = words.of('phone')
  const badge = view.sender?.badge === 'verified' ? 'verified' : 'none'
  return [
    bold(neutralInside(oneLine(view.subject, maxSubject) || t('mail.noSubject'))),
    t('mail.from', { sender: withBadge(words, neutral(oneLine(senderText(view), maxSender)), badge) || t('mail.unknownSender') }),
    t('mail.filter', { name: neutral(oneLine(filterName, maxName)) }),
    ...(isProven ? [] : [t('mail.notProven')]),
  ].join('\n')
}

function senderText(view: MailView): string {
  const [sender] = view.from
  if (!sender) return ''
  // A long name must not push the address out of sight.
  return sender.name
    ? `${oneLine(sender.name, 80)} <${keepEnd(shortenAddress(sender.address), 70)}>`
    : keepEnd(sender.address, maxSender - 1)
}

const maxLocalPart = 40

/** Bulk senders encode message numbers in the address; next to a name, its host is enough. */
function shortenAddress(address: string): string {
  const at = address.lastIndexOf('@')
  return at > maxLocalPart ? `…${address.slice(at)}` : address
}

/** Keeps the end, because it shows who owns a host. */
const keepEnd = (text: string, maxLength: number): string => (text.length > maxLength ? `…${text.slice(1 - maxLength)}` : text)

function renderBody(t: Translate<'phone'>, view: MailView, room: TextBudget, extent: Extent): RenderedMail {
  const missing = findMissingContent(view)
  if (missing === null) return renderText(t, view, room, extent)
  if (missing !== 'many_parts') return { text: t(`mail.${missing}`), isCut: false, isFolded: false }
  const note = t('mail.many_parts', { count: view.leftParts ?? 0 })
  const reduced = { maxLength: room.maxLength - note.length - 1, hardLimit: room.hardLimit - note.length - 1 }
  const rendered = renderText(t, view, reduced, extent)
  return { ...rendered, text: `${rendered.text}\n${note}` }
}

function renderText(t: Translate<'phone'>, view: MailView, { maxLength, hardLimit }: TextBudget, extent: Extent): RenderedMail {
  const isFull = extent === 'full'
  const blocks = isFull ? blocksOf(view) : summarizeNewsletter(view, blocksOf(view), maxLength)
  const omitted = isFull ? null : omittedLine(t, blocks)
  const note = t('mail.cut')
  const reserved = (omitted ? omitted.length + 2 : 0) + note.length + 1
  const room = { maxLength: maxLength - (omitted ? omitted.length + 2 : 0), hardLimit: hardLimit - reserved }
  const full = renderBlocks(blocks, room, isFull, view.subject)
  const isCut = full.isCut || (view.truncated && !view.blocks)
  const { text, lostLinks } = isCut
    ? renderBlocks(blocks, { maxLength: maxLength - reserved, hardLimit: room.hardLimit }, isFull, view.subject)
    : full
  const links = findNewsletterHeader(view) === null && extent !== 'summary' ? lostLinks : []
  const shown = isCut ? [`${text}\n${note}`.trimStart(), ...links].join('\n\n') : text || t('mail.empty')
  const isFolded = !isFull && blocks.blocks.some(block => block.fold === 'earlier')
  return { text: omitted ? `${shown}\n\n${omitted}` : shown, isCut, isFolded }
}

const maxUncutNewsletter = 900

/** Shortens a long newsletter to its first heading and first sentences. */
function summarizeNewsletter(view: MailView, blocks: Blocks, maxLength: number): Blocks {
  if (findNewsletterHeader(view) === null) return blocks
  const content = blocks.blocks.filter(block => !block.fold && block.kind !== 'picture')
  const blockText = (block: Block) => block.lines.map(lineText).join(' ').trim()
  if (content.reduce((sum, block) => sum + blockText(block).length, 0) <= Math.min(maxUncutNewsletter, maxLength)) return blocks
  const subject = view.subject.toLowerCase()
  const heading = content.find(block => block.kind === 'heading' && !subject.includes(blockText(block).toLowerCase()))
  const lead = content
    .slice(heading ? content.indexOf(heading) : 0)
    .find(block => block.kind === 'paragraph' && blockText(block).length >= minLead)
  if (!lead) return blocks
  const text = oneLine(blockText(lead), maxLead)
  const first = heading ? [{ ...heading, lines: [[{ text: oneLine(blockText(heading), maxTitle) }]] }] : []
  return { ...blocks, blocks: [...first, { kind: 'paragraph', lines: [[{ text }]], isTight: first.length > 0 }], isCut: true }
}

const minLead = 60
const maxLead = 280
const maxTitle = 100

/** Views from elsewhere may have no blocks. */
const blocksOf = (view: MailView): Blocks =>
  view.blocks ?? { version: 1, blocks: textToBlocks(paragraphs(view.body), view), pictures: 0, isCut: false }

/** Says which parts of the email are left out. */
function omittedLine(t: Translate<'phone'>, { blocks, pictures }: Blocks): string | null {
  const left = [
    ...(pictures > 0 ? [t('mail.leftPictures', { count: pictures })] : []),
    ...(blocks.some(block => block.fold === 'earlier') ? [t('mail.leftEarlier')] : []),
    ...(blocks.some(block => block.fold === 'closing') ? [t('mail.leftClosing')] : []),
  ]
  return left.length > 0 ? `_+ ${left.join(', ')}_` : null
}

/** If a filter limits what is shown, file names are hidden and only counted. */
function attachmentLine(words: Words, { attachments }: MailView, showsNames: boolean): string {
  const { language } = words
  const [t, tFile] = [words.of('phone'), words.of('whatsapp')]
  const shown = attachments
    .slice(0, maxNames)
    .map(file => neutral(oneLine(file.name, maxName)) || tFile(`files.unnamed.${detectFileKind(file.type)}`))
  const left = attachments.length - shown.length
  const bytes = attachments.reduce((sum, file) => sum + file.sizeBytes, 0)
  if (!showsNames) return t('mail.attachmentsKept', { count: attachments.length, size: formatSize(language, bytes) })
  return t('mail.attachments', {
    count: attachments.length,
    size: formatSize(language, bytes),
    names: [...shown, ...(left > 0 ? [t('mail.more', { count: left })] : [])].join(', '),
  })
}

function formatSize(language: string, bytes: number): string {
  const [unit, divisor] = bytes >= 1_000_000 ? ['megabyte', 1_000_000] : ['kilobyte', 1000]
  return new Intl.NumberFormat(language, { style: 'unit', unit: String(unit), maximumFractionDigits: bytes >= 1_000_000 ? 1 : 0 }).format(
    Math.max(1, bytes / Number(divisor)),
  )
}
