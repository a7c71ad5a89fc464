// Full-text search over the guides that ignores case and accents and tolerates typos.
import MiniSearch from 'minisearch'
import { type GuidePart, type GuideText, plain, wordsIn } from '../guide.ts'
import { type GuideName, slugOf } from '../guides.ts'

export interface Hit {
  id: string
  to: string
  title: string
  guide: GuideName
  /** The text around the words, cut to one line. */
  text: string
}

interface Entry extends Hit {
  name: string
}

export type Search = (words: string) => Hit[]

const most = 8
const words = /[\p{L}\p{N}]+/gu

export function searchIn(entries: readonly Entry[]): Search {
  const search = new MiniSearch<Entry>({
    fields: ['title', 'name', 'text'],
    tokenize: text => text.match(words) ?? [],
    processTerm: bare,
    searchOptions: {
      boost: { title: 4, name: 2 },
      prefix: true,
      fuzzy: term => (term.length < 4 ? false : 0.25),
      weights: { prefix: 0.6, fuzzy: 0.25 },
    },
  })
  search.addAll(entries)
  const known = new Map(entries.map(entry => [entry.id, entry]))
  return asked => {
    const all = search.search(asked, { combineWith: 'AND' })
    const found = all.length > 0 ? all : search.search(asked)
    return found.slice(0, most).flatMap(hit => {
      const entry = known.get(String(hit.id))
      return entry ? [{ ...entry, text: around(entry.text, hit.terms) }] : []
    })
  }
}

const bare = (term: string): string => term.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')

/** A guide, its sections, their collapsible parts, and its troubleshooting. */
export function entriesOf(guide: GuideName, name: string, { lede, parts, trouble }: GuideText, troubleTitle: string): Entry[] {
  const path = `/help/${slugOf(guide)}`
  const entry = (at: string, title: string, text: string): Entry => ({ id: path + at, to: path + at, guide, name, title, text })
  return [
    entry('', name, plain(lede)),
    ...parts.flatMap(part => partsOf(part).map(({ id, title, text }) => entry(`#${id}`, title, text))),
    ...trouble.map(({ id, says, then }, at) => ({
      ...entry(`#${id ?? 'trouble'}`, says, `${troubleTitle}: ${plain(then)}`),
      id: `${path}#trouble-${at}`,
    })),
  ]
}

function partsOf({ id, title, blocks }: GuidePart): { id: string; title: string; text: string }[] {
  const folds = blocks.flatMap(({ fold }) => fold ?? [])
  return [
    { id, title, text: blocks.flatMap(wordsIn).join(' ') },
    ...folds.map(fold => ({ id: fold.id, title: fold.title, text: fold.blocks.flatMap(wordsIn).join(' ') })),
  ]
}

const shown = 110

function around(text: string, terms: readonly string[]): string {
  const at = Math.max(0, ...terms.map(term => bare(text).indexOf(term)))
  if (text.length <= shown) return text
  const from = at < shown / 2 ? 0 : text.indexOf(' ', at - shown / 3) + 1
  const cut = text.slice(from, from + shown)
  return `${from > 0 ? '… ' : ''}${from + shown < text.length ? `${cut.slice(0, cut.lastIndexOf(' '))} …` : cut}`
}
