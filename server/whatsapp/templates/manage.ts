// Keeps our templates and Meta's the same: seeds ours, submits them, takes Meta's list and its news, and marks what Meta refused.
import { isDeepStrictEqual } from 'node:util'
import type { Translate } from '../../../core/words/words.ts'
import type { Db, Tx } from '../../db/pool.ts'
import { newId } from '../../seal.ts'
import type { Graph, GraphFailure } from '../client.ts'
import type { Template } from './choice.ts'
import { codeDefinition } from './code.ts'
import { Announcing, type Draft, definitionOf, ownDraft, wordsIn } from './draft.ts'
import { afterEvent, isSubmittable, isUsable, type TemplateEvent, type TemplateState } from './lifecycle.ts'
import { addTemplate, changeTemplate, findByMeta, listTemplates, lockTemplate } from './owners.ts'
import type { TemplateDefinition, TemplateListed } from './wire.ts'

export interface TemplateParts {
  db: Db
  graph: Graph
  say: Translate<'whatsapp'>
  now(): Date
  /** A template may be sent that could not before: what waits for one may go. */
  onUsable(tx: Tx): Promise<void>
}

/** Ours, once; what an operator made of them stays. */
export async function seedTemplates({ db, say, now }: TemplateParts, language: string): Promise<void> {
  const ours = Announcing.options.map(purpose => ({ purpose, ...definitionOf(say, ownDraft(say, purpose, language)) }))
  for (const one of [...ours, { purpose: 'sign_in_code' as const, ...codeDefinition('mailferry_sign_in_code', language) }]) {
    const { purpose, name, category, components } = one
    await addTemplate(db, { id: newId(now()), purpose, name, language, category, components }, now())
  }
}

export type Submitted = { kind: 'submitted' } | { kind: 'unknown' } | { kind: 'waiting'; state: TemplateState } | GraphFailure

/** Hands a template to Meta for its approval; one that Meta knows is handed in anew as it is now. */
export async function submitTemplate(parts: TemplateParts, id: string): Promise<Submitted> {
  return parts.db.transaction().execute(async tx => {
    const template = await lockTemplate(tx, id)
    if (!template) return { kind: 'unknown' }
    if (!isSubmittable(template.state)) return { kind: 'waiting', state: template.state }
    const definition = asSubmitted(parts.say, template)
    const { graph } = parts
    const answer = template.metaId ? await graph.editTemplate(template.metaId, definition) : await graph.createTemplate(definition)
    if (answer.kind !== 'created' && answer.kind !== 'done') return answer
    // Meta decides on some at once, and says so in its answer.
    const status = answer.kind === 'created' ? answer.status : 'PENDING'
    const event: TemplateEvent = status === 'PENDING' ? { kind: 'submitted' } : { kind: 'status', event: status, reason: null, pause: null }
    await take(parts, tx, template, event, parts.now(), answer.kind === 'created' ? { metaId: answer.metaId } : {})
    return { kind: 'submitted' }
  })
}

/** Meta lists the template of codes with the words that it has put in, and takes it without them. */
function asSubmitted(say: Translate<'whatsapp'>, template: Template): TemplateDefinition {
  const draft = draftOf(template)
  return draft ? { ...definitionOf(say, draft), components: template.components } : codeDefinition(template.name, template.language)
}

/** Takes over what Meta lists: states, categories, quality, and its wording of what may be sent. Null: done. */
export async function syncTemplates(parts: TemplateParts): Promise<GraphFailure | null> {
  const answer = await parts.graph.listTemplates()
  if (answer.kind !== 'templates') return answer
  for (const { id } of await listTemplates(parts.db)) {
    await parts.db.transaction().execute(async tx => {
      const template = await lockTemplate(tx, id)
      if (template) await takeListed(parts, tx, template, answer.items)
    })
  }
  return null
}

async function takeListed(parts: TemplateParts, tx: Tx, template: Template, items: TemplateListed[]): Promise<void> {
  const listed = items.find(one => one.name === template.name && one.language === template.language)
  if (!listed) return take(parts, tx, template, { kind: 'missing' }, parts.now(), { metaId: null })
  const { status, category, rejected_reason } = listed
  const reason = rejected_reason && rejected_reason !== 'NONE' ? rejected_reason : null
  const event = { kind: 'listed' as const, status, category, quality: listed.quality_score?.score ?? null, reason }
  // A wording that Meta rejected may have been mended here since.
  const components = status === 'REJECTED' ? template.components : listed.components
  await take(parts, tx, template, event, parts.now(), { metaId: listed.id, components })
}

/** What a webhook tells of a template. */
export interface TemplateNews {
  metaId: string
  name: string
  language: string
  at: Date
  change: Extract<TemplateEvent, { kind: 'status' | 'quality' | 'category' }>
}

// Meta's clock counts whole seconds and is not ours.
const clockSlackMs = 5000

/** News that is older than what we know changes nothing: Meta tells things again, and out of order. */
export async function takeTemplateNews(parts: TemplateParts, tx: Tx, news: TemplateNews): Promise<void> {
  const template = await findByMeta(tx, news)
  if (!template || news.at.getTime() + clockSlackMs < template.updatedAt.getTime()) return
  const known = template.metaId === null ? { metaId: news.metaId } : {}
  await take(parts, tx, template, news.change, news.at, known)
}

/** A template that Meta refused when it was sent. */
export async function markRefused(parts: TemplateParts, id: string, code: number, detail: string): Promise<void> {
  await parts.db.transaction().execute(async tx => {
    const template = await lockTemplate(tx, id)
    if (template) await take(parts, tx, template, { kind: 'refused', code, detail }, parts.now())
  })
}

/** Null where the words are Meta's own. */
export function draftOf({ purpose, name, language, category, components }: Template): Draft | null {
  if (purpose === 'sign_in_code') return null
  const words = wordsIn(components) ?? { body: '', footer: null, show: '', pause: '' }
  return { purpose, name, language, category: category === 'MARKETING' ? 'MARKETING' : 'UTILITY', ...words }
}

type Also = Partial<Pick<Template, 'metaId' | 'components'>>

async function take(parts: TemplateParts, tx: Tx, before: Template, event: TemplateEvent, at: Date, also: Also = {}): Promise<void> {
  const { state, category, quality, reason, pausedUntil } = afterEvent(before, event, at)
  const after = { ...before, state, category, quality, reason, pausedUntil, ...also }
  if (isDeepStrictEqual(after, before)) return
  await changeTemplate(tx, before.id, { state, category, quality, reason, pausedUntil, ...also }, later(at, before.updatedAt))
  const now = parts.now()
  if (isUsable(after, now) && !isUsable(before, now)) await parts.onUsable(tx)
}

const later = (a: Date, b: Date): Date => (a > b ? a : b)
