// Tests which SMTP clients count as the same sender.
import { expect, test } from 'vitest'
import { toNetworkKey } from './limits.ts'

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::9', '2001:db8:1:2'],
  ['2001:db8::9', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('%s counts as %s', (ip, network) => {
  expect(toNetworkKey(ip)).toBe(network)
})
