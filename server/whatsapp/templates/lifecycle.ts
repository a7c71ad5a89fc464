// Decides the state of a template after each event: a submission, a webhook, Meta's list, or a refusal.

export type TemplateState = 'draft' | 'pending' | 'approved' | 'rejected' | 'paused' | 'disabled'

export interface TemplateReview {
  state: TemplateState
  category: string
  quality: string | null
  /** Meta's own reason why it was rejected, paused or refused. */
  reason: string | null
  pausedUntil: Date | null
}

export type TemplateEvent =
  | { kind: 'submitted' }
  /** From a webhook; `pause` says which pause it is (FIRST_PAUSE …). */
  | { kind: 'status'; event: string; reason: string | null; pause: string | null }
  | { kind: 'quality'; quality: string }
  | { kind: 'category'; category: string }
  /** As Meta lists it now; `reason` if rejected. */
  | { kind: 'listed'; status: string; category: string; quality: string | null; reason: string | null }
  /** Meta does not list it. */
  | { kind: 'missing' }
  /** It was sent, and Meta refused it with this code. */
  | { kind: 'refused'; code: number; detail: string }

const hour = 3_600_000
// Meta pauses for three hours, then for six, then permanently (…/templates/template-quality), with or without telling us.
const pauseMs: Record<string, number> = { FIRST_PAUSE: 3 * hour, SECOND_PAUSE: 6 * hour }

const states: Record<string, TemplateState> = {
  APPROVED: 'approved',
  REINSTATED: 'approved',
  PENDING: 'pending',
  IN_APPEAL: 'pending',
  REJECTED: 'rejected',
  PAUSED: 'paused',
  DISABLED: 'disabled',
  PENDING_DELETION: 'disabled',
  DELETED: 'disabled',
  ARCHIVED: 'disabled',
}

/** The template's state after a refused message. A pause ends on its own; the others wait for Meta's list or the operator. */
const stateByRefusal: Record<number, TemplateState> = {
  132000: 'pending',
  132001: 'pending',
  132007: 'rejected',
  132012: 'pending',
  132015: 'paused',
  132016: 'disabled',
  132018: 'pending',
}

export const isTemplateTrouble = (code: number | null): boolean => code !== null && code in stateByRefusal

export function afterEvent(review: TemplateReview, event: TemplateEvent, at: Date): TemplateReview {
  switch (event.kind) {
    case 'submitted':
      return { ...review, state: 'pending', reason: null, pausedUntil: null }
    case 'status':
      return applyStatus(review, event.event, event.reason, event.pause, at)
    case 'quality':
      return { ...review, quality: event.quality }
    case 'category':
      return { ...review, category: event.category }
    case 'listed': {
      const { category, quality } = event
      return applyStatus({ ...review, category, quality: quality ?? review.quality }, event.status, event.reason, null, at)
    }
    case 'missing':
      return review.state === 'draft' ? review : { ...review, state: 'draft', quality: null, pausedUntil: null }
    case 'refused':
      return changeState(review, stateByRefusal[event.code] ?? review.state, event.detail, null, at)
  }
}

/** Whether Meta accepts it: a paused template may be tried after its pause, because Meta lifts pauses without telling us. */
export const isAccepted = ({ state, pausedUntil }: Pick<TemplateReview, 'state' | 'pausedUntil'>, now: Date): boolean =>
  state === 'approved' || (state === 'paused' && pausedUntil !== null && pausedUntil <= now)

/** Whether it can be sent now: Meta accepts it, and staff have not switched it off. */
export const isUsable = (template: Pick<TemplateReview, 'state' | 'pausedUntil'> & { switchedOffAt: Date | null }, now: Date): boolean =>
  template.switchedOffAt === null && isAccepted(template, now)

/** Meta accepts new templates and new texts for reviewed ones, but nothing during a review. */
export const isSubmittable = (state: TemplateState): boolean => state !== 'pending' && state !== 'disabled'

function applyStatus(review: TemplateReview, event: string, reason: string | null, pause: string | null, at: Date): TemplateReview {
  const state = states[event.toUpperCase()]
  // FLAGGED, LOCKED and future statuses do not affect sending.
  return state ? changeState(review, state, reason, pause, at) : review
}

function changeState(review: TemplateReview, state: TemplateState, reason: string | null, pause: string | null, at: Date): TemplateReview {
  if (state === 'paused' && review.state === 'paused' && pause === null && review.pausedUntil && review.pausedUntil > at)
    return { ...review, reason: reason ?? review.reason }
  const pausedUntil = state === 'paused' ? new Date(at.getTime() + (pauseMs[pause ?? ''] ?? 3 * hour)) : null
  return { ...review, state, reason, pausedUntil }
}
