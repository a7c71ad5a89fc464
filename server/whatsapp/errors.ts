// Maps each error code of the Graph API to the outcome of a delivery.
import type { Outcome } from '../../core/delivery/outcome.ts'
import type { Accepted } from './client.ts'
import type { GraphFailure, GraphRefusal, TransportFailure } from './graph-request.ts'

type RefusalRule = {
  codes: readonly number[]
  /** A key of core/words/<language>/whatsapp.json. */
  reason: string
} & (
  | { then: 'retry'; scope: 'delivery' | 'destination' | 'number'; afterMs: number | null; mostTries?: number }
  | { then: 'fail'; stop: 'delivery' | 'destination' | 'number' }
  | { then: 'hold' }
  /** The template of an announcement is at fault: another one is tried (announce.ts), and its mails stay held. */
  | { then: 'template' }
)

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** Longer than any mail waits: the number is tried again when its operator resumes it, as by a restart or `npm run doctor`. */
export const untilResumedMs = 365 * 24 * hour

// Source: developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes.
// What is wrong with our account, token or number is no fault of a mail: it stays queued, and one try later asks again.
export const refusalRules: readonly RefusalRule[] = [
  { codes: [0, 190], reason: 'token_expired', then: 'retry', scope: 'number', afterMs: 5 * minute },
  { codes: [3, 10, 131005], reason: 'permission_missing', then: 'retry', scope: 'number', afterMs: 5 * minute },
  { codes: [33], reason: 'number_missing', then: 'retry', scope: 'number', afterMs: hour },
  // Meta watches who goes on writing while restricted: not even one message asks whether it is over.
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

  { codes: [1, 2, 131016, 133004], reason: 'temporary', then: 'retry', scope: 'delivery', afterMs: null },
  { codes: [131000], reason: 'temporary', then: 'retry', scope: 'delivery', afterMs: null, mostTries: 3 },
  { codes: [131057], reason: 'maintenance', then: 'retry', scope: 'number', afterMs: 2 * minute },
  { codes: [4, 80007], reason: 'call_quota', then: 'retry', scope: 'number', afterMs: 5 * minute },
  { codes: [130429], reason: 'throughput', then: 'retry', scope: 'number', afterMs: 5 * second },
  { codes: [131056], reason: 'pair_rate', then: 'retry', scope: 'destination', afterMs: null },

  { codes: [131047], reason: 'window_closed', then: 'hold' },
  // Where Direct Send is used, announce.ts goes on with a template before this counts.
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
  // Too long when filled: announce.ts has cut it once already. Flows are none of ours.
  { codes: [132005, 132068, 132069], reason: 'template', then: 'fail', stop: 'delivery' },
]

const byCode = new Map(refusalRules.flatMap(ruling => ruling.codes.map(code => [code, ruling] as const)))
const permissionMissing = byCode.get(10)
const numberMissing = byCode.get(33)

/** What became of an attempt to send. `attempt` counts from 1; waits that grow are made from it. */
export function outcomeOf(result: Accepted | GraphFailure, attempt = 1): Outcome {
  if (result.kind === 'accepted') return { kind: 'sent', wamid: result.wamid }
  return result.kind === 'graph' ? outcomeOfRefusal(result, attempt) : outcomeOfSilence(result)
}

/** What an error means that comes later, in a `failed` status. What may pass is sent again after a while (core/delivery/replan.ts). */
export function failureOf(code: number): { reason: string; stop: 'delivery' | 'destination' | 'number' } {
  const ruling = ruleFor({ code, subcode: null })
  if (!ruling) return { reason: `refused:${code}`, stop: 'delivery' }
  if (ruling.then === 'fail') return { reason: ruling.reason, stop: ruling.stop }
  if (ruling.then === 'hold' || ruling.then === 'template') return { reason: ruling.reason, stop: 'delivery' }
  return { reason: `late:${code}`, stop: ruling.scope === 'number' ? 'number' : 'delivery' }
}

/** How long the whole number rests after an error that came later at `at`; null where it need not. A short rest has no reason to read. */
export function restOf(code: number, at: Date): { until: Date; reason: string | null } | null {
  const ruling = ruleFor({ code, subcode: null })
  if (ruling?.then !== 'retry' || ruling.scope !== 'number') return null
  const forMs = ruling.afterMs ?? minute
  return { until: new Date(at.getTime() + forMs), reason: forMs < minute ? null : ruling.reason }
}

function outcomeOfSilence(failure: TransportFailure): Outcome {
  if (failure.mayHaveArrived) return { kind: 'unknown', reason: 'no_answer' }
  // A network that is down is no mail's fault: all wait, and one asks again, so that an outage uses up nobody's tries.
  return { kind: 'retry', reason: 'not_reached', afterMs: 5 * second, scope: 'number' }
}

function outcomeOfRefusal(refusal: GraphRefusal, attempt: number): Outcome {
  const ruling = ruleFor(refusal)
  if (!ruling) return outcomeOfUnknownCode(refusal)
  if (ruling.then === 'hold') return { kind: 'held', reason: 'window_closed' }
  if (ruling.then === 'template') return { kind: 'held', reason: 'no_template' }
  if (ruling.then === 'fail') return { kind: 'failed', reason: ruling.reason, stop: ruling.stop }
  if (ruling.mostTries && attempt >= ruling.mostTries) return { kind: 'failed', reason: ruling.reason, stop: 'delivery' }
  const afterMs = ruling.reason === 'pair_rate' ? pairWaitMs(attempt) : ruling.afterMs
  return { kind: 'retry', reason: ruling.reason, scope: ruling.scope, afterMs: longer(afterMs, refusal.retryAfterMs) }
}

function ruleFor({ code, subcode }: Pick<GraphRefusal, 'code' | 'subcode'>): RefusalRule | undefined {
  if (code === null) return undefined
  // Subcode 33: the token cannot see the number at all, so that it is not this message's fault.
  if (code === 100 && subcode === 33) return numberMissing
  if (code >= 200 && code <= 299) return permissionMissing
  return byCode.get(code)
}

// Only Meta's own error ends a message. A page of something between us and Meta says nothing about it, so that all wait.
function outcomeOfUnknownCode({ status, code, isTransient, retryAfterMs }: GraphRefusal): Outcome {
  if (code === null) return { kind: 'retry', reason: 'not_meta', scope: 'number', afterMs: longer(minute, retryAfterMs) }
  if (status === 429) return { kind: 'retry', reason: 'call_quota', scope: 'number', afterMs: longer(minute, retryAfterMs) }
  if (status >= 500 || isTransient) return { kind: 'retry', reason: 'temporary', scope: 'delivery', afterMs: retryAfterMs }
  return { kind: 'failed', reason: `refused:${code}`, stop: 'delivery' }
}

// Meta's advice for a pair: 4^n seconds (1, 4, 16, 64 …).
const pairWaitMs = (attempt: number): number => Math.min(4 ** (attempt - 1) * second, 15 * minute)

const longer = (a: number | null, b: number | null): number | null => (a === null || b === null ? (a ?? b) : Math.max(a, b))
