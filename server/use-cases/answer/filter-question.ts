// The question before a filter is saved from the phone: the filter as a sentence, and what it would have matched.
import { sayPhoneFilter } from '../../../core/filters/from-phone/say.ts'
import type { PhoneFilterKind } from '../../../core/filters/from-phone/sender.ts'
import type { Words } from '../../../core/words/words.ts'
import type { NewFilterProposal } from '../../filters/from-phone/proposals.ts'
import { cutAt, neutral, oneLine } from '../../whatsapp/markup.ts'
import { warningOf } from '../../whatsapp/render/sender.ts'

/** Of the last 30 days. `subjects` of some that it matched, as the person's filters let them be seen. */
export interface PastMatches {
  looked: number
  matched: number
  /** Null where it is no number to speak of. */
  manyADay: number | null
  subjects: string[]
}

const whoMost = 120
const nameMost = 60
const subjectMost = 60
const mostExamples = 3

/** A message with buttons holds 1,024 letters, and whatever strangers wrote the question stands at its end. */
const mostLetters = 1000

export function questionText(
  words: Words,
  kind: PhoneFilterKind,
  { about, rivals, pauses, sender }: NewFilterProposal,
  seen: PastMatches | null,
): string {
  const t = words.of('phonefilter')
  const [rival, ...others] = rivals
  const weighing = [
    sayPhoneFilter(words, kind, about.condition, shownSender),
    ...(rival === undefined ? [] : [t(kind === 'never' ? 'wins' : 'loses', { name: shownName(rival), more: others.length })]),
    ...(pauses === 0 ? [] : [t('pauses', { count: pauses })]),
  ].join('\n')
  const textWith = (warning: string, examples: string[]) =>
    [...(warning === '' ? [] : [warning]), weighing, seenText(words, seen, examples), t('ask')].join('\n\n')
  const examples = seen ? examplesOf(seen) : []
  const found = kind === 'always' ? warningOf(words, { sender }) : null
  const warning = cutAt(found ?? '', Math.max(0, mostLetters - textWith('', examples.slice(0, 1)).length - 2))
  while (examples.length > 0 && textWith(warning, examples).length > mostLetters) examples.pop()
  return textWith(warning, examples)
}

function seenText(words: Words, seen: PastMatches | null, examples: string[]): string {
  const t = words.of('phonefilter')
  if (!seen) return t('unseen')
  const { matched, looked, manyADay } = seen
  return [
    t('seen', { matched, looked, examples: examples.length }),
    ...examples.map(subject => `• ${subject}`),
    ...(manyADay === null ? [] : [t('perDay', { n: manyADay })]),
  ].join('\n')
}

function examplesOf({ subjects }: PastMatches): string[] {
  const lines = subjects.map(subject => neutral(oneLine(subject, subjectMost))).filter(subject => subject !== '')
  return [...new Set(lines)].slice(0, mostExamples)
}

/** A phone makes a link of a bare domain, and nobody shall tap a stranger's by mistake; whose an address is stands at its end. */
export function shownSender(who: string): string {
  const line = oneLine(who, 254)
  const short = line.length > whoMost ? `…${line.slice(1 - whoMost)}` : line
  return neutral(short.includes('@') ? short : short.replace(/\.(?=\S)/g, '.\u2060'))
}

export const shownName = (name: string): string => neutral(oneLine(name, nameMost))
