// Faults that a test requests, and the calls or webhooks they affect.
import { z } from 'zod/mini'
import { durationShape } from '../../clock.ts'
import type { SeededRandom } from '../../random.ts'

const callAction = z.discriminatedUnion('kind', [
  /** Not executed; a 500 is what the same idempotency key gets again, a 429 and a 503 are not. */
  z.strictObject({ kind: z.literal('http'), status: z.literal([429, 500, 503]) }),
  /** An HTML page of the infrastructure in front of the API. */
  z.strictObject({ kind: z.literal('html'), status: z._default(z.int().check(z.minimum(400), z.maximum(599)), 502) }),
  z.strictObject({ kind: z.literal('reset') }),
  z.strictObject({ kind: z.literal('delay'), ms: durationShape }),
  /** Never answered, and not executed. */
  z.strictObject({ kind: z.literal('hang') }),
  /** Executed, but never answered. */
  z.strictObject({ kind: z.literal('commit-then-hang') }),
  /** Executed, but the connection ends before the answer. */
  z.strictObject({ kind: z.literal('commit-then-drop') }),
  z.strictObject({ kind: z.literal('truncated-json') }),
  /** Objects are answered as they were before their last change, or as they were `ageMs` ago. */
  z.strictObject({ kind: z.literal('lie'), ageMs: z._default(durationShape, 0) }),
])

/** What is wrong with an attempt, so that no receiver may accept it. */
export const spoilingShape = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('wrong-secret') }),
  z.strictObject({ kind: z.literal('stale'), ageMs: z._default(durationShape, 3_600_000) }),
  z.strictObject({ kind: z.literal('future'), aheadMs: z._default(durationShape, 3_600_000) }),
  z.strictObject({ kind: z.literal('truncate') }),
  z.strictObject({ kind: z.literal('mutate') }),
])

const webhookAction = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('duplicate'), copies: z._default(z.int().check(z.minimum(1), z.maximum(1000)), 1) }),
  /** Waits for a random part of this time, so that later events overtake it. */
  z.strictObject({ kind: z.literal('reorder'), withinMs: z._default(durationShape, 1500) }),
  /** Never sent. */
  z.strictObject({ kind: z.literal('lose') }),
  /** The attempt gets lost on the way; later ones follow as after any failed one. */
  z.strictObject({ kind: z.literal('drop') }),
  /** Spoils an attempt; the next one is right. */
  ...spoilingShape.def.options,
])

/**
 * A fault for calls or for webhooks. `match.path` is a part of a call's path, `match.event` an event type, or its beginning before
 * a `*`. `times` null means always, `percent` is the chance that a matching one is affected, `forMs` ends it by the sandbox's clock.
 */
export const stripeFaultShape = z.strictObject({
  match: z._default(z.strictObject({ method: z.optional(z.string()), path: z.optional(z.string()), event: z.optional(z.string()) }), {}),
  times: z._default(z.nullable(z.int().check(z.positive())), 1),
  percent: z._default(z.number().check(z.minimum(0), z.maximum(100)), 100),
  forMs: z._default(z.nullable(durationShape), null),
  action: z.union([callAction, webhookAction]),
})

export type CallAction = z.infer<typeof callAction>
export type WebhookFault = z.infer<typeof webhookAction>
type Fault = z.infer<typeof stripeFaultShape> & { id: number; left: number | null; met: number; until: number | null }

export type FaultyCall = { method: string; path: string }

export type StripeFaults = {
  add: (fault: z.infer<typeof stripeFaultShape>, now: number) => Fault
  list: () => Fault[]
  clear: () => void
  /** `kinds`: those that are due at this step of a call, or of a webhook. */
  takeForCall: (call: FaultyCall, kinds: CallAction['kind'][], chance: SeededRandom, now: number) => CallAction | null
  takeForWebhook: (event: string, kinds: WebhookFault['kind'][], chance: SeededRandom, now: number) => WebhookFault | null
}

export function openStripeFaults(): StripeFaults {
  let faults: Fault[] = []
  let lastId = 0
  const take = <Action>(chance: SeededRandom, now: number, select: (fault: Fault) => Action | null): Action | null => {
    for (const fault of faults) {
      const action = select(fault)
      if (action === null || fault.left === 0 || (fault.until !== null && fault.until <= now) || !chance.happens(fault.percent)) continue
      fault.met += 1
      if (fault.left !== null) fault.left -= 1
      return action
    }
    return null
  }
  return {
    add: (options, now) => {
      lastId += 1
      const times = options.forMs === null ? options.times : null
      const fault = { ...options, id: lastId, left: times, met: 0, until: options.forMs === null ? null : now + options.forMs }
      faults.push(fault)
      return fault
    },
    list: () => faults,
    clear: () => {
      faults = []
    },
    takeForCall: (call, kinds, chance, now) =>
      take(chance, now, ({ action, match }) =>
        !isForWebhook(action) && kinds.includes(action.kind) && matchesCall(match, call) ? action : null,
      ),
    takeForWebhook: (event, kinds, chance, now) =>
      take(chance, now, ({ action, match }) =>
        isForWebhook(action) && kinds.includes(action.kind) && matchesEvent(match, event) ? action : null,
      ),
  }
}

const webhookKinds: string[] = webhookAction.def.options.flatMap(option => option.shape.kind.def.values)

const isForWebhook = (action: Fault['action']): action is WebhookFault => webhookKinds.includes(action.kind)

function matchesCall({ method, path }: Fault['match'], call: FaultyCall): boolean {
  return (method === undefined || method === call.method) && (path === undefined || call.path.includes(path))
}

function matchesEvent({ event: wanted }: Fault['match'], event: string): boolean {
  if (wanted === undefined) return true
  return wanted.endsWith('*') ? event.startsWith(wanted.slice(0, -1)) : wanted === event
}
