// Repeats the first response for the same idempotency key, for 24 hours, whatever it was; refuses other parameters and concurrent use.
import { daySeconds } from '../time.ts'
import type { StripeWorld } from '../world.ts'
import { type Answer, failed } from './answer.ts'
import { StripeFailure } from './failure.ts'

const running = new WeakMap<StripeWorld, Set<string>>()

/** Returns the answer if there is one already; else how to end: with the answer, or null if it must not be repeated. */
export function beginReplay(
  world: StripeWorld,
  key: string,
  fingerprint: string,
  requestId: string,
): { answer: Answer } | { finish: (answer: Answer | null) => void } {
  const now = Math.floor(world.clock.now() / 1000)
  for (const [old, { at }] of world.state.replays) {
    if (at > now - daySeconds) break
    world.state.replays.delete(old)
  }
  if (key.length > 255) return refuse(400, 'Idempotency keys may be up to 255 characters long.', requestId)
  const keys = running.get(world) ?? new Set()
  running.set(world, keys)
  if (keys.has(key))
    return refuse(
      409,
      `There is currently another in-progress request using this Idempotent Key (${key}).`,
      requestId,
      'idempotency_key_in_use',
    )
  const stored = world.state.replays.get(key)
  if (stored && stored.fingerprint !== fingerprint)
    return refuse(
      400,
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      requestId,
    )
  if (stored) {
    const headers = { 'request-id': requestId, 'original-request': stored.requestId, 'idempotent-replayed': 'true' }
    return { answer: { status: stored.status, headers, body: stored.body } }
  }
  keys.add(key)
  return {
    finish: answer => {
      keys.delete(key)
      if (answer) world.state.replays.set(key, { fingerprint, at: now, status: answer.status, body: answer.body, requestId })
    },
  }
}

const refuse = (status: number, message: string, requestId: string, code?: string) => ({
  answer: failed(new StripeFailure(status, { type: 'idempotency_error', ...(code && { code }), message }), requestId),
})
