// Escalates a message from phone to phone until somebody has read it: decides the next step.
import { z } from 'zod/mini'
import { isFinal, mayCancel, type State } from './states.ts'

/** Why a phone was passed over, or what it did; `taken`: somebody else had the mail. */
export const StepEnd = z.enum([
  ...(['read', 'acknowledged', 'taken'] as const),
  ...(['unread', 'undelivered', 'resting', 'stopped', 'unreachable', 'not_linked', 'removed', 'erased'] as const),
])
export type StepEnd = z.infer<typeof StepEnd>

/** Hours as on the wire (RFC 3339). `askedAt` null: the mail did not go there by this. */
export const EscalationStep = z.object({
  destinationId: z.uuid(),
  askedAt: z.nullable(z.iso.datetime()),
  end: z.nullable(StepEnd),
  endedAt: z.nullable(z.iso.datetime()),
})
export type EscalationStep = z.infer<typeof EscalationStep>

/** `taken`: somebody has it. `unanswered`: nobody was left to ask. `erased`: the mail is gone. */
export const EscalationState = z.enum(['open', 'taken', 'unanswered', 'erased'])
export type EscalationState = z.infer<typeof EscalationState>

export interface Escalation {
  state: EscalationState
  afterMinutes: number
  /** A letter when the last has not read it either. */
  thenEmail: boolean
  steps: EscalationStep[]
}

/** A phone of the chain at this moment, and what became of the mail on its way there; null where it is on no way. */
export interface ChainPhone {
  destinationId: string
  phone: 'linked' | 'resting' | 'stopped' | 'pending' | 'unreachable' | 'removed'
  delivery: SeenDelivery | null
}

export interface SeenDelivery {
  state: State
  reason: string | null
  /** It may not go before, as its filter or its person wants it. */
  waitUntil: Date | null
  readAt: Date | null
  acknowledgedAt: Date | null
}

export type Effect =
  /** Send it to this phone, and look again. */
  | { kind: 'ask'; destinationId: string }
  /** What has not left for these is not wanted any more. */
  | { kind: 'cancel'; destinationIds: string[] }
  | { kind: 'mail' }

export interface EscalationUpdate {
  next: Escalation
  effects: Effect[]
  /** When to look again though nothing is heard; null when there is nothing more to do. */
  nextAt: Date | null
}

/** Asks at most one phone. Looked at twice at one moment, nothing comes of it twice. */
export function escalate(escalation: Escalation, seen: readonly ChainPhone[], now: Date): EscalationUpdate {
  if (escalation.state !== 'open') return rest(escalation)
  const of = new Map(seen.map(one => [one.destinationId, one]))
  const isErased = seen.some(one => one.delivery?.reason === 'mail_erased')
  if (isErased) return rest({ ...escalation, state: 'erased', steps: endRest(escalation.steps, 'erased', now) })
  const holder = holderOf(escalation.steps, of)
  if (holder) return taken(escalation, holder)
  const steps = [...escalation.steps]
  for (const [i, step] of steps.entries()) {
    if (step.end) continue
    const one = of.get(step.destinationId)
    if (!step.askedAt) {
      const lack = lackOf(one)
      if (!lack) return asking({ ...escalation, steps: withStep(steps, i, { ...step, askedAt: now.toISOString() }) }, step, now)
      steps[i] = ended(step, lack, now)
      continue
    }
    const trouble = troubleOf(one)
    const dueAt = dueOf(step.askedAt, one, escalation.afterMinutes)
    if (!trouble && dueAt > now) return { next: { ...escalation, steps }, effects: [], nextAt: dueAt }
    steps[i] = ended(step, trouble ?? 'unread', now)
  }
  return { next: { ...escalation, state: 'unanswered', steps }, effects: escalation.thenEmail ? [{ kind: 'mail' }] : [], nextAt: null }
}

const rest = (next: Escalation): EscalationUpdate => ({ next, effects: [], nextAt: null })

const asking = (next: Escalation, { destinationId }: EscalationStep, now: Date): EscalationUpdate => ({
  next,
  effects: [{ kind: 'ask', destinationId }],
  nextAt: now,
})

interface Holder {
  destinationId: string
  how: 'read' | 'acknowledged'
  at: Date
}

/** Who had it first, by whatever way it came to their phone. */
function holderOf(steps: readonly EscalationStep[], of: ReadonlyMap<string, ChainPhone>): Holder | null {
  const holders = steps.flatMap(({ destinationId }): Holder[] => {
    const { acknowledgedAt, readAt } = of.get(destinationId)?.delivery ?? { acknowledgedAt: null, readAt: null }
    if (acknowledgedAt) return [{ destinationId, how: 'acknowledged', at: acknowledgedAt }]
    return readAt ? [{ destinationId, how: 'read', at: readAt }] : []
  })
  return holders.toSorted((a, b) => a.at.getTime() - b.at.getTime())[0] ?? null
}

function taken(escalation: Escalation, { destinationId, how, at }: Holder): EscalationUpdate {
  const mine = escalation.steps.map(step => (step.destinationId === destinationId ? ended(step, how, at) : step))
  const steps = endRest(mine, 'taken', at)
  const others = steps.filter(step => step.end === 'taken' || (step.askedAt && step.destinationId !== destinationId))
  const destinationIds = others.map(step => step.destinationId)
  const effects: Effect[] = destinationIds.length > 0 ? [{ kind: 'cancel', destinationIds }] : []
  return { next: { ...escalation, state: 'taken', steps }, effects, nextAt: null }
}

/** What keeps a phone from being asked at all. */
function lackOf(seen: ChainPhone | undefined): StepEnd | null {
  if (!seen || seen.phone === 'removed') return 'removed'
  if (seen.phone === 'pending') return 'not_linked'
  return seen.phone === 'stopped' ? 'stopped' : null
}

/** Why nobody need wait for this one to read it. */
function troubleOf(seen: ChainPhone | undefined): StepEnd | null {
  const lack = lackOf(seen)
  if (lack || !seen?.delivery) return lack ?? 'removed'
  const { state } = seen.delivery
  if (isFinal(state) && state !== 'delivered' && state !== 'read') return 'undelivered'
  const isWaiting = mayCancel(state)
  if (isWaiting && (seen.phone === 'resting' || seen.phone === 'unreachable')) return seen.phone
  return null
}

/** The time of a mail that waits for its hour begins with that hour. */
function dueOf(askedAt: string, seen: ChainPhone | undefined, afterMinutes: number): Date {
  const from = Math.max(Date.parse(askedAt), seen?.delivery?.waitUntil?.getTime() ?? 0)
  return new Date(from + afterMinutes * 60_000)
}

const ended = (step: EscalationStep, end: StepEnd, at: Date): EscalationStep => ({ ...step, end, endedAt: at.toISOString() })
const endRest = (steps: readonly EscalationStep[], end: StepEnd, at: Date): EscalationStep[] =>
  steps.map(step => (step.end ? step : ended(step, end, at)))
const withStep = (steps: readonly EscalationStep[], at: number, step: EscalationStep): EscalationStep[] =>
  steps.map((other, i) => (i === at ? step : other))
