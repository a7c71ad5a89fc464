// Which IP addresses are public: all but the ranges reserved by RFC 6890 and its successors.
import { BlockList } from 'node:net'

export interface SocketEndpoint {
  address: string
  family: 4 | 6
}

// None of them is somebody else's mail server.
const inside = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  // The 6to4 relays of RFC 3068, withdrawn by RFC 7526
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  inside.addSubnet(net, bits, 'ipv4')
  // A gateway leads these to the IPv4 address at their end (RFC 6052 §2.1).
  inside.addSubnet(`64:ff9b::${net}`, 96 + bits, 'ipv6')
}
for (const [net, bits] of [
  // The IETF's own, of which Teredo holds an IPv4 address that a tunnel leads to, as 6to4 does
  ['2001::', 23],
  ['2002::', 16],
  ['2001:db8::', 32],
  ['3fff::', 20],
] as const)
  inside.addSubnet(net, bits, 'ipv6')

/** What is given out as IPv6 at all, and IPv4 behind a gateway or as a mapped address: loopback and the like are not among it. */
const givenOut = new BlockList()
givenOut.addSubnet('2000::', 3, 'ipv6')
givenOut.addSubnet('64:ff9b::', 96, 'ipv6')
givenOut.addSubnet('0.0.0.0', 0, 'ipv4')

// BlockList reads ::ffff:10.0.0.1 as the IPv4 address in it, so mapped addresses are judged alike.
export function isPublic({ address, family }: SocketEndpoint): boolean {
  const kind = family === 6 ? 'ipv6' : 'ipv4'
  return givenOut.check(address, kind) && !inside.check(address, kind)
}

const loopbacks = new BlockList()
loopbacks.addSubnet('127.0.0.0', 8, 'ipv4')
loopbacks.addAddress('::1', 'ipv6')
export const isLoopback = (e: SocketEndpoint): boolean => loopbacks.check(e.address, e.family === 6 ? 'ipv6' : 'ipv4')
