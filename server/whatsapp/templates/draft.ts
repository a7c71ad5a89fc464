// A template as the operator edits it, its components for Meta, and what Meta would refuse about it.
import { z } from 'zod/mini'
import type { WordKey } from '../../../core/words/catalogs.ts'
import type { Translate } from '../../../core/words/words.ts'
import type { WhatsAppLimits } from '../limits.ts'
import { namesIn } from '../payload/template.ts'
import { carriesCode } from './sign-in-code.ts'
import type { Components, TemplateDefinition } from './wire.ts'

/** What a template of words of ours is for. */
export const AnnouncementPurpose = z.enum(['announce_one', 'announce_many'])
export type AnnouncementPurpose = z.infer<typeof AnnouncementPurpose>
export const TemplatePurpose = z.enum([...AnnouncementPurpose.options, 'sign_in_code'])
export type TemplatePurpose = z.infer<typeof TemplatePurpose>

/** The names that a body may hold between double braces; each of them must stand in it. */
export const variablesOf: Record<AnnouncementPurpose, readonly TemplateVariable[]> = {
  announce_one: ['from', 'subject'],
  announce_many: ['count', 'heads'],
}
export type TemplateVariable = 'from' | 'subject' | 'count' | 'heads'

export interface TemplateDraft {
  purpose: AnnouncementPurpose
  /** Lower-case letters, digits and underscores: Meta's own name for it, the same in every language. */
  name: string
  /** As Meta writes languages: `en`, `en_US`, `pt_BR`. */
  language: string
  category: 'UTILITY' | 'MARKETING'
  body: string
  footer: string | null
  /** What the two buttons say. */
  show: string
  pause: string
}

/** Half a day: an announcement that comes later than that is no news (…/templates/time-to-live: 30 to 43200 for utility). */
const ttlSeconds = 43_200

/** Ours, in the words of a language; an operator submits them as they are or edits them first. */
export function ownDraft(t: Translate<'whatsapp'>, purpose: AnnouncementPurpose, language: string): TemplateDraft {
  const named = Object.fromEntries(variablesOf[purpose].map(name => [name, `{{${name}}}`]))
  return {
    purpose,
    name: `mailferry_${purpose}`,
    language,
    category: 'UTILITY',
    body: t(`template.${purpose}.body`, named),
    footer: t('template.footer'),
    show: t(`template.${purpose}.show`),
    pause: t('template.pause'),
  }
}

export function componentsOf(t: Translate<'whatsapp'>, { body, footer, show, pause }: TemplateDraft): Components {
  const examples = namesIn(body).map(name => ({ param_name: name, example: exampleOf(t, name) }))
  return [
    { type: 'BODY', text: body, ...(examples.length > 0 && { example: { body_text_named_params: examples } }) },
    ...(footer ? [{ type: 'FOOTER', text: footer }] : []),
    { type: 'BUTTONS', buttons: [show, pause].map(text => ({ type: 'QUICK_REPLY', text })) },
  ]
}

export const exampleOf = (t: Translate<'whatsapp'>, name: string): string => (isVariable(name) ? t(`template.example.${name}`) : name)

export const definitionOf = (t: Translate<'whatsapp'>, draft: TemplateDraft): TemplateDefinition => ({
  name: draft.name,
  language: draft.language,
  category: draft.category,
  parameter_format: 'named',
  message_send_ttl_seconds: ttlSeconds,
  components: componentsOf(t, draft),
})

/** The words of a template out of its components, whoever wrote them; null where it has another shape than ours. */
export function wordsIn(components: Components): Pick<TemplateDraft, 'body' | 'footer' | 'show' | 'pause'> | null {
  const part = (type: string) => components.find(one => one.type.toUpperCase() === type)
  const [show, pause, ...others] = part('BUTTONS')?.buttons ?? []
  const body = part('BODY')?.text
  if (!body || !show?.text || !pause?.text || others.length > 0 || part('HEADER')) return null
  return { body, footer: part('FOOTER')?.text ?? null, show: show.text, pause: pause.text }
}

/** Whether what we know fills it: each of its names is one of its purpose's. */
export const isFillable = (purpose: TemplatePurpose, components: Components): boolean => {
  if (purpose === 'sign_in_code') return carriesCode(components)
  const words = wordsIn(components)
  return words !== null && namesIn(words.body).every(name => variablesOf[purpose].some(known => known === name))
}

/** Room that names and subjects need in the filled body. */
const roomForValues = 500

/** What Meta would refuse, as keys of core/words/<language>/whatsapp.json; empty when it may be submitted. */
export function problemsOf(draft: TemplateDraft, limits: WhatsAppLimits): WordKey<'whatsapp'>[] {
  const { body, name, language } = draft
  const names = namesIn(body)
  const known = variablesOf[draft.purpose]
  const labels = [draft.show, draft.pause]
  const checks: [boolean, WordKey<'whatsapp'>][] = [
    [new RegExp(`^[a-z0-9_]{1,${limits.templateName}}$`).test(name), 'template.problem.name'],
    [/^[a-z]{2,3}(_[A-Z]{2})?$/.test(language), 'template.problem.language'],
    [names.every(one => known.some(variable => variable === one)), 'template.problem.unknownVariable'],
    [known.every(variable => names.includes(variable)), 'template.problem.missingVariable'],
    [!/^\s*\{\{|\}\}\s*$/.test(body), 'template.problem.edgeVariable'],
    [!/\{\{\w*\}\}\s*\{\{/.test(body), 'template.problem.adjacentVariables'],
    [!/\{\{\s*\d/.test(body) && !/[{}]/.test(body.replace(/\{\{\w+\}\}/g, '')), 'template.problem.braces'],
    [body.length <= limits.templateBody - roomForValues, 'template.problem.body'],
    [wordsOf(body) >= 3 * names.length, 'template.problem.mostlyVariables'],
    [(draft.footer ?? '').length <= limits.footer && !/\{\{/.test(draft.footer ?? ''), 'template.problem.footer'],
    [labels.every(text => text.trim() !== '' && text.length <= limits.templateButton && !/\{\{/.test(text)), 'template.problem.button'],
    [draft.show !== draft.pause, 'template.problem.sameButtons'],
  ]
  return checks.flatMap(([isFine, problem]) => (isFine ? [] : [problem]))
}

const wordsOf = (body: string): number => body.replace(/\{\{\w+\}\}/g, ' ').match(/\p{L}+/gu)?.length ?? 0

const isVariable = (name: string): name is TemplateVariable => Object.values(variablesOf).some(names => names.some(known => known === name))
