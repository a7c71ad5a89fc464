// Escalates a message from phone to phone until somebody has read it: decides the next step.
import { z } from 'zod/mini'
import { isFinal, mayCancel, type State } from './states.ts'

/** Why a phone was skipped, or what it did; `taken`: somebody else took the email. */
export const StepEnd = z.enum([
  ...(['read', 'acknowledged', 'taken'] as const),
  ...(['unread', 'undelivered', 'resting', 'stopped', 'unreachable', 'not_linked', 'removed', 'erased'] as const),
])
export type StepEnd = z.infer<typeof StepEnd>

/** Times as on the wire (RFC 3339). `askedAt` null: this escalation did not send the email there. */
export const EscalationStep = z.object({
  destinationId: z.uuid(),
  askedAt: z.nullable(z.iso.datetime()),
  end: z.nullable(StepEnd),
  endedAt: z.nullable(z.iso.datetime()),
})
export type EscalationStep = z.infer<typeof EscalationStep>

/** `taken`: somebody has it. `unanswered`: nobody was left to ask. `erased`: the email no longer exists. */
export const EscalationState = z.enum(['open', 'taken', 'unanswered', 'erased'])
export type EscalationState = z.infer<typeof EscalationState>

export interface Escalation {
  state: EscalationState
  afterMinutes: number
  /** Send an email if the last phone does not read it either. */
  thenEmail: boolean
  steps: EscalationStep[]
}

/** The current state of a phone in the chain and of the delivery to it; null if there is none. */
export interface ChainPhone {
  destinationId: string
  phone: 'linked' | 'resting' | 'stopped' | 'pending' | 'unreachable' | 'removed'
  delivery: ChainDelivery | null
}

export interface ChainDelivery {
  state: State
  reason: string | null
  /** Not to be sent before, by its filter or the user's settings. */
  waitUntil: Date | null
  readAt: Date | null
  acknowledgedAt: Date | null
}

export type EscalationEffect =
  /** Send it to this phone and check again. */
  | { kind: 'ask'; destinationId: string }
  /** Cancel what has not been sent to these phones. */
  | { kind: 'cancel'; destinationIds: string[] }
  | { kind: 'email' }

export interface EscalationUpdate {
  next: Escalation
  effects: EscalationEffect[]
  /** When to check again without any news; null when there is nothing more to do. */
  nextAt: Date | null
}

/** Asks at most one phone. Repeating it at the same moment has no further effect. */
export function escalate(escalation: Escalation, phones: readonly ChainPhone[], now: Date): EscalationUpdate {
  if (escalation.state !== 'open') return unchanged(escalation)
  const phoneById = new Map(phones.map(phone => [phone.destinationId, phone]))
  const isErased = phones.some(phone => phone.delivery?.reason === 'mail_erased')
  if (isErased) return unchanged({ ...escalation, state: 'erased', steps: endOpenSteps(escalation.steps, 'erased', now) })
  const holder = findHolder(escalation.steps, phoneById)
  if (holder) return endTaken(escalation, holder)
  const steps = [...escalation.steps]
  for (const [i, step] of steps.entries()) {
    if (step.end) continue
    const phone = phoneById.get(step.destinationId)
    if (!step.askedAt) {
      const obstacle = obstacleFor(phone)
      if (!obstacle) return askPhone({ ...escalation, steps: replaceStep(steps, i, { ...step, askedAt: now.toISOString() }) }, step, now)
      steps[i] = endStep(step, obstacle, now)
      continue
    }
    const endReason = reasonToMoveOn(phone)
    const dueAt = dueTime(step.askedAt, phone, escalation.afterMinutes)
    if (!endReason && dueAt > now) return { next: { ...escalation, steps }, effects: [], nextAt: dueAt }
    steps[i] = endStep(step, endReason ?? 'unread', now)
  }
  return { next: { ...escalation, state: 'unanswered', steps }, effects: escalation.thenEmail ? [{ kind: 'email' }] : [], nextAt: null }
}

const unchanged = (next: Escalation): EscalationUpdate => ({ next, effects: [], nextAt: null })

const askPhone = (next: Escalation, { destinationId }: EscalationStep, now: Date): EscalationUpdate => ({
  next,
  effects: [{ kind: 'ask', destinationId }],
  nextAt: now,
})

interface Holder {
  destinationId: string
  how: 'read' | 'acknowledged'
  at: Date
}

/** Who read or acknowledged it first, however it reached their phone. */
function findHolder(steps: readonly EscalationStep[], phoneById: ReadonlyMap<string, ChainPhone>): Holder | null {
  const holders = steps.flatMap(({ destinationId }): Holder[] => {
    const { acknowledgedAt, readAt } = phoneById.get(destinationId)?.delivery ?? { acknowledgedAt: null, readAt: null }
    if (acknowledgedAt) return [{ destinationId, how: 'acknowledged', at: acknowledgedAt }]
    return readAt ? [{ destinationId, how: 'read', at: readAt }] : []
  })
  return holders.toSorted((a, b) => a.at.getTime() - b.at.getTime())[0] ?? null
}

function endTaken(escalation: Escalation, { destinationId, how, at }: Holder): EscalationUpdate {
  const marked = escalation.steps.map(step => (step.destinationId === destinationId ? endStep(step, how, at) : step))
  const steps = endOpenSteps(marked, 'taken', at)
  const others = steps.filter(step => step.end === 'taken' || (step.askedAt && step.destinationId !== destinationId))
  const destinationIds = others.map(step => step.destinationId)
  const effects: EscalationEffect[] = destinationIds.length > 0 ? [{ kind: 'cancel', destinationIds }] : []
  return { next: { ...escalation, state: 'taken', steps }, effects, nextAt: null }
}

/** Why a phone cannot be asked at all. */
function obstacleFor(chainPhone: ChainPhone | undefined): StepEnd | null {
  if (!chainPhone || chainPhone.phone === 'removed') return 'removed'
  if (chainPhone.phone === 'pending') return 'not_linked'
  return chainPhone.phone === 'stopped' ? 'stopped' : null
}

/** Why there is no point in waiting for this phone. */
function reasonToMoveOn(chainPhone: ChainPhone | undefined): StepEnd | null {
  const obstacle = obstacleFor(chainPhone)
  if (obstacle || !chainPhone?.delivery) return obstacle ?? 'removed'
  const { state } = chainPhone.delivery
  if (isFinal(state) && state !== 'delivered' && state !== 'read') return 'undelivered'
  const isWaiting = mayCancel(state)
  if (isWaiting && (chainPhone.phone === 'resting' || chainPhone.phone === 'unreachable')) return chainPhone.phone
  return null
}

/** For a scheduled email, the waiting time starts when it is due. */
function dueTime(askedAt: string, chainPhone: ChainPhone | undefined, afterMinutes: number): Date {
  const from = Math.max(Date.parse(askedAt), chainPhone?.delivery?.waitUntil?.getTime() ?? 0)
  return new Date(from + afterMinutes * 60_000)
}

const endStep = (step: EscalationStep, end: StepEnd, at: Date): EscalationStep => ({ ...step, end, endedAt: at.toISOString() })
const endOpenSteps = (steps: readonly EscalationStep[], end: StepEnd, at: Date): EscalationStep[] =>
  steps.map(step => (step.end ? step : endStep(step, end, at)))
const replaceStep = (steps: readonly EscalationStep[], at: number, step: EscalationStep): EscalationStep[] =>
  steps.map((other, i) => (i === at ? step : other))
