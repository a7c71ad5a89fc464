// The life of a template: review, pauses for low quality, disabling, a new category; each reported by a webhook.
import { fieldPayload } from '../envelope.ts'
import type { StandIn } from '../stand-in.ts'
import type { Category, StoredTemplate } from './stored.ts'

const hourMs = 3_600_000
/** Meta pauses for 3 hours, then for 6, then disables (…/templates/template-pausing). */
const pauseMs = [3 * hourMs, 6 * hourMs]
const pauseTitles = ['FIRST_PAUSE', 'SECOND_PAUSE']

type TemplateChange = Partial<StoredTemplate>

/** Schedules the review of a template, also for one that a previous run left in review; the result is a setting. */
export function review(standIn: StandIn, { id, editedAt }: StoredTemplate): void {
  standIn.clock.after(standIn.settings.templateReviewMs, () => {
    const current = standIn.world.templates.get(id)
    if (current?.status !== 'PENDING' || current.editedAt !== editedAt) return
    if (standIn.settings.templateReview === 'approve') approve(standIn, current)
    if (standIn.settings.templateReview === 'reject') reject(standIn, current, 'INVALID_FORMAT')
  })
}

export function approve(standIn: StandIn, template: StoredTemplate): void {
  const changed = applyChange(standIn, template, { status: 'APPROVED', rejectedReason: 'NONE', pausedUntil: null })
  const wasPaused = template.status === 'PAUSED'
  announceTemplate(standIn, changed, 'APPROVED', wasPaused ? otherInfo('UNPAUSE', 'Your WhatsApp message template has been unpaused.') : {})
}

export function reject(standIn: StandIn, template: StoredTemplate, reason: string): void {
  const changed = applyChange(standIn, template, { status: 'REJECTED', rejectedReason: reason })
  const description = { reason: 'The sandbox was asked to reject this template.', recommendation: 'Edit the template and submit it again.' }
  announceTemplate(standIn, changed, 'REJECTED', { reason, ...(reason === 'INVALID_FORMAT' ? { rejection_info: description } : {}) })
}

/** Pauses for 3 hours, then for 6; the third time it disables the template. */
export function pause(standIn: StandIn, template: StoredTemplate): void {
  const ms = pauseMs[template.pauses]
  if (ms === undefined) return disable(standIn, template)
  const pausedUntil = standIn.clock.now() + ms
  const changed = applyChange(standIn, template, { status: 'PAUSED', pauses: template.pauses + 1, pausedUntil })
  const description = `Your WhatsApp message template has been paused for ${ms / hourMs} hours until ${new Date(pausedUntil).toUTCString()} because it had issues.`
  announceTemplate(standIn, changed, 'PAUSED', otherInfo(pauseTitles[template.pauses] ?? '', description))
  unpauseLater(standIn, changed)
}

/** Schedules the end of a pause, also for one that a previous run left. */
export function unpauseLater(standIn: StandIn, { id, pausedUntil }: StoredTemplate): void {
  standIn.clock.after(Math.max(0, (pausedUntil ?? 0) - standIn.clock.now()), () => {
    const current = standIn.world.templates.get(id)
    if (current?.status === 'PAUSED' && current.pausedUntil === pausedUntil) approve(standIn, current)
  })
}

export function disable(standIn: StandIn, template: StoredTemplate): void {
  const changed = applyChange(standIn, template, { status: 'DISABLED', pausedUntil: null })
  announceTemplate(standIn, changed, 'DISABLED', { disable_info: { disable_date: Math.floor(standIn.clock.now() / 1000) } })
}

export function recategorize(standIn: StandIn, template: StoredTemplate, category: Category): void {
  const changed = applyChange(standIn, template, { category, previousCategory: template.category })
  const value = { ...templateFields(changed), previous_category: template.category, new_category: category }
  announce(standIn, 'template_category_update', value)
}

export function rate(standIn: StandIn, template: StoredTemplate, quality: StoredTemplate['quality']): void {
  if (quality === template.quality) return
  const changed = applyChange(standIn, template, { quality })
  announce(standIn, 'message_template_quality_update', {
    ...templateFields(changed),
    previous_quality_score: template.quality,
    new_quality_score: quality,
  })
}

/** Handles a report by a person: the quality falls, and at its lowest the template is paused. */
export function complainAbout(standIn: StandIn, template: StoredTemplate): void {
  const lowerQuality: Record<StoredTemplate['quality'], StoredTemplate['quality']> = {
    UNKNOWN: 'YELLOW',
    GREEN: 'YELLOW',
    YELLOW: 'RED',
    RED: 'RED',
  }
  rate(standIn, template, lowerQuality[template.quality])
  const changed = standIn.world.templates.get(template.id)
  if (template.quality === 'RED' && changed?.status === 'APPROVED') pause(standIn, changed)
}

/** Sends a webhook about the account, not about a message. */
export function announce(standIn: StandIn, field: string, value: Record<string, unknown>): void {
  standIn.webhooks.enqueue({ wamid: '', wa: '', type: field }, fieldPayload(field, value, standIn.clock.now()))
}

export function announceTemplate(standIn: StandIn, template: StoredTemplate, event: string, more: Record<string, unknown> = {}): void {
  const value = { event, ...templateFields(template), message_template_category: template.category, reason: 'NONE', ...more }
  announce(standIn, 'message_template_status_update', value)
}

function applyChange(standIn: StandIn, template: StoredTemplate, change: TemplateChange): StoredTemplate {
  const changed = { ...template, ...change }
  standIn.record({ kind: 'template', template: changed })
  return changed
}

function templateFields({ id, name, language }: StoredTemplate): Record<string, unknown> {
  return { message_template_id: Number(id), message_template_name: name, message_template_language: language }
}

function otherInfo(title: string, description: string): Record<string, unknown> {
  return { other_info: { title, description } }
}
