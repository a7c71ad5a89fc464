// Full-text search over the guides that ignores case and accents and tolerates typos.
import MiniSearch from 'minisearch'
import { type GuidePart, type GuideText, stripMarks, textsIn } from '../guide.ts'
import { type GuideName, slugOf } from '../guides.ts'

export interface Hit {
  id: string
  to: string
  title: string
  guide: GuideName
  /** The text around the search terms, cut to one line. */
  text: string
}

interface Entry extends Hit {
  name: string
}

export type Search = (query: string) => Hit[]

const maxHits = 8
const wordPattern = /[\p{L}\p{N}]+/gu

export function createSearch(entries: readonly Entry[]): Search {
  const search = new MiniSearch<Entry>({
    fields: ['title', 'name', 'text'],
    tokenize: text => text.match(wordPattern) ?? [],
    processTerm: normalize,
    searchOptions: {
      boost: { title: 4, name: 2 },
      prefix: true,
      fuzzy: term => (term.length < 4 ? false : 0.25),
      weights: { prefix: 0.6, fuzzy: 0.25 },
    },
  })
  search.addAll(entries)
  const byId = new Map(entries.map(entry => [entry.id, entry]))
  return query => {
    const strictHits = search.search(query, { combineWith: 'AND' })
    const hits = strictHits.length > 0 ? strictHits : search.search(query)
    return hits.slice(0, maxHits).flatMap(result => {
      const entry = byId.get(String(result.id))
      return entry ? [{ ...entry, text: excerpt(entry.text, result.terms) }] : []
    })
  }
}

const normalize = (term: string): string => term.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')

/** A guide, its sections, their collapsible parts, and its troubleshooting. */
export function guideEntries(guide: GuideName, name: string, { lede, parts, trouble }: GuideText, troubleTitle: string): Entry[] {
  const path = `/help/${slugOf(guide)}`
  const entry = (fragment: string, title: string, text: string): Entry => ({
    id: path + fragment,
    to: path + fragment,
    guide,
    name,
    title,
    text,
  })
  return [
    entry('', name, stripMarks(lede)),
    ...parts.flatMap(part => toSections(part).map(({ id, title, text }) => entry(`#${id}`, title, text))),
    ...trouble.map(({ id, says, then }, index) => ({
      ...entry(`#${id ?? 'trouble'}`, says, `${troubleTitle}: ${stripMarks(then)}`),
      id: `${path}#trouble-${index}`,
    })),
  ]
}

function toSections({ id, title, blocks }: GuidePart): { id: string; title: string; text: string }[] {
  const collapsibleParts = blocks.flatMap(({ fold }) => fold ?? [])
  return [
    { id, title, text: blocks.flatMap(textsIn).join(' ') },
    ...collapsibleParts.map(part => ({ id: part.id, title: part.title, text: part.blocks.flatMap(textsIn).join(' ') })),
  ]
}

const excerptLength = 110

function excerpt(text: string, terms: readonly string[]): string {
  const offset = Math.max(0, ...terms.map(term => normalize(text).indexOf(term)))
  if (text.length <= excerptLength) return text
  const start = offset < excerptLength / 2 ? 0 : text.indexOf(' ', offset - excerptLength / 3) + 1
  const slice = text.slice(start, start + excerptLength)
  return `${start > 0 ? '… ' : ''}${start + excerptLength < text.length ? `${slice.slice(0, slice.lastIndexOf(' '))} …` : slice}`
}
