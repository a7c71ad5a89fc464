// Tells which network an IP address belongs to: whoever has one address of it has all of them, so limits count the network.
import { isIP } from 'node:net'

/** One household or rented machine has a full /64 of IPv6 addresses (RFC 6177), which count as one. Other keys are returned unchanged. */
export function networkOf(key: string): string {
  const address = key.replace(/^::ffff:(?=\d+\.)/i, '')
  if (isIP(address) !== 6) return address
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? []
  const [front, back] = [head, tail ?? ''].map(part => part.split(':').filter(Boolean))
  const missing = tail === undefined ? 0 : 8 - (front?.length ?? 0) - (back?.length ?? 0)
  const groups = [...(front ?? []), ...Array.from({ length: missing }, () => '0'), ...(back ?? [])]
  return `${groups
    .slice(0, 4)
    .map(group => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
