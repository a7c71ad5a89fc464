// Limits how much email comes in at once and how fast; the rest is refused temporarily, so nothing is lost.
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { getDomain } from 'tldts'

export interface SmtpLimits {
  clients: number
  clientsOfOneHost: number
  recipients: number
  /** Per connection, which is then closed. */
  unknownAddresses: number
  maxPerMinutePerHost: number
  /** By the envelope sender's domain; a provider that forwards for many people counts as one. */
  maxPerMinutePerDomain: number
  maxPerMinutePerAddress: number
  /** How long a reply about an address takes, whether or not it exists. */
  addressMs: number
  /** For all emails being received at the same time. */
  memoryBytes: number
  /** A client that takes longer for one email loses its buffer. */
  receiveMs: number
}

export const defaultLimits: SmtpLimits = {
  clients: 200,
  clientsOfOneHost: 50,
  recipients: 10,
  unknownAddresses: 10,
  maxPerMinutePerHost: 1200,
  maxPerMinutePerDomain: 3000,
  maxPerMinutePerAddress: 600,
  addressMs: 20,
  memoryBytes: 256 * 1024 * 1024,
  receiveMs: 300_000,
}

export interface SmtpRateLimits {
  /** Both take one email from their buckets; false when one is empty. A host over its own limit doesn't use up the others'. */
  takeFrom(host: string): Promise<boolean>
  /** Call only for existing addresses: otherwise anyone could block a provider by writing to unknown addresses in its name. */
  takeTo(address: string, sender: string): Promise<boolean>
}

/** Counts per process. */
export function openSmtpRateLimits(limits: SmtpLimits): SmtpRateLimits {
  const bucket = (points: number) => new RateLimiterMemory({ points, duration: 60 })
  const perHost = bucket(limits.maxPerMinutePerHost)
  const perDomain = bucket(limits.maxPerMinutePerDomain)
  const perAddress = bucket(limits.maxPerMinutePerAddress)
  return {
    takeFrom: host => spend(perHost, toNetworkKey(host)),
    async takeTo(address, sender) {
      const domain = readDomain(sender)
      return (domain === '' || (await spend(perDomain, domain))) && (await spend(perAddress, address))
    },
  }
}

async function spend(limiter: RateLimiterMemory, key: string): Promise<boolean> {
  try {
    await limiter.consume(key)
    return true
  } catch (error) {
    if (error instanceof RateLimiterRes) return false
    throw error
  }
}

/** The registrable domain; empty for the null sender of a bounce (RFC 5321 §4.5.5). */
function readDomain(sender: string): string {
  const written = sender.slice(sender.lastIndexOf('@') + 1).toLowerCase()
  return getDomain(written) ?? written
}

/** A client with one IPv6 address has 2^64 of them (RFC 6177), so the network is the key. */
export function toNetworkKey(ip: string): string {
  const address = ip.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!address.includes(':')) return address
  const [front = '', back] = address.split('::')
  const [before, after] = [front, back ?? ''].map(side => side.split(':').filter(group => group !== ''))
  const zeros = back === undefined ? [] : Array.from({ length: 8 - (before?.length ?? 0) - (after?.length ?? 0) }, () => '0')
  return [...(before ?? []), ...zeros, ...(after ?? [])].slice(0, 4).join(':')
}
