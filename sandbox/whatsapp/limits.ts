// Limits of the number: messages per second, messages to one person, and people per day outside the window.
import { type GraphError, graphError } from './errors.ts'
import { takeToken } from './pair-rate.ts'
import type { StandIn } from './stand-in.ts'
import type { SandboxPhone } from './world.ts'

const dayMs = 24 * 3_600_000

/** The error for the limit that this message exceeds; null if it is within all limits, which are then charged. */
export function refuseForLimits(standIn: StandIn, phone: SandboxPhone, isUninvited: boolean): GraphError | null {
  if (!isWithinThroughput(standIn))
    return graphError(130429, {
      details: 'Message failed to send because there were too many messages sent from this phone number in a short period of time',
    })
  if (!isWithinPairRate(standIn, phone))
    return graphError(131056, {
      details:
        'Message failed to send because there were too many messages sent from this phone number to the same recipient in a short period of time.',
    })
  if (isUninvited && !isWithinDailyPeople(standIn, phone))
    return graphError(131048, {
      details: 'Message failed to send because this business has reached its messaging limit of unique users in 24 hours.',
    })
  return null
}

/** Charges one message to the number's throughput; inbound messages count too, but are never refused. */
export function isWithinThroughput({ settings, buckets, clock }: StandIn): boolean {
  if (settings.throughput === null) return true
  // A burst of one second's worth is allowed.
  const pace = { burst: settings.throughput, refillMs: 1000 / settings.throughput }
  const result = takeToken(buckets.get('number'), clock.now(), pace)
  buckets.set('number', result.bucket)
  return result.allowed
}

function isWithinPairRate({ settings, buckets, clock }: StandIn, phone: SandboxPhone): boolean {
  if (!settings.pairRate) return true
  const result = takeToken(buckets.get(phone.wa), clock.now(), { burst: settings.pairBurst, refillMs: settings.pairRefillMs })
  buckets.set(phone.wa, result.bucket)
  return result.allowed
}

function isWithinDailyPeople({ settings, world, clock }: StandIn, phone: SandboxPhone): boolean {
  if (settings.dailyPeople === null) return true
  const since = clock.now() - dayMs
  const reachedRecently = [...world.uninvited].filter(([, at]) => at > since).map(([wa]) => wa)
  return reachedRecently.includes(phone.wa) || reachedRecently.length < settings.dailyPeople
}
