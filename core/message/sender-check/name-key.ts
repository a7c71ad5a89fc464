// The name of a sender as it is compared: however it is written, in whatever order.
import { shapeOf } from './lookalikes.ts'

const longestName = 200
const mostWords = 8

/** Words of a name that many have: with nothing else, they name nobody. */
const common = new Set(
  'the and for from via info mail email news newsletter no reply noreply support service services customer care team sales billing account accounts help desk helpdesk contact office admin administrator webmaster postmaster mailer daemon delivery subsystem system notification notifications alert alerts update updates security store shop order orders online app official department group list digest center centre inc ltd llc gmbh ag co company international global your my us uk de com www'.split(
    ' ',
  ),
)
const commonShapes = new Set([...common].map(shapeOf))

/** Words in their letters as they look, sorted; `Boss, Anna` is `Anna Boss`. */
export function wordsOfName(name: string): string[] {
  const plain = name
    .slice(0, longestName)
    .normalize('NFKC')
    .replace(/\([^)]*\)/g, ' ')
    .replace(/[\p{Cf}'’`]/gu, '')
  return plain.split(/[^\p{L}\p{M}\p{N}]+/u).flatMap(word => (word === '' ? [] : [shapeOf(word)]))
}

export const isCommon = (word: string): boolean => commonShapes.has(word)

/** Null for a name that many may have: a single word, or none but common ones. */
export function nameKey(name: string): string | null {
  if (name.includes('@')) return null
  const words = wordsOfName(name).toSorted()
  if (words.length < 2 || words.length > mostWords) return null
  const own = words.filter(word => !isCommon(word) && word.length > 1)
  return own.length >= 2 || own.some(word => word.length >= 8) ? words.join(' ') : null
}
