// Keeps our templates in step with Meta's: seeds, submits and syncs them, and marks what Meta refused.
import { isDeepStrictEqual } from 'node:util'
import type { Translate } from '../../../core/words/words.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import { newId } from '../../foundation/seal.ts'
import type { Graph, GraphFailure } from '../client.ts'
import type { MessageTemplate } from './choice.ts'
import { AnnouncementPurpose, definitionOf, ownDraft, type TemplateDraft, wordsIn } from './draft.ts'
import { afterEvent, isSubmittable, isUsable, type TemplateEvent, type TemplateState } from './lifecycle.ts'
import { addTemplate, changeTemplate, findByMeta, listTemplates, lockTemplate } from './owners.ts'
import { codeDefinition } from './sign-in-code.ts'
import type { TemplateDefinition, TemplateListed } from './wire.ts'

export interface TemplateDeps {
  db: Db
  graph: Graph
  say: Translate<'whatsapp'>
  now(): Date
  /** A template may be sent that could not before: what waits for one may go. */
  onUsable(tx: Tx): Promise<void>
}

/** Ours, once; what an operator made of them stays. */
export async function seedTemplates({ db, say, now }: TemplateDeps, language: string): Promise<void> {
  const ours = AnnouncementPurpose.options.map(purpose => ({ purpose, ...definitionOf(say, ownDraft(say, purpose, language)) }))
  for (const one of [...ours, { purpose: 'sign_in_code' as const, ...codeDefinition('mailferry_sign_in_code', language) }]) {
    const { purpose, name, category, components } = one
    await addTemplate(db, { id: newId(now()), purpose, name, language, category, components }, now())
  }
}

export type TemplateSubmission = { kind: 'submitted' } | { kind: 'unknown' } | { kind: 'waiting'; state: TemplateState } | GraphFailure

/** Hands a template to Meta for its approval; one that Meta knows is handed in anew as it is now. */
export async function submitTemplate(deps: TemplateDeps, id: string): Promise<TemplateSubmission> {
  return deps.db.transaction().execute(async tx => {
    const template = await lockTemplate(tx, id)
    if (!template) return { kind: 'unknown' }
    if (!isSubmittable(template.state)) return { kind: 'waiting', state: template.state }
    const definition = asSubmitted(deps.say, template)
    const { graph } = deps
    const answer = template.metaId ? await graph.editTemplate(template.metaId, definition) : await graph.createTemplate(definition)
    if (answer.kind !== 'created' && answer.kind !== 'done') return answer
    // Meta decides on some at once, and says so in its answer.
    const status = answer.kind === 'created' ? answer.status : 'PENDING'
    const event: TemplateEvent = status === 'PENDING' ? { kind: 'submitted' } : { kind: 'status', event: status, reason: null, pause: null }
    await applyEvent(deps, tx, template, event, deps.now(), answer.kind === 'created' ? { metaId: answer.metaId } : {})
    return { kind: 'submitted' }
  })
}

/** Meta lists the template of codes with the words that it has put in, and takes it without them. */
function asSubmitted(say: Translate<'whatsapp'>, template: MessageTemplate): TemplateDefinition {
  const draft = draftOf(template)
  return draft ? { ...definitionOf(say, draft), components: template.components } : codeDefinition(template.name, template.language)
}

/** Takes over what Meta lists: states, categories, quality, and its wording of what may be sent. Null: done. */
export async function syncTemplates(deps: TemplateDeps): Promise<GraphFailure | null> {
  const answer = await deps.graph.listTemplates()
  if (answer.kind !== 'templates') return answer
  for (const { id } of await listTemplates(deps.db)) {
    await deps.db.transaction().execute(async tx => {
      const template = await lockTemplate(tx, id)
      if (template) await applyListed(deps, tx, template, answer.items)
    })
  }
  return null
}

async function applyListed(deps: TemplateDeps, tx: Tx, template: MessageTemplate, items: TemplateListed[]): Promise<void> {
  const listed = items.find(one => one.name === template.name && one.language === template.language)
  if (!listed) return applyEvent(deps, tx, template, { kind: 'missing' }, deps.now(), { metaId: null })
  const { status, category, rejected_reason } = listed
  const reason = rejected_reason && rejected_reason !== 'NONE' ? rejected_reason : null
  const event = { kind: 'listed' as const, status, category, quality: listed.quality_score?.score ?? null, reason }
  // A wording that Meta rejected may have been mended here since.
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

// Meta's clock counts whole seconds and is not ours.
const clockSlackMs = 5000

/** An update older than what we know changes nothing: Meta repeats webhooks, and out of order. */
export async function applyTemplateUpdate(deps: TemplateDeps, tx: Tx, update: TemplateUpdate): Promise<void> {
  const template = await findByMeta(tx, update)
  if (!template || update.at.getTime() + clockSlackMs < template.updatedAt.getTime()) return
  const known = template.metaId === null ? { metaId: update.metaId } : {}
  await applyEvent(deps, tx, template, update.change, update.at, known)
}

/** A template that Meta refused when it was sent. */
export async function markRefused(deps: TemplateDeps, id: string, code: number, detail: string): Promise<void> {
  await deps.db.transaction().execute(async tx => {
    const template = await lockTemplate(tx, id)
    if (template) await applyEvent(deps, tx, template, { kind: 'refused', code, detail }, deps.now())
  })
}

/** Null where the words are Meta's own. */
export function draftOf({ purpose, name, language, category, components }: MessageTemplate): TemplateDraft | null {
  if (purpose === 'sign_in_code') return null
  const words = wordsIn(components) ?? { body: '', footer: null, show: '', pause: '' }
  return { purpose, name, language, category: category === 'MARKETING' ? 'MARKETING' : 'UTILITY', ...words }
}

type Also = Partial<Pick<MessageTemplate, 'metaId' | 'components'>>

async function applyEvent(
  deps: TemplateDeps,
  tx: Tx,
  before: MessageTemplate,
  event: TemplateEvent,
  at: Date,
  also: Also = {},
): Promise<void> {
  const { state, category, quality, reason, pausedUntil } = afterEvent(before, event, at)
  const after = { ...before, state, category, quality, reason, pausedUntil, ...also }
  if (isDeepStrictEqual(after, before)) return
  await changeTemplate(tx, before.id, { state, category, quality, reason, pausedUntil, ...also }, later(at, before.updatedAt))
  const now = deps.now()
  if (isUsable(after, now) && !isUsable(before, now)) await deps.onUsable(tx)
}

const later = (a: Date, b: Date): Date => (a > b ? a : b)
