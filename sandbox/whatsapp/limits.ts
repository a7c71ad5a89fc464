// How much the number may send: a second, to one person, and to how many people a day outside the window.
import { type GraphError, graphError } from './errors.ts'
import { takeToken } from './pair-rate.ts'
import type { StandIn } from './stand-in.ts'
import type { Phone } from './world.ts'

const dayMs = 24 * 3_600_000

/** The limit that this message breaks; null takes what it uses. */
export function refuseForLimits(standIn: StandIn, phone: Phone, isUninvited: boolean): GraphError | null {
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

/** Takes one message of the number's throughput; what people write counts too, and is never refused. */
export function isWithinThroughput({ settings, buckets, clock }: StandIn): boolean {
  if (settings.throughput === null) return true
  // A second's worth may come at once.
  const pace = { burst: settings.throughput, refillMs: 1000 / settings.throughput }
  const taken = takeToken(buckets.get('number'), clock.now(), pace)
  buckets.set('number', taken.bucket)
  return taken.allowed
}

function isWithinPairRate({ settings, buckets, clock }: StandIn, phone: Phone): boolean {
  if (!settings.pairRate) return true
  const taken = takeToken(buckets.get(phone.wa), clock.now(), { burst: settings.pairBurst, refillMs: settings.pairRefillMs })
  buckets.set(phone.wa, taken.bucket)
  return taken.allowed
}

function isWithinDailyPeople({ settings, world, clock }: StandIn, phone: Phone): boolean {
  if (settings.dailyPeople === null) return true
  const since = clock.now() - dayMs
  const lately = [...world.uninvited].filter(([, at]) => at > since).map(([wa]) => wa)
  return lately.includes(phone.wa) || lately.length < settings.dailyPeople
}
