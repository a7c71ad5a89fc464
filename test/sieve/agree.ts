// Compares our results for random conditions on random emails with Pigeonhole's results for the exported script.
import * as fc from 'fast-check'
import { compile } from '../../core/filters/engine/compile.ts'
import { filterResult, startRun } from '../../core/filters/engine/run.ts'
import { toFilterInput } from '../../core/filters/fields.ts'
import { matches } from '../../core/filters/match.ts'
import { conditionText } from '../../core/filters/sieve/condition-text.ts'
import { newWriter } from '../../core/filters/sieve/writer.ts'
import type { Condition } from '../../core/filters/tree.ts'
import type { Parser } from '../../server/mail/parsing/parse.ts'
import { sentMail } from './mails.ts'
import type { Judge } from './pigeonhole.ts'
import { sayable } from './sayable.ts'

export interface Disagreement {
  condition: Condition
  test: string
  mail: string
  ours: boolean
}

export interface Batch {
  pairs: number
  held: number
  disagreements: Disagreement[]
}

/** One mail and `conditions` conditions, all made from `seed`; the same seed gives the same. */
export async function agreeOn(seed: number, conditions: number, judge: Judge, parser: Parser): Promise<Batch> {
  const [mail] = fc.sample(sentMail, { seed, numRuns: 1 })
  if (!mail) throw new Error('No mail was made.')
  const view = await parser.parse({ kind: 'address', raw: mail.raw, sizeBytes: mail.raw.length, reduced: null, withSource: true })
  const arrival = {
    arrivedAt: '2026-11-21T12:00:00Z',
    timeZone: 'UTC',
    mailbox: { address: mail.envelope.to, kind: 'address' as const },
    isFirstTimeSender: null,
    envelope: mail.envelope,
  }
  const reading = toFilterInput(view, arrival, new Map())
  const said = sayable.map(condition => ({ condition, test: saidExactly(condition) })).filter(one => one.test !== '')
  const asked = fc.sample(said, { seed, numRuns: conditions })
  const theirs = await judge.verdicts(
    asked.map(({ test }) => test),
    mail.raw,
    mail.envelope,
  )
  const ours = asked.map(({ condition }) => matches(condition, reading))
  // What the product itself asks: all filters compiled together.
  const filters = asked.map(({ condition }, i) => ({ id: String(i), name: '', paused: false, condition, actions: [] }))
  const run = startRun(compile(filters, new Map()), reading, Number.POSITIVE_INFINITY)
  const other = ours.findIndex((held, i) => filterResult(run, i) !== held)
  if (other >= 0) throw new Error(`The engine differs on ${asked[other]?.test}\n${mail.raw.toString()}`)
  const differing = asked.flatMap((one, i) =>
    ours[i] === theirs[i] ? [] : [{ ...one, mail: mail.raw.toString(), ours: ours[i] === true }],
  )
  return { pairs: asked.length, held: ours.filter(held => held).length, disagreements: differing }
}

/** Empty where the export warns: of a value with many letters beyond the 26 it says only how people write it. */
function saidExactly(condition: Condition): string {
  const writer = newWriter(new Map())
  const test = conditionText(condition, writer)
  const foreign = writer.warnings.find(warning => warning.code !== 'sieve.letters')
  if (test === null || foreign) throw new Error(`Not said exactly: ${JSON.stringify([condition, writer.warnings])}`)
  return writer.warnings.length > 0 ? '' : test
}
