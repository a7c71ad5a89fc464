// Builds the question before a filter is saved from the phone: the filter as a sentence, and what it would have matched.
import { sayPhoneFilter } from '../../../core/filters/from-phone/say.ts'
import type { PhoneFilterKind } from '../../../core/filters/from-phone/sender.ts'
import type { Words } from '../../../core/words/words.ts'
import type { NewFilterProposal } from '../../filters/from-phone/proposals.ts'
import { cutAt, neutral, oneLine } from '../../whatsapp/markup.ts'
import { renderWarning } from '../../whatsapp/render/sender.ts'

/** Over the last 30 days. `subjects`: a few of the matched emails' subjects, redacted. */
export interface PastMatches {
  looked: number
  matched: number
  /** Null when the rate is low. */
  manyADay: number | null
  subjects: string[]
}

const maxWhoLength = 120
const maxNameLength = 60
const maxSubjectLength = 60
const maxExamples = 3

/** A message with buttons holds 1,024 characters; the question at its end must fit whatever strangers wrote. */
const maxCharacters = 1000

export function questionText(
  words: Words,
  kind: PhoneFilterKind,
  { about, rivals, pauses, sender }: NewFilterProposal,
  pastMatches: PastMatches | null,
): string {
  const t = words.of('phonefilter')
  const [rival, ...others] = rivals
  const summary = [
    sayPhoneFilter(words, kind, about.condition, displaySender),
    ...(rival === undefined ? [] : [t(kind === 'never' ? 'wins' : 'loses', { name: displayName(rival), more: others.length })]),
    ...(pauses === 0 ? [] : [t('pauses', { count: pauses })]),
  ].join('\n')
  const textWith = (warning: string, examples: string[]) =>
    [...(warning === '' ? [] : [warning]), summary, pastMatchesText(words, pastMatches, examples), t('ask')].join('\n\n')
  const examples = pastMatches ? exampleSubjects(pastMatches) : []
  const senderWarning = kind === 'always' ? renderWarning(words, { sender }) : null
  const warning = cutAt(senderWarning ?? '', Math.max(0, maxCharacters - textWith('', examples.slice(0, 1)).length - 2))
  while (examples.length > 0 && textWith(warning, examples).length > maxCharacters) examples.pop()
  return textWith(warning, examples)
}

function pastMatchesText(words: Words, pastMatches: PastMatches | null, examples: string[]): string {
  const t = words.of('phonefilter')
  if (!pastMatches) return t('unseen')
  const { matched, looked, manyADay } = pastMatches
  return [
    t('seen', { matched, looked, examples: examples.length }),
    ...examples.map(subject => `• ${subject}`),
    ...(manyADay === null ? [] : [t('perDay', { n: manyADay })]),
  ].join('\n')
}

function exampleSubjects({ subjects }: PastMatches): string[] {
  const lines = subjects.map(subject => neutral(oneLine(subject, maxSubjectLength))).filter(subject => subject !== '')
  return [...new Set(lines)].slice(0, maxExamples)
}

/** Phones turn bare domains into links, so dots are broken up to prevent accidental taps; cut at the start, as the domain is at the end. */
export function displaySender(who: string): string {
  const line = oneLine(who, 254)
  const short = line.length > maxWhoLength ? `…${line.slice(1 - maxWhoLength)}` : line
  return neutral(short.includes('@') ? short : short.replace(/\.(?=\S)/g, '.\u2060'))
}

export const displayName = (name: string): string => neutral(oneLine(name, maxNameLength))
