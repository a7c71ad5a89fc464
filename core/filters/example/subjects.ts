// Finds what subjects have in common: words, a phrase, a start, or a shape in which only numbers differ.
import { fold } from '../../text/fold.ts'

const replyPrefix = /^(?:\s*(?:re|aw|sv|vs|fw|fwd|wg|rv|res|enc|antw|odp|tr|ynt|رد|回复|答复)\s*(?:\[\d+\])?\s*[:：])+\s*/i
/** Stop words. */
const stopWords = new Set(
  `the and for you your our are was has have with from this that not all new now out can will its it's one more about per via into a an of to in on at
  by is be or my we us me no de la el los las del por para con una uno que der die das und ihr ihre ist von für mit ein eine les des une sur pour`.split(
    /\s+/,
  ),
)
const minPrefixCharacters = 5

/** Without `Re:` and `Fwd:`. */
export const stripSubjectPrefixes = (subject: string): string => subject.replace(replyPrefix, '').replace(/\s+/gu, ' ').trim()

/** Words that occur in all subjects, without digits; case-folded, in the order of the first subject. */
export function findSharedWords(subjects: string[]): string[] {
  const [first, ...rest] = subjects.map(splitWords)
  if (!first) return []
  return [...new Set(first)].filter(word => rest.every(words => words.includes(word)))
}

const splitWords = (subject: string): string[] =>
  (fold(stripSubjectPrefixes(subject)).text.match(/[\p{L}\p{M}][\p{L}\p{M}'’-]*(?![\p{L}\p{M}\p{N}_/#])/gu) ?? []).filter(
    word => word.length > 2 && !stopWords.has(word),
  )

/** The longest run of words that occurs in all subjects. */
export function findSharedPhrase(subjects: string[]): string | null {
  const [first, ...rest] = subjects.map(subject => fold(stripSubjectPrefixes(subject)).text)
  const words = first?.split(' ') ?? []
  const others = rest.map(text => ` ${text} `)
  for (let length = Math.min(words.length, 6); length > 1; length--) {
    for (let start = 0; start + length <= words.length; start++) {
      const phrase = words.slice(start, start + length).join(' ')
      if (!/\p{N}/u.test(phrase) && /\p{L}{3}/u.test(phrase) && others.every(text => text.includes(` ${phrase} `))) return phrase
    }
  }
  return null
}

/** The common start, up to the end of a word and before the first digit; null if it is too short. */
export function findSharedStart(subjects: string[]): string | null {
  const texts = subjects.map(subject => fold(stripSubjectPrefixes(subject)).text)
  const [first = '', ...rest] = texts
  let end = 0
  while (end < first.length && !/\p{N}/u.test(first.charAt(end)) && rest.every(text => text.charAt(end) === first.charAt(end))) end += 1
  const isWhole = texts.every(text => text.length === end)
  const start = isWhole
    ? first
    : first
        .slice(0, end)
        .replace(/[\p{L}\p{M}]*$/u, '')
        .trimEnd()
  return start.length >= minPrefixCharacters && /\p{L}{3}/u.test(start) ? start : null
}

/** A wildcard that matches all subjects, with `*` for words with digits. Null if they differ elsewhere, or have no digits. */
export function findSharedShape(subjects: string[]): string | null {
  const [shape, ...others] = subjects.map(toShape)
  if (shape === undefined || others.some(other => other !== shape)) return null
  return shape.includes('*') && /\p{L}{3}/u.test(shape) && !/^\*|[*?].*\?/.test(shape) ? shape : null
}

const toShape = (subject: string): string =>
  stripSubjectPrefixes(subject)
    .replace(/[*?]/g, '')
    .replace(/[^\s,;:()[\]]*\p{N}[^\s,;:()[\]]*/gu, '*')
    .replace(/\*(?:\s*\*)+/g, '*')
    .toLowerCase()
