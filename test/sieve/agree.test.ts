// Tests that our filters and Pigeonhole agree on a few hundred random conditions; test/long/sieve-agree.ts tries more.
import { expect, test } from 'vitest'
import { openParser } from '../../server/mail/parsing/parse.ts'
import { agreeOn } from './agree.ts'
import { openJudge, skipWithoutSieveTest } from './pigeonhole.ts'

const isSkipped = skipWithoutSieveTest()

test.skipIf(isSkipped)('what is exported means the same to Pigeonhole', async () => {
  const judge = openJudge()
  const parser = openParser({ workers: 1, timeoutMs: 10_000 })
  const seed = 3_001
  const sum = { pairs: 0, held: 0 }
  for (let i = 0; i < 20; i++) {
    const { pairs, held, disagreements } = await agreeOn(seed + i, 20, judge, parser)
    expect(disagreements, `seed ${seed + i}`).toEqual([])
    sum.pairs += pairs
    sum.held += held
  }
  judge.close()
  await parser.stop()
  console.log(`sieve agree: ${sum.pairs} pairs, ${sum.held} held, 0 disagreements`)
  expect(sum.held).toBeGreaterThan(40)
})

test.skipIf(isSkipped)('a verdict that differs is found', async () => {
  const judge = openJudge()
  const mail = Buffer.from('From: a@example.com\r\nSubject: Bank\r\n\r\nHello\r\n')
  const tests = ['header :is "subject" "bank"', 'header :is :comparator "i;octet" "subject" "bank"', 'true', 'false']
  expect(await judge.verdicts(tests, mail, { from: 'a@example.com', to: 'b@example.com' })).toEqual([true, false, true, false])
  await expect(judge.verdicts(['header'], mail, { from: 'a@example.com', to: 'b@example.com' })).rejects.toThrow('error')
  judge.close()
})
