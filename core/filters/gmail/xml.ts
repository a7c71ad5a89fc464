// Reads mailFilters.xml: an Atom feed with one entry a filter and its clauses as properties.
import { SaxesParser } from 'saxes'
import type { Span } from '../../text/spans.ts'
import type { Warning } from '../exchange/imported.ts'
import { type Attribute, attributesIn } from './attribute.ts'
import { warning } from './problem.ts'

export interface Property {
  name: string
  value: string
  /** Of the whole tag. */
  at: Span
  /** Where letters of the value stand in the text. */
  placeOf: Attribute['placeOf']
}

export interface FeedEntry {
  at: Span
  properties: Property[]
}

export interface Feed {
  entries: FeedEntry[]
  /** How many properties they have together. */
  properties: number
  warnings: Warning[]
  /** Why the text cannot be read at all. */
  problem: Warning | null
}

/** Five hundred filters with the longest query that Gmail takes, and as much again. */
const longestFile = 1_500_000
/** As many as a person may have; and more of the rest than Gmail ever writes. */
const mostEntries = 500
const mostProperties = 30
const mostInAll = 8000
const mostStrange = 100
const mostEntities = 10_000
const mostAttributes = 60_000
const mostTags = 60_000
const widest = 100_000
const deepest = 8
/** What Atom and Gmail say of a feed and an entry beside the filter. */
const known = new Set(['feed', 'entry', 'title', 'id', 'updated', 'author', 'name', 'email', 'category', 'content', 'link', 'published'])

class Unreadable extends Error {}

/** Never throws; linear time. A DOCTYPE is refused, so no entity but XML's own five is known. */
export function readFeed(text: string): Feed {
  const feed: Feed = { entries: [], properties: 0, warnings: [], problem: null }
  if (text.length > longestFile)
    return { ...feed, problem: warning('too_long', { start: longestFile, end: text.length }, { longest: longestFile }) }
  const strange = strangeIn(text)
  if (strange !== null) return { ...feed, problem: warning('too_strange', { start: strange, end: strange + 1 }) }
  const refuse = (problem: Warning): never => {
    feed.problem = problem
    throw new Unreadable()
  }
  const parser = new SaxesParser({ xmlns: false })
  const here = (): Span => ({
    start: Math.max(0, Math.min(parser.position, text.length) - 1),
    end: Math.min(parser.position, text.length),
  })
  const tagHere = (): Span => ({ start: Math.max(0, text.lastIndexOf('<', parser.position - 1)), end: parser.position })
  const open: string[] = []
  parser.on('error', () => refuse(warning('unreadable', here())))
  parser.on('doctype', () =>
    refuse(warning('doctype', { start: Math.max(0, text.lastIndexOf('<!DOCTYPE', parser.position)), end: parser.position })),
  )
  parser.on('opentag', tag => {
    const name = localName(tag.name)
    if (open.length === 0 && name !== 'feed') refuse(warning('no_feed', tagHere(), { name: tag.name.slice(0, 60) }))
    openTag(feed, text, name, tagHere(), open)
    open.push(name)
    if (feed.entries.length > mostEntries) refuse(warning('too_many', tagHere(), { most: mostEntries }))
    if (isStrange(feed, open.length)) refuse(warning('too_strange', tagHere()))
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

/** Where there is more than Gmail ever writes: of entities, of attributes, of tags, or between two tags. */
function strangeIn(text: string): number | null {
  const most = [nth(text, '&', mostEntities), nth(text, '=', mostAttributes)].find(at => at !== null)
  if (most !== undefined) return most
  let before = 0
  let tags = 0
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
    if (at - before > widest || ++tags > mostTags) return before
    before = at
  }
  return text.length - before > widest ? before : null
}

/** Where a sign stands that is one too many. */
function nth(text: string, sign: string, most: number): number | null {
  let count = 0
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) if (++count > most) return at
  return null
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

const isStrange = ({ entries, properties, warnings }: Feed, depth: number): boolean =>
  depth > deepest || properties > mostInAll || warnings.length > mostStrange || (entries.at(-1)?.properties.length ?? 0) > mostProperties

function openTag(feed: Feed, text: string, name: string, at: Span, open: string[]): void {
  if (name === 'entry' && open.length === 1) feed.entries.push({ at, properties: [] })
  else if (name === 'property') addProperty(feed, text, at, open)
  else if (!known.has(name)) feed.warnings.push(warning('element_unknown', at, { name: name.slice(0, 60) }))
}

function addProperty(feed: Feed, text: string, at: Span, open: string[]): void {
  feed.properties += 1
  const attributes = attributesIn(text, at.start, at.end)
  const name = attributes.get('name')
  const value = attributes.get('value')
  const entry = feed.entries.at(-1)
  if (!name || !value || !entry || open.at(-1) !== 'entry') feed.warnings.push(warning('property_lost', at))
  else entry.properties.push({ name: name.value, value: value.value, at, placeOf: value.placeOf })
}
