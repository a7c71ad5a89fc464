// Tests reading, writing and matching IP addresses and networks.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileNetworks, formatNetwork, type IpNetwork, networkAround, overlap, parseNetwork } from './networks.ts'

const written = (text: string) => {
  const network = parseNetwork(text)
  return network && formatNetwork(network)
}
const read = (text: string): IpNetwork => {
  const network = parseNetwork(text)
  if (!network) throw new Error(`${text} is no network`)
  return network
}

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7/24', '203.0.113.0/24'],
  ['203.0.113.7/32', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7/120', '203.0.113.0/24'],
  ['2001:DB8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
  ['2001:db8::1/64', '2001:db8::/64'],
  ['fe80::1%eth0', 'fe80::1'],
  ['::', '::'],
  ['::1', '::1'],
  ['64:ff9b::192.0.2.33', '64:ff9b::c000:221'],
  [' 10.0.0.0/8 ', '10.0.0.0/8'],
])('%s is written %s', (text, expected) => {
  expect(written(text)).toBe(expected)
})

test.each([
  '',
  '1.2.3',
  '1.2.3.256',
  '01.2.3.4',
  '1.2.3.4/33',
  '1.2.3.4/',
  '1.2.3.4/8/8',
  '::1::',
  '2001:db8::/129',
  '1:2:3:4:5:6:7',
  '12345::',
  'mail.example.com',
])('%s is refused', text => {
  expect(parseNetwork(text)).toBeNull()
})

test('an address is found in its network only, whatever form it comes in', () => {
  const networks = compileNetworks(['203.0.113.0/24', '198.51.100.7', '2001:db8:1::/48', '2001:db8:2::5'].map(read))
  for (const inside of ['203.0.113.255', '::ffff:203.0.113.1', '198.51.100.7', '2001:db8:1:ffff::9', '2001:DB8:2::5'])
    expect(networks.has(inside)).toBe(true)
  for (const outside of ['203.0.114.0', '198.51.100.8', '2001:db8:2::6', '2001:db8::1', 'no address'])
    expect(networks.has(outside)).toBe(false)
})

test('the compiled list agrees with comparing one by one', () => {
  const v4 = fc.tuple(fc.ipV4(), fc.integer({ min: 0, max: 32 })).map(([ip, prefix]) => `${ip}/${prefix}`)
  const v6 = fc.tuple(fc.ipV6(), fc.integer({ min: 0, max: 128 })).map(([ip, prefix]) => `${ip}/${prefix}`)
  fc.assert(
    fc.property(fc.array(fc.oneof(v4, v6), { maxLength: 20 }), fc.oneof(fc.ipV4(), fc.ipV6()), (texts, ip) => {
      const networks = texts.flatMap(text => parseNetwork(text) ?? [])
      const set = compileNetworks(networks)
      expect(set.has(ip)).toBe(networks.some(network => overlap(network, read(ip))))
      expect(set.covers(read(`${ip}/24`))).toBe(networks.some(one => one.prefix <= 24 && overlap(one, read(`${ip}/24`))))
    }),
  )
})

test('what is written is read back', () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), ip => {
      const network = read(ip)
      expect(parseNetwork(formatNetwork(network))).toEqual(network)
    }),
  )
})

test('an address belongs to its household', () => {
  expect(['203.0.113.7', '2001:db8:1:2:3::4', 'nothing'].map(networkAround)).toEqual(['203.0.113.0/24', '2001:db8:1:2::/64', 'nothing'])
})
