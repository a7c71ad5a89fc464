// Checks docs/auth-conformance.md: every call of both clients has a row, and every row a test.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { callsOf } from './conformance/surfaces.ts'
import { countsOf, readTable, wrongIn } from './conformance/table.ts'

const page = readFileSync(join(import.meta.dirname, '..', 'docs', 'auth-conformance.md'), 'utf8')
const rows = readTable(page)
const calls = { '2.119': callsOf('2.119'), '2.49.8': callsOf('2.49.8') }
const textOf = (file: string) => {
  const path = join(import.meta.dirname, file)
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}

test('every call of both clients has a row, every row a call and a test that makes it', () => {
  expect(calls['2.119'].size).toBeGreaterThan(200)
  expect(calls['2.49.8'].size).toBeGreaterThan(130)
  expect(wrongIn(rows, calls, textOf)).toEqual([])
})

test('the counts at the head are those of the rows', () => {
  for (const version of ['2.119', '2.49.8'] as const) expect(page).toContain(countsOf(rows, version))
})

test('a call without a row, a row without a call and a test that does not make it are reported', () => {
  const one = (call: string, file = 'x.test.ts') => `| \`${call}\` | 2.119 | as documented | \`${file}\` |\n`
  const judge = (table: string) =>
    wrongIn(readTable(table), { '2.119': new Set(['auth.signUp']), '2.49.8': new Set() }, file =>
      file === 'x.test.ts' ? 'client.auth.signUp(' : null,
    )
  expect(judge(one('auth.signUp'))).toEqual([])
  expect(judge('')).toEqual(['auth.signUp has no row.'])
  expect(judge(one('auth.signUp') + one('auth.signUp'))).toEqual(['auth.signUp has more than one row.'])
  expect(judge(one('auth.signUp') + one('auth.fly'))).toEqual([
    'auth.fly is in no client, not in 2.119.',
    'x.test.ts does not make the call auth.fly.',
  ])
  expect(judge(one('auth.signUp', 'y.test.ts'))).toEqual(['auth.signUp names y.test.ts, which is not there.'])
  expect(judge(one('auth.signUp').replace('2.119', 'both'))).toEqual(['auth.signUp is in 2.119, not in 2.119 and 2.49.8.'])
  expect(() => readTable(one('auth.signUp').replace('as documented', 'somehow'))).toThrow('cannot be read')
})
