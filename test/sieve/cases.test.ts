// Tests our Sieve import on published test cases, against results that Pigeonhole confirmed.
import { expect, test } from 'vitest'
import { openParser } from '../../server/mail/parsing/parse.ts'
import { readCases, scoreOf, scoreText, type Tried, tryCase } from './cases.ts'

test('imported tests give the verdict that other servers give', async ({ skip }) => {
  const cases = readCases()?.filter(one => one.group !== 'script')
  if (!cases) return skip()
  const parser = openParser({ workers: 1, timeoutMs: 10_000 })
  const tried: Tried[] = []
  for (const one of cases) tried.push(await tryCase(one, parser))
  await parser.stop()
  const [base, rules] = [scoreOf('base', tried), scoreOf('rules', tried)]
  console.log(`${scoreText(base)}\n${scoreText(rules)}`)
  expect([base.total, rules.total]).toEqual([323, 200])
  expect(base.right).toBe(323)
  expect(rules.right).toBeGreaterThanOrEqual(190)
  expect([base.wrong, rules.wrong]).toEqual([[], []])
})
