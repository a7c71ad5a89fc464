// Folds the chores of bulk mail: "view in browser" at its top, and what stands around the unsubscribe link at its end.

import { isReply } from '../facts.ts'
import { isFooter } from '../signature.ts'
import type { MailView } from '../view.ts'
import type { Print } from './block-writer.ts'
import { isBoilerplateLink } from './links.ts'
import { type Block, lineText } from './shapes.ts'

type ChoreSource = Pick<MailView, 'headers' | 'to'>

const maxTopBlocks = 3
const maxLastBlocks = 3
const maxTopLength = 160
/** Small print above the unsubscribe link. */
const maxAbove = 8
/** A footer is shorter than what it ends, or short in itself. */
const maxFooterLength = 900
const maxFooterShare = 0.5

/** The blocks must still have their links; `prints` belong to them. Where nothing would be left, nothing is folded. */
export function foldChores(blocks: Block[], source: ChoreSource, prints: readonly Print[] = []): void {
  const isWayOut = newWayOutTest(source)
  const open = blocks.filter(block => !block.fold && !block.quote)
  const ways = open.filter((block, at) =>
    listLinks(block).some(link => isWayOut(link) || (at >= open.length - maxLastBlocks && isAside(link))),
  )
  const top = ways.length > 0 ? findTop(open) : []
  const chores = new Set([...top, ...findFooter(open, ways, source), ...findSmallPrint(blocks, prints, source)])
  if (!open.some(block => !chores.has(block) && /[\p{L}\p{N}]/u.test(textOf(block)))) return
  for (const block of chores) block.fold = 'closing'
}

interface BlockLink {
  href: string
  text: string
}

const listLinks = (block: Block): BlockLink[] =>
  block.lines.flat().flatMap(({ href, text }) => (href === undefined ? [] : [{ href, text: text.trim() }]))

const textOf = (block: Block): string => block.lines.map(lineText).join('\n').trim()

/** The target says that it ends or changes a subscription: the header names it (RFC 2369 §3.2), or its address does. */
function newWayOutTest({ headers }: ChoreSource): (link: BlockLink) => boolean {
  const header = headers.find(({ name }) => /^list-unsubscribe$/i.test(name))?.value ?? ''
  const named = Array.from(header.matchAll(/<(https?:[^>]{1,2000})>/g), found => pageOf(found[1] ?? ''))
  return ({ href }) => named.includes(pageOf(href)) || wayOut.test(pathOf(href))
}

const wayOut = /unsubscri|opt[-_]?out|abmeld|abbestell|desuscri|\bbaja\b|desinscri|disiscri|afmeld/i
/** A bill has such links too, amid what it says: they count in the last lines only. */
const isAside = ({ href, text }: BlockLink): boolean =>
  /preference|email[-_]?settings|notification[-_]?settings/i.test(pathOf(href)) || (isBoilerplateLink(text) && !isWebCopy(href, text))
const webCopy =
  /view[-_]?(?:in|online|email|web|this|as)|web[-_]?(?:version|view|copy)|browser|online[-_]?(?:version|ansicht)|mirror|mail[-_]?archive/i

const pageOf = (href: string): string => href.replace(/[?#].*$/s, '').toLowerCase()
/** Without the host, whose name says nothing about the page. */
const pathOf = (href: string): string => href.replace(/^https?:\/\/[^/?#]*/i, '')
const isWebCopy = (href: string, text: string): boolean =>
  webCopy.test(pathOf(href)) || /browser|navegador|navigateur|tarayıcı|المتصفح/i.test(text)

/** Short lines with a link to a copy of the email, above everything else. */
function findTop(blocks: Block[]): Block[] {
  const found: Block[] = []
  for (const block of blocks.slice(0, maxTopBlocks)) {
    if (block.kind === 'picture') continue
    if (block.kind === 'heading' || textOf(block).length > maxTopLength) break
    if (listLinks(block).some(({ href, text }) => isWebCopy(href, text) || isBoilerplateLink(text))) found.push(block)
  }
  return found
}

/** From the first way out to the end, and the small print directly above it. */
function findFooter(blocks: Block[], ways: Block[], source: ChoreSource): Block[] {
  const total = lengthOf(blocks)
  for (const way of ways) {
    const at = blocks.indexOf(way)
    if (at === 0 || lengthOf(blocks.slice(at)) > Math.max(maxFooterLength, total * maxFooterShare)) continue
    let from = at
    while (from > 1 && at - from < maxAbove && (isSmallPrint(blocks[from - 1]) || namesRecipient(blocks[from - 1], source))) from -= 1
    return blocks.slice(from)
  }
  return []
}

const smallSize = 12.5
/** Running text; a title is larger. */
const [minPlainSize, maxPlainSize] = [13, 18]
const minPlainLength = 12
const maxSmallLength = 400

/** What is set smaller than the email's text, at its end, or in an element made for a signature. Replies keep theirs: people write them. */
function findSmallPrint(blocks: Block[], prints: readonly Print[], source: ChoreSource): Block[] {
  const signatures = blocks.filter((block, at) => prints[at]?.isSignature && !block.quote)
  const sizeOf = (at: number) => prints[at]?.size ?? 0
  const plain = blocks.filter((_, at) => sizeOf(at) >= minPlainSize && sizeOf(at) <= maxPlainSize)
  if (isReply(source) || !plain.some(block => textOf(block).length >= minPlainLength)) return signatures
  // Tables and logs may be small, and are what the email is about.
  const isSmall = (block: Block, at: number) =>
    !block.quote && (isSmallPrint(block) || (sizeOf(at) <= smallSize && /^(?:paragraph|item|picture)$/.test(block.kind)))
  const small = blocks.slice(blocks.findLastIndex((block, at) => !isSmall(block, at)) + 1)
  return lengthOf(small) > Math.max(maxSmallLength, lengthOf(plain)) ? signatures : [...signatures, ...small]
}

const lengthOf = (blocks: Block[]): number => blocks.reduce((sum, block) => sum + textOf(block).length, 0)

const publicPages =
  /^https?:\/\/(?:[^/]*\.)?(?:facebook|instagram|twitter|x|linkedin|youtube|tiktok|pinterest|threads|apps\.apple|play\.google)\.(?:com|net)\b/i
const legalPages = /privacy|legal|terms|imprint|impressum|datenschutz|agb|privacidad|confidential|mentions/i

const maxCopyrightLength = 400

function isSmallPrint(block: Block | undefined): boolean {
  if (!block) return false
  const text = textOf(block)
  const links = listLinks(block)
  const linked = links.reduce((sum, link) => sum + link.text.length, 0)
  const areAside = links.every(({ href }) => publicPages.test(href) || legalPages.test(pathOf(href)))
  if (links.length > 0 && linked * 2 > text.length && areAside) return true
  return (text.length < maxCopyrightLength && /^.{0,60}©/.test(text)) || isFooter(block.lines.map(lineText))
}

/** "You get this at …", right above the way out of bulk mail. */
const namesRecipient = (block: Block | undefined, { headers, to }: ChoreSource): boolean =>
  block !== undefined &&
  headers.some(({ name }) => /^list-unsubscribe$/i.test(name)) &&
  to.some(({ address }) => address !== '' && textOf(block).includes(address))
