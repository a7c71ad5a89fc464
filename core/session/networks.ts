// IP addresses and networks: reads them, writes them in one form, and finds out fast whether an address is in one of many.

export interface IpNetwork {
  family: 4 | 6
  /** The first address, as a number. */
  base: bigint
  /** How many leading bits are fixed. */
  prefix: number
}

const widthOf = (family: 4 | 6): number => (family === 4 ? 32 : 128)

/** An address as a network of one; an IPv4 address written as IPv6 (RFC 4291 §2.5.5.2) is the IPv4 address. Null when it is none. */
export function parseAddress(text: string): IpNetwork | null {
  const v4 = parseV4(text)
  if (v4 !== null) return { family: 4, base: BigInt(v4), prefix: 32 }
  const v6 = parseV6(text.split('%', 1)[0] ?? '')
  if (v6 === null) return null
  return v6 >> 32n === 0xffffn ? { family: 4, base: v6 & 0xffffffffn, prefix: 32 } : { family: 6, base: v6, prefix: 128 }
}

/** `203.0.113.7`, or `203.0.113.0/24` (RFC 4632 §3.1). Bits after the prefix are dropped. Null when it is neither. */
export function parseNetwork(text: string): IpNetwork | null {
  const [front = '', length, ...rest] = text.trim().split('/')
  const address = parseAddress(front)
  if (!address || rest.length > 0) return null
  if (length === undefined) return address
  // The prefix ::ffff:0:0/96 maps IPv4 networks.
  const given = /^\d{1,3}$/.test(length) ? Number(length) - (address.family === 4 && front.includes(':') ? 96 : 0) : -1
  if (given < 0 || given > widthOf(address.family)) return null
  const hostBits = BigInt(widthOf(address.family) - given)
  return { family: address.family, base: (address.base >> hostBits) << hostBits, prefix: given }
}

/** The one way to write it: without the prefix for a single address, IPv6 as in RFC 5952. */
export function formatNetwork({ family, base, prefix }: IpNetwork): string {
  const address = family === 4 ? formatV4(base) : formatV6(base)
  return prefix === widthOf(family) ? address : `${address}/${prefix}`
}

/** Whether the two share an address. */
export function overlap(a: IpNetwork, b: IpNetwork): boolean {
  const hostBits = BigInt(widthOf(a.family) - Math.min(a.prefix, b.prefix))
  return a.family === b.family && a.base >> hostBits === b.base >> hostBits
}

/** The household or office behind an address: its /24 in IPv4, its /64 in IPv6 (RFC 6177). Text that is no address stays as it is. */
export function networkAround(text: string): string {
  if (parseV4(text) !== null) return `${text.slice(0, text.lastIndexOf('.'))}.0/24`
  const address = parseAddress(text)
  if (!address) return text
  const hostBits = address.family === 4 ? 8n : 64n
  return formatNetwork({ ...address, base: (address.base >> hostBits) << hostBits, prefix: address.family === 4 ? 24 : 64 })
}

export interface NetworkSet {
  /** Whether an address is in one of the networks. Text that is no address is in none. */
  has(address: string): boolean
  /** Whether one of the networks contains all of this one. */
  covers(network: IpNetwork): boolean
}

/** Takes one look per length of prefix that occurs, however many networks there are. */
export function compileNetworks(networks: readonly IpNetwork[]): NetworkSet {
  const v4 = byPrefix(networks, 4)
  const v6 = byPrefix(networks, 6)
  return {
    has(text) {
      const small = parseV4(text)
      if (small !== null) return hasV4(v4, small)
      const address = v4.length + v6.length > 0 ? parseAddress(text) : null
      if (!address) return false
      if (address.family === 4) return hasV4(v4, Number(address.base))
      return v6.some(({ shift, bases }) => bases.has(address.base >> shift))
    },
    covers: ({ family, base, prefix }) => (family === 4 ? v4 : v6).some(one => one.prefix <= prefix && one.bases.has(base >> one.shift)),
  }
}

interface Prefixes {
  prefix: number
  shift: bigint
  divisor: number
  bases: Set<bigint>
  smallBases: Set<number>
}

function byPrefix(networks: readonly IpNetwork[], family: 4 | 6): Prefixes[] {
  const groups = Map.groupBy(
    networks.filter(network => network.family === family),
    network => network.prefix,
  )
  return [...groups].map(([prefix, members]) => {
    const shift = BigInt(widthOf(family) - prefix)
    const bases = members.map(member => member.base >> shift)
    return {
      prefix,
      shift,
      divisor: 2 ** Math.min(32, Number(shift)),
      bases: new Set(bases),
      smallBases: new Set(family === 4 ? bases.map(Number) : []),
    }
  })
}

const hasV4 = (prefixes: Prefixes[], address: number): boolean =>
  prefixes.some(({ divisor, smallBases }) => smallBases.has(Math.floor(address / divisor)))

/** Without leading zeros, which some programs read as octal (RFC 6943 §3.1.1). */
const v4Shape = /^(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})$/

function parseV4(text: string): number | null {
  const parts = v4Shape.exec(text)
  if (!parts) return null
  let value = 0
  for (let at = 1; at <= 4; at++) {
    const part = Number(parts[at])
    if (part > 255) return null
    value = value * 256 + part
  }
  return value
}

function parseV6(text: string): bigint | null {
  const tail = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text)
  const embedded = tail ? parseV4(tail[2] ?? '') : null
  if (tail && embedded === null) return null
  const plain = tail && embedded !== null ? `${tail[1]}${(embedded >>> 16).toString(16)}:${(embedded & 0xffff).toString(16)}` : text
  const halves = plain.split('::')
  if (halves.length > 2 || !plain.includes(':')) return null
  const [front, back] = halves.map(half => (half === '' ? [] : half.split(':')))
  const missing = 8 - (front?.length ?? 0) - (back?.length ?? 0)
  if (back === undefined ? missing !== 0 : missing < 1) return null
  const groups = [...(front ?? []), ...Array.from({ length: missing }, () => '0'), ...(back ?? [])]
  if (!groups.every(group => /^[\da-f]{1,4}$/i.test(group))) return null
  return groups.reduce((value, group) => (value << 16n) | BigInt(Number.parseInt(group, 16)), 0n)
}

const formatV4 = (base: bigint): string => [24n, 16n, 8n, 0n].map(shift => String((base >> shift) & 0xffn)).join('.')

function formatV6(base: bigint): string {
  const groups = Array.from({ length: 8 }, (_, at) => ((base >> BigInt(112 - at * 16)) & 0xffffn).toString(16)).join(':')
  const zeros = (groups.match(/\b0(?::0)+\b/g) ?? []).toSorted((a, b) => b.length - a.length)[0]
  return zeros === undefined ? groups : groups.replace(new RegExp(`(^|:)${zeros}(:|$)`), '::')
}
