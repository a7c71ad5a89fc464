// Limits how much mail comes in at once and how fast; the rest gets a temporary refusal, so nothing is lost.
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { getDomain } from 'tldts'

export interface SmtpLimits {
  clients: number
  clientsOfOneHost: number
  recipients: number
  /** Of one connection; then it is closed. */
  unknownAddresses: number
  mailsAMinuteOfOneHost: number
  /** By the domain of the envelope's sender; a provider that forwards the mail of many people is one. */
  mailsAMinuteOfOneDomain: number
  mailsAMinuteToOneAddress: number
  /** How long the answer about an address takes, whether somebody has it or not. */
  addressMs: number
  /** Of all mails that are being received at one moment. */
  memoryBytes: number
  /** Whoever takes longer for one mail holds no memory any more. */
  receiveMs: number
}

export const usualLimits: SmtpLimits = {
  clients: 200,
  clientsOfOneHost: 50,
  recipients: 10,
  unknownAddresses: 10,
  mailsAMinuteOfOneHost: 1200,
  mailsAMinuteOfOneDomain: 3000,
  mailsAMinuteToOneAddress: 600,
  addressMs: 20,
  memoryBytes: 256 * 1024 * 1024,
  receiveMs: 300_000,
}

export interface Pace {
  /** Each takes a mail from its buckets; false when one of them is empty. A host that is over its own measure uses up nobody else's. */
  takeFrom(host: string): Promise<boolean>
  /** Of an address that somebody has: else whoever writes to nobody in the name of a provider would stop all its mail. */
  takeTo(address: string, sender: string): Promise<boolean>
}

/** Counted in this process. */
export function openPace(limits: SmtpLimits): Pace {
  const bucket = (points: number) => new RateLimiterMemory({ points, duration: 60 })
  const ofHosts = bucket(limits.mailsAMinuteOfOneHost)
  const ofDomains = bucket(limits.mailsAMinuteOfOneDomain)
  const toAddresses = bucket(limits.mailsAMinuteToOneAddress)
  return {
    takeFrom: host => spend(ofHosts, networkOf(host)),
    async takeTo(address, sender) {
      const domain = domainOf(sender)
      return (domain === '' || (await spend(ofDomains, domain))) && (await spend(toAddresses, address))
    },
  }
}

async function spend(limiter: RateLimiterMemory, key: string): Promise<boolean> {
  try {
    await limiter.consume(key)
    return true
  } catch (spent) {
    if (spent instanceof RateLimiterRes) return false
    throw spent
  }
}

/** What somebody registered; empty for the null sender of a bounce (RFC 5321 §4.5.5). */
function domainOf(sender: string): string {
  const written = sender.slice(sender.lastIndexOf('@') + 1).toLowerCase()
  return getDomain(written) ?? written
}

/** Whoever has one address of IPv6 has 2^64 of them (RFC 6177): the network counts. */
export function networkOf(ip: string): string {
  const address = ip.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!address.includes(':')) return address
  const [front = '', back] = address.split('::')
  const [before, after] = [front, back ?? ''].map(side => side.split(':').filter(group => group !== ''))
  const zeros = back === undefined ? [] : Array.from({ length: 8 - (before?.length ?? 0) - (after?.length ?? 0) }, () => '0')
  return [...(before ?? []), ...zeros, ...(after ?? [])].slice(0, 4).join(':')
}
