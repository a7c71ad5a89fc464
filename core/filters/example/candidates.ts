// Lists tests that all picked emails pass and that may tell them apart from other emails.
import { findAutomatedHeader, findNewsletterHeader, isReply } from '../../message/facts.ts'
import type { MailView } from '../../message/view.ts'
import { fold } from '../../text/fold.ts'
import { type FilterInput, fieldValues } from '../fields.ts'
import { matches } from '../match.ts'
import type { Test } from '../tree.ts'
import { findSharedPhrase, findSharedShape, findSharedStart, findSharedWords } from './subjects.ts'

export interface CandidateTest {
  test: Test
  /** Can be used alone; others only narrow a filter. */
  isAnchor: boolean
  /** Of equally good filters, the one with the smaller sum wins. */
  rank: number
}

const maxWords = 6

export function listCandidates(picked: FilterInput[]): CandidateTest[] {
  const found = [
    ...senders(picked),
    ...lists(picked),
    ...subjects(picked),
    ...bodies(picked),
    ...files(picked),
    ...recipients(picked),
    ...facts(picked),
  ]
  const seen = new Set<string>()
  return found.filter(({ test }) => {
    const key = JSON.stringify(test)
    return seen.has(key) || !picked.every(reading => matches(test, reading)) ? false : seen.add(key)
  })
}

const anchor = (test: Test, rank: number): CandidateTest => ({ test, isAnchor: true, rank })

function senders(picked: FilterInput[]): CandidateTest[] {
  const addresses = distinct(picked.map(({ view }) => view.from[0]?.address ?? ''))
  const names = distinct(picked.map(({ view }) => fold(view.from[0]?.name ?? '').text))
  const [name = ''] = names
  return [
    ...(addresses.length === 1 ? addresses.map(address => anchor({ field: 'from', operator: 'is', values: [address] }, 1)) : []),
    ...findShared(picked, reading => fieldValues({ field: 'sender_domain' }, reading)).map(domain =>
      anchor({ field: 'sender_domain', operator: 'is', values: [domain] }, 2),
    ),
    ...(names.length === 1 && name.length > 2 && addresses.length > 1
      ? [anchor({ field: 'from', operator: 'contains', values: [name] }, 3)]
      : []),
  ]
}

/** Any of the senders' addresses: the fallback if the emails have nothing else in common. */
export function anySenderTest(picked: FilterInput[]): Test | null {
  const values = distinct(picked.map(({ view }) => view.from[0]?.address ?? ''))
  return values.length > 0 ? { field: 'from', operator: 'is', values } : null
}

const lists = (picked: FilterInput[]): CandidateTest[] =>
  findShared(picked, reading => fieldValues({ field: 'list' }, reading).slice(-1)).map(id =>
    anchor({ field: 'list', operator: 'is', values: [id] }, 0),
  )

function subjects(picked: FilterInput[]): CandidateTest[] {
  const all = picked.map(({ view }) => view.subject)
  const [shape, start, phrase] = [findSharedShape(all), findSharedStart(all), findSharedPhrase(all)]
  return [
    ...findSharedWords(all)
      .filter(word => !picked.every(({ view }) => isOfSender(word, view)))
      .slice(0, maxWords)
      .map(word => anchor({ field: 'subject', operator: 'contains', values: [word] }, 4)),
    ...(phrase ? [anchor({ field: 'subject', operator: 'contains', values: [phrase] }, 5)] : []),
    ...(start ? [anchor({ field: 'subject', operator: 'starts', values: [start] }, 6)] : []),
    ...(shape ? [anchor({ field: 'subject', operator: 'wildcard', values: [shape] }, 7)] : []),
  ]
}

/** The sender's name in the subject adds nothing to the sender. */
const isOfSender = (word: string, view: MailView): boolean =>
  view.from.some(person => fold(person.name).text.includes(word) || person.address.toLowerCase().includes(word))

/** Words of the body, if the subjects share none: the longest, as they are most specific. */
function bodies(picked: FilterInput[]): CandidateTest[] {
  if (picked.length < 2 || findSharedWords(picked.map(({ view }) => view.subject)).length > 0) return []
  return findSharedWords(picked.map(reading => (fieldValues({ field: 'body' }, reading)[0] ?? '').slice(0, 4000)))
    .filter(word => word.length > 4)
    .toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1))
    .slice(0, maxWords)
    .map(word => anchor({ field: 'any', operator: 'contains', values: [word] }, 9))
}

function files(picked: FilterInput[]): CandidateTest[] {
  if (picked.every(({ view }) => view.attachments.length === 0))
    return [{ test: { field: 'attachment', operator: 'missing' }, isAnchor: false, rank: 12 }]
  const kinds = findShared(picked, reading => fieldValues({ field: 'attachment_type' }, reading)).filter(kind => !kind.includes('/'))
  return [
    ...kinds.slice(0, 3).map(kind => anchor({ field: 'attachment_type', operator: 'is', values: [kind] }, 8)),
    { test: { field: 'attachment', operator: 'exists' }, isAnchor: false, rank: 10 },
  ]
}

const recipients = (picked: FilterInput[]): CandidateTest[] =>
  findShared(picked, ({ view }) => distinct([...view.to.map(person => person.address), ...view.deliveredTo]))
    .slice(0, 3)
    .map(address => ({ test: { field: 'recipient', operator: 'is', values: [address] }, isAnchor: false, rank: 11 }))

function facts(picked: FilterInput[]): CandidateTest[] {
  const all = (isTrue: (reading: FilterInput) => boolean): boolean => picked.every(isTrue)
  const calendar = distinct(picked.map(({ view }) => view.calendar ?? ''))
  const [method] = calendar
  return [
    all(isNewsletter) ? anchor({ field: 'newsletter', operator: 'is' }, 9) : narrowing({ field: 'newsletter', operator: 'is_not' }),
    narrowing({ field: 'automated', operator: all(isAutomated) ? 'is' : 'is_not' }),
    narrowing({ field: 'reply', operator: all(({ view }) => isReply(view)) ? 'is' : 'is_not' }),
    ...(calendar.length === 1 && (method === 'request' || method === 'cancel' || method === 'reply')
      ? [anchor({ field: 'calendar', operator: 'is', method }, 7)]
      : []),
  ]
}

const isNewsletter = (reading: FilterInput): boolean => findNewsletterHeader(reading.view) !== null
const isAutomated = (reading: FilterInput): boolean => findAutomatedHeader(reading.view) !== null

const narrowing = (test: Test): CandidateTest => ({ test, isAnchor: false, rank: 10 })

/** Values that all emails have. */
function findShared(picked: FilterInput[], valuesIn: (reading: FilterInput) => string[]): string[] {
  const [first, ...rest] = picked.map(reading => distinct(valuesIn(reading)))
  return (first ?? []).filter(value => rest.every(values => values.includes(value)))
}

const distinct = (values: string[]): string[] => [...new Set(values)].filter(value => value !== '')
