// Finds one-time codes as mails write them: beside a word for a code, or alone on a line below one.
import { type Candidate, candidatesIn } from './code-shapes.ts'
import { codeWordsIn } from './code-words.ts'
import type { Place } from './ranges.ts'

/** So many lines of text below the word a code may stand alone. */
const linesBelow = 5
/** On the same line it stands no further away. */
const lettersBeside = 80

interface Line {
  start: number
  end: number
  candidates: Candidate[]
  words: Place[]
}

export const hasCodeWord = (text: string): boolean => codeWordsIn(text).length > 0

/** `isAnnounced`: the subject speaks of a code, so that a line that is nothing else is one. */
export function rangesOfCodes(text: string, isAnnounced: boolean): Place[] {
  const lines = linesOf(text).filter(line => text.slice(line.start, line.end).trim() !== '')
  const found: Place[] = []
  let below = isAnnounced ? Infinity : 0
  for (const line of lines) {
    const beside = line.words.flatMap(word => nearest(line, word, text) ?? [])
    const [only] = line.candidates
    if (beside.length > 0) found.push(...beside)
    else if (below > 0 && only && line.candidates.length === 1 && isAlone(only, line, text)) found.push(only)
    if (line.words.length > 0) below = Math.max(below, linesBelow + 1)
    below--
  }
  return found
}

/** The first behind the word, else the last before it, within its sentence. */
function nearest(line: Line, word: Place, text: string): Place | null {
  const candidates = line.candidates.filter(c => c.end >= word.start - lettersBeside && c.start <= word.end + lettersBeside)
  const isNear = (from: number, to: number) =>
    to >= from && to - from <= lettersBeside && !/[.!?。！？؟](\s|$)/.test(text.slice(from, to).trimEnd())
  return candidates.find(c => isNear(word.end, c.start)) ?? candidates.findLast(c => isNear(c.end, word.start)) ?? null
}

const isAlone = (candidate: Candidate, line: Line, text: string): boolean =>
  /^[^\p{L}\p{Nd}]*$/u.test(text.slice(line.start, candidate.start)) && /^[^\p{L}\p{Nd}]*$/u.test(text.slice(candidate.end, line.end))

function linesOf(text: string): Line[] {
  const candidates = candidatesIn(text)
  const words = codeWordsIn(text)
  const lines: Line[] = []
  let [candidate, word] = [0, 0]
  for (let start = 0; start <= text.length; ) {
    const next = text.indexOf('\n', start)
    const end = next < 0 ? text.length : next
    const firsts = [candidate, word] as const
    while ((candidates[candidate]?.start ?? Infinity) < end) candidate++
    while ((words[word]?.start ?? Infinity) < end) word++
    // A code in cells may run over several lines; it belongs to the one on which it begins.
    const here = candidates.slice(firsts[0], candidate)
    lines.push({ start, end: Math.max(end, here.at(-1)?.end ?? 0), candidates: here, words: words.slice(firsts[1], word) })
    start = end + 1
  }
  return lines
}
