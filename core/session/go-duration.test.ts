// Tests parsing Go durations.
import { expect, test } from 'vitest'
import { parseGoDuration } from './go-duration.ts'

test.each([
  ['24h', 86_400_000],
  ['1h30m', 5_400_000],
  ['1.5s', 1500],
  ['.5h', 1_800_000],
  ['2m3.25s', 123_250],
  ['100ms', 100],
  ['5us', 0.005],
  ['5µs', 0.005],
  ['0', 0],
  ['+0', 0],
  ['0s', 0],
  ['876000h', 876_000 * 3_600_000],
])('%s is %d ms', (text, ms) => {
  expect(parseGoDuration(text)).toBeCloseTo(ms, 6)
})

test.each(['', '+', '-1h', '24', 'h', '1d', '1h ', ' 1h', '1h30', '1.2.3s', '.s', '1e3s', 'none', '3000000h', `${'1h'.repeat(33)}`])(
  '%j is not a duration',
  text => {
    expect(parseGoDuration(text)).toBeNull()
  },
)
