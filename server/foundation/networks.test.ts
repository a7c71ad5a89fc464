// Tests which IP addresses count as one network.
import { expect, test } from 'vitest'
import { networkOf } from './networks.ts'

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::9%eth0', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['somebody@example.com', 'somebody@example.com'],
])('%s counts as %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})
