// Faults that a test requests, and the calls or webhooks they affect.
import { z } from 'zod/mini'
import { durationShape } from '../clock.ts'
import type { SeededRandom } from '../random.ts'
import { phoneNumberId } from './credentials.ts'

const requestAction = z.discriminatedUnion('kind', [
  /** A Graph error: at once, or after a 200 as a failed status. */
  z.strictObject({
    kind: z.literal('error'),
    code: z.int(),
    mode: z._default(z.enum(['sync', 'async']), 'sync'),
    httpStatus: z.optional(z.int().check(z.minimum(400), z.maximum(599))),
    details: z.optional(z.string()),
  }),
  /** An HTTP failure of the infrastructure in front of Meta, with or without a Graph error as JSON. */
  z.strictObject({ kind: z.literal('http'), status: z.int().check(z.minimum(400), z.maximum(599)), json: z._default(z.boolean(), false) }),
  z.strictObject({ kind: z.literal('html'), status: z._default(z.int().check(z.minimum(200), z.maximum(599)), 502) }),
  z.strictObject({ kind: z.literal('delay'), ms: durationShape }),
  /** Never responds; with `accept` the message reaches the phone all the same. */
  z.strictObject({ kind: z.literal('hang'), accept: z._default(z.boolean(), false) }),
  z.strictObject({ kind: z.literal('reset') }),
  /** The phone has the message, but the socket is reset. */
  z.strictObject({ kind: z.literal('accept-then-reset') }),
  /** The phone has the message, but the response is cut off. */
  z.strictObject({ kind: z.literal('truncated-json') }),
  /** Meta holds a template message back to assess its quality, and releases it after `ms`. */
  z.strictObject({ kind: z.literal('hold-for-quality'), ms: durationShape }),
  /** These affect the account itself and last; the triggering message is the first one affected. */
  z.strictObject({ kind: z.literal('revoke-token') }),
  z.strictObject({ kind: z.literal('ban-account') }),
  z.strictObject({ kind: z.literal('pause-template') }),
  /** A slow upload or download. */
  z.strictObject({ kind: z.literal('slow-media'), ms: durationShape }),
])

const webhookAction = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('duplicate-webhook') }),
  /** Arrives after webhooks that were queued later. */
  z.strictObject({ kind: z.literal('reorder-webhook'), byMs: z._default(durationShape, 1500) }),
  z.strictObject({ kind: z.literal('drop-webhook') }),
  /** Has a wrong signature at the first attempt; the next one is right. */
  z.strictObject({ kind: z.literal('wrong-signature') }),
])

/**
 * `match.to` is the phone, `match.pnid` the business number. `match.type` is a message type (text, interactive, template,
 * image …), read, number (reading our number), media (an upload), media-info or download for calls, and a status (sent, delivered, read, failed), an
 * inbound type or a field (account_update …) for webhooks. Without a type, a fault for calls affects messages and read marks,
 * slow-media any file. `times` null means always; `percent` is the chance that a matching one is affected.
 */
export const faultShape = z.strictObject({
  match: z._default(z.strictObject({ pnid: z.optional(z.string()), to: z.optional(z.string()), type: z.optional(z.string()) }), {}),
  times: z._default(z.nullable(z.int().check(z.positive())), 1),
  percent: z._default(z.number().check(z.minimum(0), z.maximum(100)), 100),
  action: z.union([requestAction, webhookAction]),
})

const fileCalls = ['media', 'media-info', 'download']
const onlyByName = [...fileCalls, 'number']

export type RequestAction = z.infer<typeof requestAction>
export type WebhookAction = z.infer<typeof webhookAction>
type Fault = z.infer<typeof faultShape> & { id: number; left: number | null; met: number }
type Subject = { to: string; type: string }

export type Faults = {
  add: (fault: z.infer<typeof faultShape>) => Fault
  list: () => Fault[]
  clear: () => void
  takeForRequest: (subject: Subject, chance: SeededRandom) => RequestAction | null
  takeForWebhook: (subject: Subject, chance: SeededRandom) => WebhookAction | null
}

export function openFaults(): Faults {
  let faults: Fault[] = []
  let lastId = 0
  const takeMatching = <Action>(
    subject: Subject,
    chance: SeededRandom,
    select: (action: Fault['action'], match: Fault['match']) => Action | null,
  ): Action | null => {
    for (const fault of faults) {
      const action = select(fault.action, fault.match)
      if (action === null || fault.left === 0 || !matches(fault, subject) || !chance.happens(fault.percent)) continue
      fault.met += 1
      if (fault.left !== null) fault.left -= 1
      return action
    }
    return null
  }
  return {
    add: options => {
      lastId += 1
      const fault = { ...options, id: lastId, left: options.times, met: 0 }
      faults.push(fault)
      return fault
    },
    list: () => faults,
    clear: () => {
      faults = []
    },
    takeForRequest: (subject, chance) =>
      takeMatching(subject, chance, (action, match) => (isForWebhook(action) || !isForCall(subject, action, match) ? null : action)),
    takeForWebhook: (subject, chance) => takeMatching(subject, chance, action => (isForWebhook(action) ? action : null)),
  }
}

function isForWebhook(action: Fault['action']): action is WebhookAction {
  return webhookAction.def.options.some(option => option.shape.kind.def.values.some(kind => kind === action.kind))
}

function isForCall({ type }: Subject, action: RequestAction, match: Fault['match']): boolean {
  if (action.kind === 'slow-media') return fileCalls.includes(type)
  return match.type !== undefined || !onlyByName.includes(type)
}

function matches(fault: Fault, subject: Subject): boolean {
  const { pnid = phoneNumberId, to = subject.to, type = subject.type } = fault.match
  return pnid === phoneNumberId && to.replace('+', '') === subject.to && type === subject.type
}
