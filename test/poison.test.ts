// Tests that hostile email, at a hundredth of its full size, is parsed in time. `npm run bench -- parse` uses the full size.
import { afterAll, expect, test } from 'vitest'
import { openParser } from '../server/mail/parsing/parse.ts'
import { poisons } from './poison.ts'
import { parseAll } from './poison-run.ts'

const parser = openParser({ workers: 1, timeoutMs: 1_500 })
afterAll(parser.stop)

test('an email built to crash, stall or fill the parser is parsed, at least its headers', async () => {
  const tally = await parseAll(parser, poisons(0.01))
  expect([tally.crashes, tally.parsed + tally.headers]).toEqual([0, tally.files])
  // Of the processor's time: what else the machine does is none of ours.
  expect(tally.busiestMs).toBeLessThan(3000)
  expect(tally.stretchMs).toBeLessThan(250)
})
