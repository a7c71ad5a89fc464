// Keeps our templates in sync with Meta's: seeds, submits and syncs them, and marks refused ones.
import { isDeepStrictEqual } from 'node:util'
import type { Translate } from '../../../core/words/words.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import { newId } from '../../foundation/seal.ts'
import type { Graph, GraphFailure } from '../client.ts'
import type { MessageTemplate } from './choice.ts'
import { AnnouncementPurpose, ownDraft, readTemplateTexts, type TemplateDraft, toDefinition } from './draft.ts'
import { afterEvent, isSubmittable, isUsable, type TemplateEvent, type TemplateState } from './lifecycle.ts'
import { addTemplate, changeTemplate, findByMeta, listTemplates, lockTemplate, markSynced } from './owners.ts'
import { codeDefinition } from './sign-in-code.ts'
import type { TemplateDefinition, TemplateListed } from './wire.ts'

export interface TemplateDeps {
  db: Db
  graph: Graph
  t: Translate<'whatsapp'>
  now(): Date
  /** A template has become usable, so what waits for one may be sent. */
  onUsable(tx: Tx): Promise<void>
}

/** Adds our own templates once; an operator's changes stay. */
export async function seedTemplates({ db, t, now }: TemplateDeps, language: string): Promise<void> {
  const announcements = AnnouncementPurpose.options.map(purpose => ({ purpose, ...toDefinition(t, ownDraft(t, purpose, language)) }))
  for (const one of [...announcements, { purpose: 'sign_in_code' as const, ...codeDefinition('mailferry_sign_in_code', language) }]) {
    const { purpose, name, category, components } = one
    await addTemplate(db, { id: newId(now()), purpose, name, language, category, components }, now())
  }
}

export type TemplateSubmission = { kind: 'submitted' } | { kind: 'unknown' } | { kind: 'waiting'; state: TemplateState } | GraphFailure

/** Submits a template to Meta for approval; one that Meta has is edited. `record` runs in the transaction that changes its state. */
export async function submitTemplate(
  deps: TemplateDeps,
  id: string,
  record?: (tx: Tx, before: MessageTemplate) => Promise<void>,
): Promise<TemplateSubmission> {
  return deps.db.transaction().execute(async tx => {
    const template = await lockTemplate(tx, id)
    if (!template) return { kind: 'unknown' }
    if (!isSubmittable(template.state)) return { kind: 'waiting', state: template.state }
    const definition = toSubmission(deps.t, template)
    const { graph } = deps
    const response = template.metaId ? await graph.editTemplate(template.metaId, definition) : await graph.createTemplate(definition)
    if (response.kind !== 'created' && response.kind !== 'done') return response
    // Meta decides on some at once and says so in its response.
    const status = response.kind === 'created' ? response.status : 'PENDING'
    const event: TemplateEvent = status === 'PENDING' ? { kind: 'submitted' } : { kind: 'status', event: status, reason: null, pause: null }
    await applyEvent(deps, tx, template, event, deps.now(), response.kind === 'created' ? { metaId: response.metaId } : {})
    await record?.(tx, template)
    return { kind: 'submitted' }
  })
}

/** Meta lists the code template with its own text but accepts it only without. */
function toSubmission(t: Translate<'whatsapp'>, template: MessageTemplate): TemplateDefinition {
  const draft = toTemplateDraft(template)
  return draft ? { ...toDefinition(t, draft), components: template.components } : codeDefinition(template.name, template.language)
}

/** Takes over states, categories, quality and texts from Meta's list. Null: done. */
export async function syncTemplates(deps: TemplateDeps): Promise<GraphFailure | null> {
  const response = await deps.graph.listTemplates()
  if (response.kind !== 'templates') return response
  for (const { id } of await listTemplates(deps.db)) {
    await deps.db.transaction().execute(async tx => {
      const template = await lockTemplate(tx, id)
      if (template) await applyListed(deps, tx, template, response.items)
    })
  }
  await markSynced(deps.db, deps.now())
  return null
}

async function applyListed(deps: TemplateDeps, tx: Tx, template: MessageTemplate, items: TemplateListed[]): Promise<void> {
  const listed = items.find(one => one.name === template.name && one.language === template.language)
  if (!listed) return applyEvent(deps, tx, template, { kind: 'missing' }, deps.now(), { metaId: null })
  const { status, category, rejected_reason } = listed
  const reason = rejected_reason && rejected_reason !== 'NONE' ? rejected_reason : null
  const event = { kind: 'listed' as const, status, category, quality: listed.quality_score?.score ?? null, reason }
  // A rejected text may have been fixed here since.
  const components = status === 'REJECTED' ? template.components : listed.components
  await applyEvent(deps, tx, template, event, deps.now(), { metaId: listed.id, components })
}

/** What a webhook reports about a template. */
export interface TemplateUpdate {
  metaId: string
  name: string
  language: string
  at: Date
  change: Extract<TemplateEvent, { kind: 'status' | 'quality' | 'category' }>
}

// Meta's timestamps have whole seconds and come from another clock.
const clockToleranceMs = 5000

/** Ignores updates older than our state: Meta repeats webhooks, and sends them out of order. */
export async function applyTemplateUpdate(deps: TemplateDeps, tx: Tx, update: TemplateUpdate): Promise<void> {
  const template = await findByMeta(tx, update)
  if (!template || update.at.getTime() + clockToleranceMs < template.updatedAt.getTime()) return
  const newMetaId = template.metaId === null ? { metaId: update.metaId } : {}
  await applyEvent(deps, tx, template, update.change, update.at, newMetaId)
}

/** Records that Meta refused a template when we sent it. */
export async function markRefused(deps: TemplateDeps, id: string, code: number, detail: string): Promise<void> {
  await deps.db.transaction().execute(async tx => {
    const template = await lockTemplate(tx, id)
    if (template) await applyEvent(deps, tx, template, { kind: 'refused', code, detail }, deps.now())
  })
}

/** Staff no longer want a template to be used, or do again; what waits for a template is then sent. Null: there is no such template. */
export async function switchTemplate(deps: TemplateDeps, tx: Tx, id: string, isOn: boolean): Promise<MessageTemplate | null> {
  const before = await lockTemplate(tx, id)
  if (!before || isOn === (before.switchedOffAt === null)) return before
  const now = deps.now()
  const after = { ...before, switchedOffAt: isOn ? null : now }
  // Keeps its time: Meta's reports are compared with that of Meta's last one.
  await changeTemplate(tx, id, { switchedOffAt: after.switchedOffAt }, before.updatedAt)
  if (isUsable(after, now) && !isUsable(before, now)) await deps.onUsable(tx)
  return after
}

/** Null if the text is Meta's own. */
export function toTemplateDraft({ purpose, name, language, category, components }: MessageTemplate): TemplateDraft | null {
  if (purpose === 'sign_in_code') return null
  const texts = readTemplateTexts(components) ?? { body: '', footer: null, show: '', pause: '', samples: {} }
  return { purpose, name, language, category: category === 'MARKETING' ? 'MARKETING' : 'UTILITY', ...texts }
}

type ExtraChange = Partial<Pick<MessageTemplate, 'metaId' | 'components'>>

async function applyEvent(
  deps: TemplateDeps,
  tx: Tx,
  before: MessageTemplate,
  event: TemplateEvent,
  at: Date,
  extra: ExtraChange = {},
): Promise<void> {
  const { state, category, quality, reason, pausedUntil } = afterEvent(before, event, at)
  const after = { ...before, state, category, quality, reason, pausedUntil, ...extra }
  if (isDeepStrictEqual(after, before)) return
  await changeTemplate(tx, before.id, { state, category, quality, reason, pausedUntil, ...extra }, latest(at, before.updatedAt))
  const now = deps.now()
  if (isUsable(after, now) && !isUsable(before, now)) await deps.onUsable(tx)
}

const latest = (a: Date, b: Date): Date => (a > b ? a : b)
