// Tests the checker of rendered messages: it tells our faults from those of the original email.
import { expect, test } from 'vitest'
import { faultsIn } from './render-faults.ts'
import { viewed } from './render-viewed.ts'

const child = '\u200d\u{1f466}'
const mailOf = (text: string) => viewed(Buffer.from(`From: a@example.com\r\nSubject: Hello\r\n\r\n${text}\r\n`))

test('a character cut in half is a fault, unless the original email already had half of it', async () => {
  const whole = await mailOf(`Hello \u{1f468}${child}`)
  expect(faultsIn(whole, `Hello \u{1f468}\n${child}`)).toEqual(['a letter cut in two'])
  expect(faultsIn(whole, `Hello \u{1f468}${child}`)).toEqual([])
  const half = await mailOf(`${child} at play`)
  expect(faultsIn(half, `${child} at play`)).toEqual([])
})
