// The words in the browser: one language open at a time, its rooms added as screens need them.
import { createContext, type ReactNode, useContext } from 'react'
import type { Room } from '../core/words/rooms.ts'
import { type Catalogue, openWords, type Translate, type Words } from '../core/words/words.ts'

/** The English ones of the public pages; where others are is fetched when another is asked for. */
const near = import.meta.glob<Catalogue>('../core/words/en/{ui,pages,reader,site,site*,help,guide*,community,changelog,plans}.json', {
  import: 'default',
})
const open = new Map<string, Words>()

export function wordsOf(language: string): Words {
  const words = open.get(language) ?? openWords(language, {})
  open.set(language, words)
  return words
}

/** Loads the catalogues of these rooms; done when their words can be read. */
export async function openRooms(language: string, rooms: readonly Room[]): Promise<void> {
  const words = wordsOf(language)
  await Promise.all(
    rooms
      .filter(room => !words.has(room))
      .map(async room => {
        const load = (await find(language, room)) ?? (await find('en', room))
        if (!load) throw new Error(`There are no words for "${room}".`)
        words.add(room, await load())
      }),
  )
}

/** What a language lacks of a room the build has put in from English; of a whole room that it lacks, English is taken. */
async function find(language: string, room: Room): Promise<(() => Promise<Catalogue>) | undefined> {
  const file = `../core/words/${language}/${room}.json`
  const known = language === 'en' ? near[file] : (await import('./translated.ts')).translated[file]
  return known ?? (await import('./catalogues.ts')).catalogues[file]
}

const WordsContext = createContext<Words>(wordsOf('en'))

export function WordsProvider({ language, children }: { language: string; children: ReactNode }) {
  return <WordsContext value={wordsOf(language)}>{children}</WordsContext>
}

/** The words of a room: `const t = useWords('filters')`, then `t('save')`. The room must be named in screens.ts; English while it is on its way. */
export function useWords<R extends Room>(room: R): Translate<R> {
  const words = useContext(WordsContext)
  return (words.has(room) ? words : wordsOf('en')).of(room)
}

/** The words of codes that name their room, such as `query.empty`; the room must be named in screens.ts. */
export const useWordsOfCodes = (): Words['byId'] => useContext(WordsContext).byId

/** The reader's language, for numbers and dates. */
export const useLanguage = (): string => useContext(WordsContext).language
