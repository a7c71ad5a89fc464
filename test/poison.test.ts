// Hostile mail, a hundredth of its full size: a view of each, in time. The whole runs with `npm run bench -- parse`.
import { afterAll, expect, test } from 'vitest'
import { openParser } from '../server/mail/parsing/parse.ts'
import { poisons } from './poison.ts'
import { runMails } from './poison-run.ts'

const parser = openParser({ workers: 1, timeoutMs: 1_500 })
afterAll(parser.stop)

test('a mail that is built to crash, stall or fill us is parsed or known by its headers', async () => {
  const tally = await runMails(parser, poisons(0.01))
  expect([tally.crashes, tally.parsed + tally.headers]).toEqual([0, tally.files])
  // Of the processor's time: what else the machine does is none of ours.
  expect(tally.busiestMs).toBeLessThan(3000)
  expect(tally.stretchMs).toBeLessThan(250)
})
