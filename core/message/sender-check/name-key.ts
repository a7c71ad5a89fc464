// Normalizes a sender's name for comparison, independent of spelling and word order.
import { toVisualShape } from './lookalikes.ts'

const maxNameLength = 200
const maxWords = 8

/** Common words, which do not identify anybody on their own. */
const commonWords = new Set(
  'the and for from via info mail email news newsletter no reply noreply support service services customer care team sales billing account accounts help desk helpdesk contact office admin administrator webmaster postmaster mailer daemon delivery subsystem system notification notifications alert alerts update updates security store shop order orders online app official department group list digest center centre inc ltd llc gmbh ag co company international global your my us uk de com www'.split(
    ' ',
  ),
)
const commonShapes = new Set([...commonWords].map(toVisualShape))

/** The visual shapes of the words. */
export function splitNameWords(name: string): string[] {
  const plain = name
    .slice(0, maxNameLength)
    .normalize('NFKC')
    .replace(/\([^)]*\)/g, ' ')
    .replace(/[\p{Cf}'’`]/gu, '')
  return plain.split(/[^\p{L}\p{M}\p{N}]+/u).flatMap(word => (word === '' ? [] : [toVisualShape(word)]))
}

export const isCommonWord = (word: string): boolean => commonShapes.has(word)

/** Words sorted, so that `Boss, Anna` equals `Anna Boss`. Null for a name that many have: a single word, or only common ones. */
export function toNameKey(name: string): string | null {
  if (name.includes('@')) return null
  const words = splitNameWords(name).toSorted()
  if (words.length < 2 || words.length > maxWords) return null
  const own = words.filter(word => !isCommonWord(word) && word.length > 1)
  return own.length >= 2 || own.some(word => word.length >= 8) ? words.join(' ') : null
}
