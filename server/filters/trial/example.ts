// Finds the smallest filter that matches the messages a user picked.
import type { z } from 'zod/mini'
import type { findExampleApi } from '../../../core/api/filter-trials.ts'
import { depthOfView } from '../../../core/filters/engine/needs.ts'
import { byExample } from '../../../core/filters/example/by-example.ts'
import { readingOf, type TrialEngine } from './engine.ts'
import type { OpenedMessage } from './message-cache.ts'

export type FoundExample = z.output<(typeof findExampleApi)['answer']>

/** So many of the newest mails say what a filter would catch besides. */
export const maxComparedMessages = 2000

/** Null where one of the picked mails is not kept any more. */
export function exampleFrom(bench: TrialEngine, mails: OpenedMessage[], picked: string[]): FoundExample | null {
  const wanted = mails.filter(mail => picked.includes(mail.id)).map(mail => readingOf(bench, mail))
  if (wanted.length < new Set(picked).size) return null
  // What is known in part would seem not to match.
  const past = mails.slice(0, maxComparedMessages).filter(mail => !picked.includes(mail.id) && depthOfView(mail.view) === 'text')
  const found = byExample(wanted, [...wanted, ...past.map(mail => readingOf(bench, mail))])
  if (found.code !== 'found') return { best: null, alternatives: found.alternatives }
  const { condition, precision, recall, matched, alternatives } = found
  return { best: { condition, precision, recall, matched }, alternatives }
}
