// Describes a WhatsApp template for staff: its texts, its state, a preview with samples, and what WhatsApp would reject.
import type * as api from '../../../../core/api/templates.ts'
import type { Translate } from '../../../../core/words/words.ts'
import type { Graph } from '../../../whatsapp/client.ts'
import { fillBody, variableNames } from '../../../whatsapp/payload/template.ts'
import type { MessageTemplate } from '../../../whatsapp/templates/choice.ts'
import { findTemplateProblems, isFillable, sampleOf, type TemplateDraft, templateVariables } from '../../../whatsapp/templates/draft.ts'
import { isUsable } from '../../../whatsapp/templates/lifecycle.ts'
import { toTemplateDraft } from '../../../whatsapp/templates/manage.ts'
import { codeMinutes } from '../../../whatsapp/templates/sign-in-code.ts'

interface ViewDeps {
  t: Translate<'whatsapp'>
  graph: Graph
  now(): Date
}

export function toTemplateView(deps: ViewDeps, template: MessageTemplate): api.Template {
  const draft = toTemplateDraft(template)
  const { id, purpose, name, language, category, state, reason, quality, pausedUntil, position, updatedAt } = template
  const { body, footer, show, pause } = draft ?? codeTemplateWords(deps.t)
  return {
    ...{ id, purpose, name, language, category, state, reason, quality, position },
    ...{ body, footer, show, pause },
    samples: draft ? samplesOf(deps.t, draft) : {},
    isUsable: isUsable(template, deps.now()) && isFillable(purpose, template.components),
    isSwitchedOff: template.switchedOffAt !== null,
    pausedUntil: pausedUntil?.toISOString() ?? null,
    preview: draft ? renderPreview(deps.t, draft) : body,
    problems: draft ? describeTemplateProblems(deps, draft) : [],
    lastUsedAt: template.lastUsedAt?.toISOString() ?? null,
    syncedAt: template.syncedAt?.toISOString() ?? null,
    updatedAt: updatedAt.toISOString(),
  }
}

export const toPreview = (deps: ViewDeps, draft: TemplateDraft): api.TemplatePreview => ({
  preview: renderPreview(deps.t, draft),
  footer: draft.footer,
  buttons: [draft.show, draft.pause],
  problems: describeTemplateProblems(deps, draft),
  samples: samplesOf(deps.t, draft),
})

export const describeTemplateProblems = ({ t, graph }: Pick<ViewDeps, 't' | 'graph'>, draft: TemplateDraft): string[] =>
  findTemplateProblems(draft, graph.limits).map(problem => t(problem))

/** Meta's fixed text around a code, and on the one button that copies it. */
const codeTemplateWords = (t: Translate<'whatsapp'>): Pick<api.Template, 'body' | 'footer' | 'show' | 'pause'> => ({
  body: t('template.sign_in_code.body'),
  footer: t('template.sign_in_code.footer', { minutes: codeMinutes }),
  show: t('template.sign_in_code.copy'),
  pause: '',
})

/** A sample for each variable of its purpose. */
const samplesOf = (t: Translate<'whatsapp'>, { purpose, samples }: TemplateDraft): Record<string, string> =>
  Object.fromEntries(templateVariables[purpose].map(name => [name, sampleOf(t, samples, name)]))

const renderPreview = (t: Translate<'whatsapp'>, { body, samples }: TemplateDraft): string =>
  fillBody(body, Object.fromEntries(variableNames(body).map(name => [name, sampleOf(t, samples, name)])))
