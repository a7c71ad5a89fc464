// A template's life: reviewed after a while, paused for bad quality, disabled, moved to another category; each told by a webhook.
import { fieldPayload } from '../envelope.ts'
import type { StandIn } from '../stand-in.ts'
import type { Category, Stored } from './stored.ts'

const hourMs = 3_600_000
/** Meta pauses for 3 hours, then for 6, then disables (…/templates/template-pausing). */
const pauseMs = [3 * hourMs, 6 * hourMs]
const pauseTitles = ['FIRST_PAUSE', 'SECOND_PAUSE']

type Change = Partial<Stored>

/** Puts a template into review; what comes of it is a setting. Also for those that a former run left there. */
export function review(standIn: StandIn, { id, editedAt }: Stored): void {
  standIn.clock.after(standIn.settings.templateReviewMs, () => {
    const now = standIn.world.templates.get(id)
    if (now?.status !== 'PENDING' || now.editedAt !== editedAt) return
    if (standIn.settings.templateReview === 'approve') approve(standIn, now)
    if (standIn.settings.templateReview === 'reject') reject(standIn, now, 'INVALID_FORMAT')
  })
}

export function approve(standIn: StandIn, template: Stored): void {
  const next = change(standIn, template, { status: 'APPROVED', rejectedReason: 'NONE', pausedUntil: null })
  const wasPaused = template.status === 'PAUSED'
  announceTemplate(standIn, next, 'APPROVED', wasPaused ? otherInfo('UNPAUSE', 'Your WhatsApp message template has been unpaused.') : {})
}

export function reject(standIn: StandIn, template: Stored, reason: string): void {
  const next = change(standIn, template, { status: 'REJECTED', rejectedReason: reason })
  const told = { reason: 'The sandbox was asked to reject this template.', recommendation: 'Edit the template and submit it again.' }
  announceTemplate(standIn, next, 'REJECTED', { reason, ...(reason === 'INVALID_FORMAT' ? { rejection_info: told } : {}) })
}

/** For 3 hours, then for 6; the third time it is disabled. */
export function pause(standIn: StandIn, template: Stored): void {
  const ms = pauseMs[template.pauses]
  if (ms === undefined) return disable(standIn, template)
  const pausedUntil = standIn.clock.now() + ms
  const next = change(standIn, template, { status: 'PAUSED', pauses: template.pauses + 1, pausedUntil })
  const told = `Your WhatsApp message template has been paused for ${ms / hourMs} hours until ${new Date(pausedUntil).toUTCString()} because it had issues.`
  announceTemplate(standIn, next, 'PAUSED', otherInfo(pauseTitles[template.pauses] ?? '', told))
  unpauseLater(standIn, next)
}

/** Also for those that a former run left paused. */
export function unpauseLater(standIn: StandIn, { id, pausedUntil }: Stored): void {
  standIn.clock.after(Math.max(0, (pausedUntil ?? 0) - standIn.clock.now()), () => {
    const now = standIn.world.templates.get(id)
    if (now?.status === 'PAUSED' && now.pausedUntil === pausedUntil) approve(standIn, now)
  })
}

export function disable(standIn: StandIn, template: Stored): void {
  const next = change(standIn, template, { status: 'DISABLED', pausedUntil: null })
  announceTemplate(standIn, next, 'DISABLED', { disable_info: { disable_date: Math.floor(standIn.clock.now() / 1000) } })
}

export function recategorise(standIn: StandIn, template: Stored, category: Category): void {
  const next = change(standIn, template, { category, previousCategory: template.category })
  const value = { ...named(next), previous_category: template.category, new_category: category }
  announce(standIn, 'template_category_update', value)
}

export function rate(standIn: StandIn, template: Stored, quality: Stored['quality']): void {
  if (quality === template.quality) return
  const next = change(standIn, template, { quality })
  announce(standIn, 'message_template_quality_update', {
    ...named(next),
    previous_quality_score: template.quality,
    new_quality_score: quality,
  })
}

/** A person reports a message of it: the quality falls, and at its lowest the template pauses. */
export function complainAbout(standIn: StandIn, template: Stored): void {
  const lower: Record<Stored['quality'], Stored['quality']> = { UNKNOWN: 'YELLOW', GREEN: 'YELLOW', YELLOW: 'RED', RED: 'RED' }
  rate(standIn, template, lower[template.quality])
  const next = standIn.world.templates.get(template.id)
  if (template.quality === 'RED' && next?.status === 'APPROVED') pause(standIn, next)
}

/** A webhook of the account, not of a message. */
export function announce(standIn: StandIn, field: string, value: Record<string, unknown>): void {
  standIn.webhooks.enqueue({ wamid: '', wa: '', type: field }, fieldPayload(field, value, standIn.clock.now()))
}

export function announceTemplate(standIn: StandIn, template: Stored, event: string, more: Record<string, unknown> = {}): void {
  const value = { event, ...named(template), message_template_category: template.category, reason: 'NONE', ...more }
  announce(standIn, 'message_template_status_update', value)
}

function change(standIn: StandIn, template: Stored, changed: Change): Stored {
  const next = { ...template, ...changed }
  standIn.record({ kind: 'template', template: next })
  return next
}

function named({ id, name, language }: Stored): Record<string, unknown> {
  return { message_template_id: Number(id), message_template_name: name, message_template_language: language }
}

function otherInfo(title: string, description: string): Record<string, unknown> {
  return { other_info: { title, description } }
}
