// Imports published Sieve test cases and evaluates each filter on the case's own email, parsed by the product's parser.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod/mini'
import { toFilterInput } from '../../core/filters/fields.ts'
import { matches } from '../../core/filters/match.ts'
import { importSieve } from '../../core/filters/sieve/import.ts'
import type { Parser } from '../../server/mail/parsing/parse.ts'

const Case = z.object({
  id: z.string(),
  require: z.array(z.string()),
  prelude: z.string(),
  expr: z.string(),
  message: z.string(),
  envelope: z.object({ from: z.string(), to: z.string() }),
  expected: z.boolean(),
  group: z.string(),
})
export type Case = z.infer<typeof Case>

/** `said` is our verdict; null where the import warned that it cannot say the test. */
export interface Tried {
  case: Case
  said: boolean | null
  warnings: string[]
}

const usual = join(import.meta.dirname, '../../../shared/corpora/sieve/cases.json')

/** Null, with a plain word, where the corpus is absent. */
export function readCases(file = usual): Case[] | null {
  if (existsSync(file)) return z.array(Case).parse(JSON.parse(readFileSync(file, 'utf8')))
  console.warn(`Skipped: there is no ${file}, so the published Sieve cases were not tried.`)
  return null
}

export async function tryCase(one: Case, parser: Parser): Promise<Tried> {
  const list = one.require.map(name => JSON.stringify(name)).join(', ')
  const script = `require [${list}];\r\n${one.prelude}\r\nif ${one.expr} { keep; }\r\n`
  const { filters, warnings } = importSieve(one.require.length > 0 ? script : script.slice(script.indexOf('\n') + 1))
  const raw = Buffer.from(one.message)
  const view = await parser.parse({ kind: 'address', raw, sizeBytes: raw.length, reduced: null, withSource: true })
  // The day on which the verdicts were confirmed; some cases ask for it.
  const arrivedAt = '2026-11-20T12:00:00Z'
  const mailbox = { address: one.envelope.to, kind: 'address' as const }
  const reading = toFilterInput(view, { arrivedAt, timeZone: 'UTC', mailbox, isFirstTimeSender: null, envelope: one.envelope }, new Map())
  const said = warnings.length > 0 ? null : filters.some(filter => !filter.paused && matches(filter.condition, reading))
  return { case: one, said, warnings: warnings.map(warning => `${warning.code} ${JSON.stringify(warning.values)}`) }
}

export interface Score {
  group: string
  total: number
  right: number
  /** What an import that always says no would score. */
  alwaysFalse: number
  unsupported: Tried[]
  wrong: Tried[]
}

export function scoreOf(group: string, tried: Tried[]): Score {
  const own = tried.filter(one => one.case.group === group)
  return {
    group,
    total: own.length,
    right: own.filter(one => one.said === one.case.expected).length,
    alwaysFalse: own.filter(one => !one.case.expected).length,
    unsupported: own.filter(one => one.said === null),
    wrong: own.filter(one => one.said !== null && one.said !== one.case.expected),
  }
}

export function scoreText({ group, total, right, alwaysFalse, unsupported, wrong }: Score): string {
  const line = `sieve ${group}: ${right} of ${total} (always false: ${alwaysFalse}), unsupported ${unsupported.length}, wrong ${wrong.length}`
  const text = (one: Tried) => `  ${one.case.id} ${one.case.expr.replace(/\s+/g, ' ')} ${one.warnings.join('; ')}`
  return [line, ...[...unsupported, ...wrong].map(text)].join('\n')
}
