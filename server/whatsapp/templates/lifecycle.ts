// The state of a template after each event: a submission, a webhook, Meta's list, or a refusal.

export type TemplateState = 'draft' | 'pending' | 'approved' | 'rejected' | 'paused' | 'disabled'

export interface TemplateReview {
  state: TemplateState
  category: string
  quality: string | null
  /** Meta's own words: why it was rejected, paused or refused. */
  reason: string | null
  pausedUntil: Date | null
}

export type TemplateEvent =
  | { kind: 'submitted' }
  /** Of a webhook: its `event` and, of a pause, which one it is (FIRST_PAUSE …). */
  | { kind: 'status'; event: string; reason: string | null; pause: string | null }
  | { kind: 'quality'; quality: string }
  | { kind: 'category'; category: string }
  /** As Meta lists it now; `reason` of a rejection. */
  | { kind: 'listed'; status: string; category: string; quality: string | null; reason: string | null }
  /** Meta does not list it. */
  | { kind: 'missing' }
  /** Sent, and refused with this code. */
  | { kind: 'refused'; code: number; detail: string }

const hour = 3_600_000
// Meta pauses for three hours, then for six, then for good (…/templates/template-quality); it may say so or not.
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

/** What a refusal when sending says of the template: a pause ends by itself, the others wait for Meta's list or its operator. */
const refusals: Record<number, TemplateState> = {
  132000: 'pending',
  132001: 'pending',
  132007: 'rejected',
  132012: 'pending',
  132015: 'paused',
  132016: 'disabled',
  132018: 'pending',
}

export const isTemplateTrouble = (code: number | null): boolean => code !== null && code in refusals

export function afterEvent(standing: TemplateReview, event: TemplateEvent, at: Date): TemplateReview {
  switch (event.kind) {
    case 'submitted':
      return { ...standing, state: 'pending', reason: null, pausedUntil: null }
    case 'status':
      return stated(standing, event.event, event.reason, event.pause, at)
    case 'quality':
      return { ...standing, quality: event.quality }
    case 'category':
      return { ...standing, category: event.category }
    case 'listed': {
      const { category, quality } = event
      return stated({ ...standing, category, quality: quality ?? standing.quality }, event.status, event.reason, null, at)
    }
    case 'missing':
      return standing.state === 'draft' ? standing : { ...standing, state: 'draft', quality: null, pausedUntil: null }
    case 'refused':
      return moved(standing, refusals[event.code] ?? standing.state, event.detail, null, at)
  }
}

/** A pause whose end has come may be tried: Meta lifts it without a word. */
export const isUsable = ({ state, pausedUntil }: Pick<TemplateReview, 'state' | 'pausedUntil'>, now: Date): boolean =>
  state === 'approved' || (state === 'paused' && pausedUntil !== null && pausedUntil <= now)

/** Meta takes a new template, or another wording of one that it has decided on; while it looks at one there is nothing to submit. */
export const isSubmittable = (state: TemplateState): boolean => state !== 'pending' && state !== 'disabled'

function stated(standing: TemplateReview, event: string, reason: string | null, pause: string | null, at: Date): TemplateReview {
  const state = states[event.toUpperCase()]
  // FLAGGED, LOCKED and what is still to come change nothing about sending.
  return state ? moved(standing, state, reason, pause, at) : standing
}

function moved(standing: TemplateReview, state: TemplateState, reason: string | null, pause: string | null, at: Date): TemplateReview {
  if (state === 'paused' && standing.state === 'paused' && pause === null && standing.pausedUntil && standing.pausedUntil > at)
    return { ...standing, reason: reason ?? standing.reason }
  const pausedUntil = state === 'paused' ? new Date(at.getTime() + (pauseMs[pause ?? ''] ?? 3 * hour)) : null
  return { ...standing, state, reason, pausedUntil }
}
