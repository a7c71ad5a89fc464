// The smallest filter that catches picked mails, found among a person's kept mail.
import type { z } from 'zod/mini'
import type { findExample } from '../../../core/api/filter-trials.ts'
import { depthOfView } from '../../../core/filters/engine/needs.ts'
import { byExample } from '../../../core/filters/example/by-example.ts'
import { type Bench, readingOf } from './judge.ts'
import type { OpenMail } from './shelf.ts'

export type Found = z.output<(typeof findExample)['answer']>

/** So many of the newest mails say what a filter would catch besides. */
export const comparedMails = 2000

/** Null where one of the picked mails is not kept any more. */
export function exampleFrom(bench: Bench, mails: OpenMail[], picked: string[]): Found | null {
  const wanted = mails.filter(mail => picked.includes(mail.id)).map(mail => readingOf(bench, mail))
  if (wanted.length < new Set(picked).size) return null
  // What is known in part would seem not to match.
  const past = mails.slice(0, comparedMails).filter(mail => !picked.includes(mail.id) && depthOfView(mail.view) === 'text')
  const found = byExample(wanted, [...wanted, ...past.map(mail => readingOf(bench, mail))])
  if (found.code !== 'found') return { best: null, alternatives: found.alternatives }
  const { condition, precision, recall, matched, alternatives } = found
  return { best: { condition, precision, recall, matched }, alternatives }
}
