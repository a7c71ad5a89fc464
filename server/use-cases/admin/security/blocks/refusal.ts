// Decides whether a network may be blocked, and why not.
import { formatNetwork, type IpNetwork, overlap, parseNetwork } from '../../../../../core/session/networks.ts'

export type BlockRefusal = 'invalid' | 'wide' | 'loopback' | 'own' | 'proxy'

/** The largest networks that may be blocked; anything larger could be a whole country. */
const minPrefix = { 4: 8, 6: 24 }

/** The names that TRUSTED_PROXIES knows (proxy-addr). */
const namedNetworks: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** `callerIp` is the address of the administrator; `proxies` as in TRUSTED_PROXIES. */
export function checkBlock(text: string, callerIp: string, proxies: readonly string[]): IpNetwork | BlockRefusal {
  const network = parseNetwork(text)
  if (!network) return 'invalid'
  const overlaps = (others: readonly string[]) => others.some(other => isShared(network, other))
  if (overlaps(namedNetworks['loopback'] ?? [])) return 'loopback'
  if (overlaps([callerIp])) return 'own'
  if (overlaps(proxies.flatMap(proxy => namedNetworks[proxy] ?? [proxy]))) return 'proxy'
  return network.prefix < minPrefix[network.family] ? 'wide' : network
}

function isShared(network: IpNetwork, text: string): boolean {
  const other = parseNetwork(text) ?? parseNetmask(text)
  return other !== null && overlap(network, other)
}

/** `10.0.0.0/255.0.0.0`, which TRUSTED_PROXIES takes too. */
function parseNetmask(text: string): IpNetwork | null {
  const [address = '', mask = ''] = text.split('/')
  const bits = parseNetwork(mask)
  if (bits?.family !== 4) return null
  const length = bits.base.toString(2).padStart(32, '0').indexOf('0')
  return parseNetwork(`${address}/${length === -1 ? 32 : length}`)
}

/** Every network that contains this address or network, in its written form. */
export function networksAround(text: string): string[] {
  const network = parseNetwork(text)
  if (!network) return []
  const address = formatNetwork({ ...network, prefix: network.family === 4 ? 32 : 128 })
  const around = Array.from({ length: network.prefix + 1 }, (_, prefix) => parseNetwork(`${address}/${prefix}`))
  return around.flatMap(one => (one ? formatNetwork(one) : []))
}
