// Receives Stripe's webhooks: checks the signature over the raw bytes and the time, and records which customer has to be read again.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { HttpError } from '../../foundation/http/errors.ts'
import type { Log } from '../../foundation/log.ts'
import type { ProviderEvent } from '../events/queue.ts'
import { webhooks } from './client.ts'
import { type ReceivedEvent, toEvent } from './events.ts'

export interface StripeWebhookDeps {
  /** One, or two while a secret is being replaced. */
  secrets: readonly string[]
  /** Whether ours is a live-mode key. */
  isLive: boolean
  now(): Date
  /** Stores an event once; resolves when it is committed. */
  record(event: ProviderEvent): Promise<void>
  /** Something may have to be read. */
  wake(): void
  log: Pick<Log, 'warn'>
}

/** Answers POST /webhooks/stripe. */
export const stripeWebhook =
  (deps: StripeWebhookDeps) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { secrets, isLive, log } = deps
    const payload = verifyWebhook(secrets, { body: request.rawBody, signature: request.headers['stripe-signature'], now: deps.now() })
    if (payload === null) throw new HttpError(400, 'wrong_signature', 'This is not a current webhook of Stripe that our secret has signed.')
    const event = toEvent(payload)
    if (event) await receive(deps, event, isLive)
    // Signed by Stripe, but of a kind that we don't read: repeating it would not help.
    else log.warn({}, 'a webhook of Stripe could not be read')
    return reply.code(200).send({})
  }

async function receive(deps: StripeWebhookDeps, { isLive: isLiveEvent, ...event }: ReceivedEvent, isLive: boolean): Promise<void> {
  if (isLiveEvent !== isLive) {
    const [of, key] = isLiveEvent ? ['live mode', 'test mode'] : ['test mode', 'live mode']
    throw new HttpError(400, 'wrong_mode', `This event is from ${of}, and our key is for ${key}.`)
  }
  await deps.record(event)
  deps.wake()
}

const toleranceSeconds = 300

/** The verified payload, or null. Stripe's library refuses old timestamps alone, so those of the future are refused here. */
export function verifyWebhook(
  secrets: readonly string[],
  { body, signature, now }: { body: Buffer | null; signature: string | string[] | undefined; now: Date },
): unknown {
  if (body === null || typeof signature !== 'string') return null
  const times = signature.split(',').filter(part => part.startsWith('t='))
  const [time] = times
  if (times.length !== 1 || time === undefined || !/^t=\d{1,12}$/.test(time)) return null
  if (Number(time.slice(2)) - now.getTime() / 1000 > toleranceSeconds) return null
  for (const secret of secrets) {
    try {
      return webhooks.constructEvent(body, signature, secret, toleranceSeconds, undefined, now.getTime())
    } catch {
      // Another secret may have signed it.
    }
  }
  return null
}
