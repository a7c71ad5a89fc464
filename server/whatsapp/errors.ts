// Maps each error code of the Graph API to the outcome of a delivery.
import type { Outcome } from '../../core/delivery/outcome.ts'
import type { Accepted } from './client.ts'
import type { GraphFailure, GraphRefusal, TransportFailure } from './graph-request.ts'

type RefusalRule = {
  codes: readonly number[]
  /** A key of core/words/<language>/whatsapp.json. */
  reason: string
} & (
  | { then: 'retry'; scope: 'delivery' | 'destination' | 'number' | 'service'; afterMs: number | null }
  | { then: 'fail'; stop: 'delivery' | 'destination' | 'number' }
  | { then: 'hold' }
  /** The announcement's template is at fault: another one is tried (announce.ts), and the emails stay held. */
  | { then: 'template' }
)

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** Longer than any email waits: the number is tried again when the operator resumes it, by a restart or `npm run doctor`. */
export const untilResumedMs = 365 * 24 * hour

// Source: developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes.
// Trouble with our account, token or number is not the email's fault: it stays queued, and a single message probes later.
export const refusalRules: readonly RefusalRule[] = [
  { codes: [0, 190], reason: 'token_expired', then: 'retry', scope: 'number', afterMs: 5 * minute },
  { codes: [3, 10, 131005], reason: 'permission_missing', then: 'retry', scope: 'number', afterMs: 5 * minute },
  { codes: [33], reason: 'number_missing', then: 'retry', scope: 'number', afterMs: hour },
  // Meta watches whether we keep sending while restricted, so not even a probe is sent.
  { codes: [368, 131031], reason: 'account_restricted', then: 'retry', scope: 'number', afterMs: untilResumedMs },
  { codes: [131042], reason: 'payment_problem', then: 'retry', scope: 'number', afterMs: hour },
  { codes: [131048], reason: 'spam_limit', then: 'retry', scope: 'number', afterMs: 6 * hour },
  { codes: [131037], reason: 'name_not_approved', then: 'retry', scope: 'number', afterMs: hour },
  {
    codes: [131045, 133000, 133005, 133006, 133008, 133009, 133010, 133015, 133016],
    reason: 'number_not_registered',
    then: 'retry',
    scope: 'number',
    afterMs: 5 * minute,
  },

  { codes: [1, 2, 131000, 131016, 133004], reason: 'temporary', then: 'retry', scope: 'service', afterMs: null },
  { codes: [131057], reason: 'maintenance', then: 'retry', scope: 'number', afterMs: 2 * minute },
  { codes: [4, 80007], reason: 'call_quota', then: 'retry', scope: 'number', afterMs: 5 * minute },
  { codes: [130429], reason: 'throughput', then: 'retry', scope: 'number', afterMs: 5 * second },
  { codes: [131056], reason: 'pair_rate', then: 'retry', scope: 'destination', afterMs: null },

  { codes: [131047], reason: 'window_closed', then: 'hold' },
  // With Direct Send, announce.ts tries a template before this counts.
  { codes: [139200], reason: 'direct_send', then: 'retry', scope: 'delivery', afterMs: null },

  { codes: [130497], reason: 'country_restricted', then: 'fail', stop: 'destination' },
  { codes: [131026], reason: 'undeliverable', then: 'fail', stop: 'delivery' },
  { codes: [131049], reason: 'withheld', then: 'fail', stop: 'delivery' },
  { codes: [131050], reason: 'opted_out', then: 'fail', stop: 'delivery' },
  { codes: [130472], reason: 'experiment', then: 'fail', stop: 'delivery' },
  { codes: [131021], reason: 'own_number', then: 'fail', stop: 'destination' },
  { codes: [131030], reason: 'not_in_test_list', then: 'fail', stop: 'delivery' },
  { codes: [100, 131008, 131009], reason: 'bad_request', then: 'fail', stop: 'delivery' },
  { codes: [131051, 131052, 131053], reason: 'unsupported', then: 'fail', stop: 'delivery' },
  { codes: [132000, 132001, 132007, 132012, 132015, 132016, 132018], reason: 'template', then: 'template' },
  // Too long when filled: announce.ts has already shortened it once. We do not use Flows.
  { codes: [132005, 132068, 132069], reason: 'template', then: 'fail', stop: 'delivery' },
]

const byCode = new Map(refusalRules.flatMap(rule => rule.codes.map(code => [code, rule] as const)))
const permissionMissing = byCode.get(10)
const numberMissing = byCode.get(33)

/** `attempt` counts from 1 and determines growing retry delays. */
export function toOutcome(result: Accepted | GraphFailure, attempt = 1): Outcome {
  if (result.kind === 'accepted') return { kind: 'sent', wamid: result.wamid }
  return result.kind === 'graph' ? refusalOutcome(result, attempt) : transportOutcome(result)
}

/** Whether a call failed because WhatsApp is in trouble or out of reach, whatever the call was about. */
export function isServiceTrouble(failure: GraphFailure): boolean {
  const outcome = toOutcome(failure)
  if (outcome.kind === 'unknown') return true
  return outcome.kind === 'retry' && (outcome.scope === 'service' || outcome.reason === 'not_reached' || outcome.reason === 'not_meta')
}

/** The meaning of an error in a later `failed` status. Transient failures are retried after a while (core/delivery/replan.ts). */
export function failureOf(code: number): { reason: string; stop: 'delivery' | 'destination' | 'number' } {
  const rule = ruleFor({ code, subcode: null })
  if (!rule) return { reason: `refused:${code}`, stop: 'delivery' }
  if (rule.then === 'fail') return { reason: rule.reason, stop: rule.stop }
  if (rule.then === 'hold' || rule.then === 'template') return { reason: rule.reason, stop: 'delivery' }
  return { reason: `late:${code}`, stop: rule.scope === 'number' ? 'number' : 'delivery' }
}

/** How long the number must pause after an error in a `failed` status at `at`; null if it need not. A short pause has no visible reason. */
export function pauseAfterError(code: number, at: Date): { until: Date; reason: string | null } | null {
  const rule = ruleFor({ code, subcode: null })
  if (rule?.then !== 'retry' || rule.scope !== 'number') return null
  const forMs = rule.afterMs ?? minute
  return { until: new Date(at.getTime() + forMs), reason: forMs < minute ? null : rule.reason }
}

function transportOutcome(failure: TransportFailure): Outcome {
  if (failure.mayHaveArrived) return { kind: 'unknown', reason: 'no_answer' }
  // A network outage is not the email's fault: everything waits and a single message probes, so an outage uses up no attempts.
  return { kind: 'retry', reason: 'not_reached', afterMs: 5 * second, scope: 'number' }
}

function refusalOutcome(refusal: GraphRefusal, attempt: number): Outcome {
  const rule = ruleFor(refusal)
  if (!rule) return unknownCodeOutcome(refusal)
  if (rule.then === 'hold') return { kind: 'held', reason: 'window_closed' }
  if (rule.then === 'template') return { kind: 'held', reason: 'no_template' }
  if (rule.then === 'fail') return { kind: 'failed', reason: rule.reason, stop: rule.stop }
  const afterMs = rule.reason === 'pair_rate' ? pairWaitMs(attempt) : rule.afterMs
  return { kind: 'retry', reason: rule.reason, scope: rule.scope, afterMs: longer(afterMs, refusal.retryAfterMs) }
}

function ruleFor({ code, subcode }: Pick<GraphRefusal, 'code' | 'subcode'>): RefusalRule | undefined {
  if (code === null) return undefined
  // Subcode 33: the token cannot see the number at all, so it is not this message's fault.
  if (code === 100 && subcode === 33) return numberMissing
  if (code >= 200 && code <= 299) return permissionMissing
  return byCode.get(code)
}

// Only Meta's own error ends a message. A response from something between us and Meta says nothing about it, so everything waits.
function unknownCodeOutcome({ status, code, isTransient, retryAfterMs }: GraphRefusal): Outcome {
  if (code === null) return { kind: 'retry', reason: 'not_meta', scope: 'number', afterMs: longer(minute, retryAfterMs) }
  if (status === 429) return { kind: 'retry', reason: 'call_quota', scope: 'number', afterMs: longer(minute, retryAfterMs) }
  if (status >= 500 || isTransient) return { kind: 'retry', reason: 'temporary', scope: 'service', afterMs: retryAfterMs }
  return { kind: 'failed', reason: `refused:${code}`, stop: 'delivery' }
}

// Meta's advice for a pair: 4^n seconds (1, 4, 16, 64 …).
const pairWaitMs = (attempt: number): number => Math.min(4 ** (attempt - 1) * second, 15 * minute)

const longer = (a: number | null, b: number | null): number | null => (a === null || b === null ? (a ?? b) : Math.max(a, b))
