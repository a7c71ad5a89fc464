// Decides which IP addresses are public: all except the ranges reserved by RFC 6890 and its successors.
import { BlockList } from 'node:net'

export interface SocketEndpoint {
  address: string
  family: 4 | 6
}

// Reserved ranges, where nobody else's mail server can be.
const reserved = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  // Public by number, but it answers each virtual machine in Azure as its host, with credentials of the machine
  ['168.63.129.16', 32],
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
  reserved.addSubnet(net, bits, 'ipv4')
  // A gateway translates these to the IPv4 address at their end (RFC 6052 §2.1).
  reserved.addSubnet(`64:ff9b::${net}`, 96 + bits, 'ipv6')
}
for (const [net, bits] of [
  // IETF assignments: Teredo and 6to4 embed an IPv4 address that a tunnel leads to
  ['2001::', 23],
  ['2002::', 16],
  ['2001:db8::', 32],
  ['3fff::', 20],
] as const)
  reserved.addSubnet(net, bits, 'ipv6')

/** Allocated IPv6 space, and IPv4 directly, mapped or behind a gateway: loopback and the like are not part of it. */
const allocated = new BlockList()
allocated.addSubnet('2000::', 3, 'ipv6')
allocated.addSubnet('64:ff9b::', 96, 'ipv6')
allocated.addSubnet('0.0.0.0', 0, 'ipv4')

// BlockList reads ::ffff:10.0.0.1 as the IPv4 address in it, so that mapped addresses are checked like plain ones.
export function isPublic({ address, family }: SocketEndpoint): boolean {
  const kind = family === 6 ? 'ipv6' : 'ipv4'
  return allocated.check(address, kind) && !reserved.check(address, kind)
}

const loopbacks = new BlockList()
loopbacks.addSubnet('127.0.0.0', 8, 'ipv4')
loopbacks.addAddress('::1', 'ipv6')
export const isLoopback = (e: SocketEndpoint): boolean => loopbacks.check(e.address, e.family === 6 ? 'ipv6' : 'ipv4')
