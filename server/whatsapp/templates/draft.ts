// A template as the operator edits it, with its components for Meta and what Meta would refuse about it.
import { z } from 'zod/mini'
import type { WordKey } from '../../../core/words/catalogs.ts'
import type { Translate } from '../../../core/words/words.ts'
import type { WhatsAppLimits } from '../limits.ts'
import { variableNames } from '../payload/template.ts'
import { isCodeTemplate } from './sign-in-code.ts'
import type { Components, TemplateDefinition } from './wire.ts'

/** What one of our own templates is for. */
export const AnnouncementPurpose = z.enum(['announce_one', 'announce_many'])
export type AnnouncementPurpose = z.infer<typeof AnnouncementPurpose>
export const TemplatePurpose = z.enum([...AnnouncementPurpose.options, 'sign_in_code'])
export type TemplatePurpose = z.infer<typeof TemplatePurpose>

/** The names that a body may contain in double braces; it must contain each of them. */
export const templateVariables: Record<AnnouncementPurpose, readonly TemplateVariable[]> = {
  announce_one: ['from', 'subject'],
  announce_many: ['count', 'heads'],
}
export type TemplateVariable = 'from' | 'subject' | 'count' | 'heads'

export interface TemplateDraft {
  purpose: AnnouncementPurpose
  /** Lowercase letters, digits and underscores: its name at Meta, the same in every language. */
  name: string
  /** In Meta's format: `en`, `en_US`, `pt_BR`. */
  language: string
  category: 'UTILITY' | 'MARKETING'
  body: string
  footer: string | null
  /** The labels of the two buttons. */
  show: string
  pause: string
  /** What Meta's reviewers see in place of each variable; ours where one is missing. */
  samples: Readonly<Record<string, string>>
}

/** Half a day: a later announcement is useless (…/templates/time-to-live: 30 to 43200 for utility). */
const ttlSeconds = 43_200

/** Our own template in a language; an operator submits it as it is or edits it first. */
export function ownDraft(t: Translate<'whatsapp'>, purpose: AnnouncementPurpose, language: string): TemplateDraft {
  const placeholders = Object.fromEntries(templateVariables[purpose].map(name => [name, `{{${name}}}`]))
  return {
    purpose,
    name: `mailferry_${purpose}`,
    language,
    category: 'UTILITY',
    body: t(`template.${purpose}.body`, placeholders),
    footer: t('template.footer'),
    show: t(`template.${purpose}.show`),
    pause: t('template.pause'),
    samples: {},
  }
}

export function toComponents(t: Translate<'whatsapp'>, { body, footer, show, pause, samples }: TemplateDraft): Components {
  const examples = variableNames(body).map(name => ({ param_name: name, example: sampleOf(t, samples, name) }))
  return [
    { type: 'BODY', text: body, ...(examples.length > 0 && { example: { body_text_named_params: examples } }) },
    ...(footer ? [{ type: 'FOOTER', text: footer }] : []),
    { type: 'BUTTONS', buttons: [show, pause].map(text => ({ type: 'QUICK_REPLY', text })) },
  ]
}

export const sampleOf = (t: Translate<'whatsapp'>, samples: TemplateDraft['samples'], name: string): string =>
  (Object.hasOwn(samples, name) ? samples[name] : undefined) ?? (isVariable(name) ? t(`template.example.${name}`) : name)

export const toDefinition = (t: Translate<'whatsapp'>, draft: TemplateDraft): TemplateDefinition => ({
  name: draft.name,
  language: draft.language,
  category: draft.category,
  parameter_format: 'named',
  message_send_ttl_seconds: ttlSeconds,
  components: toComponents(t, draft),
})

/** The texts of a template's components; null if its structure differs from ours. */
export function readTemplateTexts(components: Components): Pick<TemplateDraft, 'body' | 'footer' | 'show' | 'pause' | 'samples'> | null {
  const componentOf = (type: string) => components.find(component => component.type.toUpperCase() === type)
  const [show, pause, ...others] = componentOf('BUTTONS')?.buttons ?? []
  const { text: body, example } = componentOf('BODY') ?? {}
  if (!body || !show?.text || !pause?.text || others.length > 0 || componentOf('HEADER')) return null
  const samples = Object.fromEntries((example?.body_text_named_params ?? []).map(one => [one.param_name, one.example]))
  return { body, footer: componentOf('FOOTER')?.text ?? null, show: show.text, pause: pause.text, samples }
}

/** Can we fill it? All its variables must be known for its purpose. */
export const isFillable = (purpose: TemplatePurpose, components: Components): boolean => {
  if (purpose === 'sign_in_code') return isCodeTemplate(components)
  const texts = readTemplateTexts(components)
  return texts !== null && variableNames(texts.body).every(name => templateVariables[purpose].some(variable => variable === name))
}

/** Characters reserved for names and subjects in the filled body. */
const reservedForValues = 500

/** What Meta would reject, as keys of core/words/<language>/whatsapp.json; empty if it may be submitted. */
export function findTemplateProblems(draft: TemplateDraft, limits: WhatsAppLimits): WordKey<'whatsapp'>[] {
  const { body, name, language } = draft
  const names = variableNames(body)
  const known = templateVariables[draft.purpose]
  const labels = [draft.show, draft.pause]
  const checks: [boolean, WordKey<'whatsapp'>][] = [
    [new RegExp(`^[a-z0-9_]{1,${limits.templateName}}$`).test(name), 'template.problem.name'],
    [/^[a-z]{2,3}(_[A-Z]{2})?$/.test(language), 'template.problem.language'],
    [names.every(component => known.some(variable => variable === component)), 'template.problem.unknownVariable'],
    [known.every(variable => names.includes(variable)), 'template.problem.missingVariable'],
    [!/^\s*\{\{|\}\}\s*$/.test(body), 'template.problem.edgeVariable'],
    [!/\{\{\w*\}\}\s*\{\{/.test(body), 'template.problem.adjacentVariables'],
    [!/\{\{\s*\d/.test(body) && !/[{}]/.test(body.replace(/\{\{\w+\}\}/g, '')), 'template.problem.braces'],
    [body.length <= limits.templateBody - reservedForValues, 'template.problem.body'],
    [countWords(body) >= 3 * names.length, 'template.problem.mostlyVariables'],
    [(draft.footer ?? '').length <= limits.footer && !/\{\{/.test(draft.footer ?? ''), 'template.problem.footer'],
    [labels.every(text => text.trim() !== '' && text.length <= limits.templateButton && !/\{\{/.test(text)), 'template.problem.button'],
    [draft.show !== draft.pause, 'template.problem.sameButtons'],
    [Object.values(draft.samples).every(isSample), 'template.problem.sample'],
  ]
  return checks.flatMap(([isFine, problem]) => (isFine ? [] : [problem]))
}

/** One clean line, as a value that is sent (132018). */
const isSample = (sample: string): boolean => sample.trim() !== '' && sample.length <= maxSample && !/[\n\r\t{}]| {5,}/.test(sample)
const maxSample = 200

const countWords = (body: string): number => body.replace(/\{\{\w+\}\}/g, ' ').match(/\p{L}+/gu)?.length ?? 0

const isVariable = (name: string): name is TemplateVariable =>
  Object.values(templateVariables).some(names => names.some(variable => variable === name))
