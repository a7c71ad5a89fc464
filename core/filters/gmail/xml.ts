// Reads mailFilters.xml: an Atom feed with one entry per filter and its clauses as properties.
import { SaxesParser } from 'saxes'
import type { Span } from '../../text/spans.ts'
import type { Warning } from '../exchange/imported.ts'
import { type Attribute, parseAttributes } from './attribute.ts'
import { gmailWarning } from './problem.ts'

export interface Property {
  name: string
  value: string
  /** The whole tag. */
  at: Span
  /** Maps a range of the value to the text. */
  locate: Attribute['locate']
}

export interface FeedEntry {
  at: Span
  properties: Property[]
}

export interface Feed {
  entries: FeedEntry[]
  /** The total number of properties. */
  properties: number
  warnings: Warning[]
  /** Why the text cannot be read at all. */
  problem: Warning | null
}

/** Twice the size of five hundred filters with the longest query that Gmail accepts. */
const maxFileCharacters = 1_500_000
/** The most filters a user may have; the other limits are above what Gmail ever writes. */
const maxEntries = 500
const maxProperties = 30
const maxTotalProperties = 8000
const maxUnknown = 100
const maxEntities = 10_000
const maxAttributes = 60_000
const maxTags = 60_000
const maxTextBetweenTags = 100_000
const maxDepth = 8
/** Elements of Atom and Gmail that have no meaning for the filter. */
const knownElements = new Set([
  'feed',
  'entry',
  'title',
  'id',
  'updated',
  'author',
  'name',
  'email',
  'category',
  'content',
  'link',
  'published',
])

class Unreadable extends Error {}

/** Never throws; linear time. A DOCTYPE is refused, so only the five XML entities exist. */
export function readFeed(text: string): Feed {
  const feed: Feed = { entries: [], properties: 0, warnings: [], problem: null }
  if (text.length > maxFileCharacters)
    return { ...feed, problem: gmailWarning('too_long', { start: maxFileCharacters, end: text.length }, { longest: maxFileCharacters }) }
  const excess = findExcess(text)
  if (excess !== null) return { ...feed, problem: gmailWarning('too_strange', { start: excess, end: excess + 1 }) }
  const refuse = (problem: Warning): never => {
    feed.problem = problem
    throw new Unreadable()
  }
  const parser = new SaxesParser({ xmlns: false })
  const currentSpan = (): Span => ({
    start: Math.max(0, Math.min(parser.position, text.length) - 1),
    end: Math.min(parser.position, text.length),
  })
  const currentTagSpan = (): Span => ({ start: Math.max(0, text.lastIndexOf('<', parser.position - 1)), end: parser.position })
  const open: string[] = []
  parser.on('error', () => refuse(gmailWarning('unreadable', currentSpan())))
  parser.on('doctype', () =>
    refuse(gmailWarning('doctype', { start: Math.max(0, text.lastIndexOf('<!DOCTYPE', parser.position)), end: parser.position })),
  )
  parser.on('opentag', tag => {
    const name = localName(tag.name)
    if (open.length === 0 && name !== 'feed') refuse(gmailWarning('no_feed', currentTagSpan(), { name: tag.name.slice(0, 60) }))
    openTag(feed, text, name, currentTagSpan(), open)
    open.push(name)
    if (feed.entries.length > maxEntries) refuse(gmailWarning('too_many', currentTagSpan(), { most: maxEntries }))
    if (isExcessive(feed, open.length)) refuse(gmailWarning('too_strange', currentTagSpan()))
  })
  parser.on('closetag', () => {
    const name = open.pop()
    const entry = feed.entries.at(-1)
    if (name === 'entry' && entry) entry.at.end = parser.position
  })
  try {
    parser.write(text).close()
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
  }
  return feed
}

/** Where the text has more entities, attributes, tags or text between tags than Gmail ever writes; else null. */
function findExcess(text: string): number | null {
  const most = [findNth(text, '&', maxEntities), findNth(text, '=', maxAttributes)].find(at => at !== null)
  if (most !== undefined) return most
  let before = 0
  let tags = 0
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
    if (at - before > maxTextBetweenTags || ++tags > maxTags) return before
    before = at
  }
  return text.length - before > maxTextBetweenTags ? before : null
}

/** The position of the first character beyond `most` occurrences. */
function findNth(text: string, sign: string, most: number): number | null {
  let count = 0
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) if (++count > most) return at
  return null
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

const isExcessive = ({ entries, properties, warnings }: Feed, depth: number): boolean =>
  depth > maxDepth ||
  properties > maxTotalProperties ||
  warnings.length > maxUnknown ||
  (entries.at(-1)?.properties.length ?? 0) > maxProperties

function openTag(feed: Feed, text: string, name: string, at: Span, open: string[]): void {
  if (name === 'entry' && open.length === 1) feed.entries.push({ at, properties: [] })
  else if (name === 'property') addProperty(feed, text, at, open)
  else if (!knownElements.has(name)) feed.warnings.push(gmailWarning('element_unknown', at, { name: name.slice(0, 60) }))
}

function addProperty(feed: Feed, text: string, at: Span, open: string[]): void {
  feed.properties += 1
  const attributes = parseAttributes(text, at.start, at.end)
  const name = attributes.get('name')
  const value = attributes.get('value')
  const entry = feed.entries.at(-1)
  if (!name || !value || !entry || open.at(-1) !== 'entry') feed.warnings.push(gmailWarning('property_lost', at))
  else entry.properties.push({ name: name.value, value: value.value, at, locate: value.locate })
}
