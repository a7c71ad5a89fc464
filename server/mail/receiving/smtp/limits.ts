// Limits how much email comes in at once and how fast; the rest is refused temporarily, so nothing is lost.
import type { Db } from '../../../foundation/db/pool.ts'
import { networkOf } from '../../../foundation/networks.ts'
import { openLocalLimiter, openSharedLimiter } from '../../../foundation/rate-limits.ts'
import type { SlowRefusalOptions } from '../../../foundation/slow-refusals.ts'

export interface SmtpLimits {
  clients: number
  clientsOfOneHost: number
  /** Connections too many of one host. */
  refusals: SlowRefusalOptions
  /** How long a connection may last, whatever it says. */
  sessionMs: number
  recipients: number
  /** Per connection, which is then closed. */
  unknownAddresses: number
  maxPerMinutePerHost: number
  /** Requests to write to one address, by one host. */
  maxPerMinutePerAddress: number
  /** Kilobytes an hour from one host to one address, to one address from all hosts, and to all addresses of one user. */
  maxKilobytesFromHost: number
  maxKilobytesToAddress: number
  maxKilobytesToUser: number
  /** How long a reply about an address takes, whether or not it exists. */
  addressMs: number
  /** For all emails being received at the same time. */
  memoryBytes: number
  /** A client that takes longer for one email loses its buffer. */
  receiveMs: number
}

export const defaultLimits: SmtpLimits = {
  clients: 2000,
  clientsOfOneHost: 50,
  refusals: { free: 20, holdMs: 5_000, maxHeld: { network: 200, all: 1000 } },
  sessionMs: 600_000,
  recipients: 10,
  unknownAddresses: 10,
  maxPerMinutePerHost: 1200,
  maxPerMinutePerAddress: 600,
  maxKilobytesFromHost: 256 * 1024,
  maxKilobytesToAddress: 1024 * 1024,
  maxKilobytesToUser: 2048 * 1024,
  addressMs: 20,
  memoryBytes: 256 * 1024 * 1024,
  receiveMs: 300_000,
}

interface ReceivedEmail {
  host: string
  address: string
  userId: string
  bytes: number
}

/** No limit is shared by senders: who writes most would decide who else may write. */
export interface SmtpRateLimits {
  /** Takes one email from this host; false when it has sent too many. */
  takeFrom(host: string): Promise<boolean>
  /** The same for one address. Call only for existing addresses. */
  takeTo(address: string, host: string): Promise<boolean>
  /** Takes an email's bytes; false when its host, its address or its user has had too many. The narrowest limit is spent first. */
  takeBytes(email: ReceivedEmail): Promise<boolean>
}

const hour = 3600
/** Only emails of this size can fill a disk: they are counted over all hosts, the others by each. */
const largeBytes = 256 * 1024

export function openSmtpRateLimits(db: Db, limits: SmtpLimits): SmtpRateLimits {
  const perHost = openLocalLimiter('smtp-host', { points: limits.maxPerMinutePerHost, seconds: 60 })
  const perAddress = openLocalLimiter('smtp-address', { points: limits.maxPerMinutePerAddress, seconds: 60 })
  const openBytes = (name: string, points: number) => ({
    small: openLocalLimiter(name, { points, seconds: hour }),
    large: openSharedLimiter(db, name, { points, seconds: hour }),
  })
  const fromHost = openBytes('smtp-bytes-host', limits.maxKilobytesFromHost)
  const toAddress = openBytes('smtp-bytes-address', limits.maxKilobytesToAddress)
  const toUser = openBytes('smtp-bytes-user', limits.maxKilobytesToUser)
  return {
    takeFrom: async host => (await perHost.take(networkOf(host))) === null,
    takeTo: async (address, host) => (await perAddress.take(`${address} ${networkOf(host)}`)) === null,
    async takeBytes({ host, address, userId, bytes }) {
      const size = bytes >= largeBytes ? 'large' : 'small'
      const kilobytes = Math.ceil(bytes / 1024)
      return (
        (await fromHost[size].take(`${address} ${networkOf(host)}`, kilobytes)) === null &&
        (await toAddress[size].take(address, kilobytes)) === null &&
        (await toUser[size].take(userId, kilobytes)) === null
      )
    },
  }
}
