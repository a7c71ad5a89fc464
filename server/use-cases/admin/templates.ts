// Handles operators' requests about WhatsApp templates: list, drafts, previews, submissions, and Meta's review.
import type * as api from '../../../core/api/templates.ts'
import type { Translate } from '../../../core/words/words.ts'
import { HttpError } from '../../foundation/http/errors.ts'
import type { UserHandler } from '../../foundation/http/route.ts'
import { newId } from '../../foundation/seal.ts'
import type { GraphFailure } from '../../whatsapp/client.ts'
import { fillBody, variableNames } from '../../whatsapp/payload/template.ts'
import type { MessageTemplate } from '../../whatsapp/templates/choice.ts'
import { exampleValue, findTemplateProblems, isFillable, type TemplateDraft, toComponents } from '../../whatsapp/templates/draft.ts'
import { isUsable } from '../../whatsapp/templates/lifecycle.ts'
import { submitTemplate, syncTemplates, type TemplateDeps, toTemplateDraft } from '../../whatsapp/templates/manage.ts'
import { addTemplate, changeTemplate, getTemplate, listTemplates, lockTemplate } from '../../whatsapp/templates/owners.ts'
import { codeMinutes } from '../../whatsapp/templates/sign-in-code.ts'

interface Handlers {
  list: UserHandler<typeof api.listTemplatesApi>
  add: UserHandler<typeof api.addTemplateApi>
  change: UserHandler<typeof api.changeTemplateApi>
  preview: UserHandler<typeof api.previewTemplateApi>
  submit: UserHandler<typeof api.submitTemplateApi>
  sync: UserHandler<typeof api.syncTemplatesApi>
}

export function templateHandlers(deps: TemplateDeps): Handlers {
  const { db, t, now } = deps
  const toView = (template: MessageTemplate) => toTemplateView(deps, template)
  const list = async () => ({ items: (await listTemplates(db)).map(toView), next: null })
  return {
    list,
    async add({ body }) {
      const draft = requireValid(deps, body)
      const { purpose, name, language, category } = draft
      const added = await addTemplate(
        db,
        { id: newId(now()), purpose, name, language, category, components: toComponents(t, draft) },
        now(),
      )
      if (!added) throw new HttpError(409, 'name_taken', t('template.refused.taken'))
      return toView(added)
    },
    async change({ params, body: { position, ...wording } }) {
      await change(deps, params.id, wording, position)
      return toView(await readTemplate(deps, params.id))
    },
    async preview({ body }) {
      return {
        preview: renderPreview(t, body),
        footer: body.footer,
        buttons: [body.show, body.pause],
        problems: describeProblems(deps, body),
      }
    },
    async submit({ params }) {
      const draft = toTemplateDraft(await readTemplate(deps, params.id))
      if (draft) requireValid(deps, draft)
      const submitted = await submitTemplate(deps, params.id)
      if (submitted.kind === 'unknown') throw unknown(t)
      if (submitted.kind === 'waiting')
        throw new HttpError(
          409,
          'not_submittable',
          t(submitted.state === 'pending' ? 'template.refused.pending' : 'template.refused.disabled'),
        )
      if (submitted.kind !== 'submitted') throw toHttpError(t, submitted)
      return toView(await readTemplate(deps, params.id))
    },
    async sync() {
      const failure = await syncTemplates(deps)
      if (failure) throw toHttpError(t, failure)
      return list()
    },
  }
}

type Wording = Partial<Pick<TemplateDraft, 'body' | 'footer' | 'show' | 'pause'>>

async function change(deps: TemplateDeps, id: string, wording: { [word in keyof Wording]: Wording[word] | undefined }, position?: number) {
  const { db, t, now } = deps
  await db.transaction().execute(async tx => {
    const template = await lockTemplate(tx, id)
    if (!template) throw unknown(t)
    const changes = Object.fromEntries(Object.entries(wording).filter(([, text]) => text !== undefined))
    const isReworded = Object.keys(changes).length > 0
    // Meta reviews a wording once; a reviewed template keeps its wording.
    if (isReworded && template.state !== 'draft' && template.state !== 'rejected')
      throw new HttpError(409, 'decided', t(template.state === 'pending' ? 'template.refused.pending' : 'template.refused.decided'))
    const draft = toTemplateDraft(template)
    if (isReworded && !draft) throw new HttpError(409, 'decided', t('template.refused.fixed'))
    const components = isReworded && draft ? { components: toComponents(t, requireValid(deps, { ...draft, ...changes })) } : {}
    await changeTemplate(tx, id, { ...components, ...(position !== undefined && { position }) }, now())
  })
}

export function toTemplateView(deps: TemplateDeps, template: MessageTemplate): api.Template {
  const draft = toTemplateDraft(template)
  const { id, purpose, name, language, category, state, reason, quality, pausedUntil, position, updatedAt } = template
  const { body, footer, show, pause } = draft ?? codeTemplateWords(deps.t)
  return {
    ...{ id, purpose, name, language, category, state, reason, quality, position },
    ...{ body, footer, show, pause },
    isUsable: isUsable(template, deps.now()) && isFillable(purpose, template.components),
    pausedUntil: pausedUntil?.toISOString() ?? null,
    preview: draft ? renderPreview(deps.t, draft) : body,
    problems: draft ? describeProblems(deps, draft) : [],
    updatedAt: updatedAt.toISOString(),
  }
}

/** Meta's fixed text around a code, and on the one button that copies it. */
const codeTemplateWords = (t: Translate<'whatsapp'>): Pick<api.Template, 'body' | 'footer' | 'show' | 'pause'> => ({
  body: t('template.sign_in_code.body'),
  footer: t('template.sign_in_code.footer', { minutes: codeMinutes }),
  show: t('template.sign_in_code.copy'),
  pause: '',
})

const renderPreview = (t: Translate<'whatsapp'>, { body }: TemplateDraft): string =>
  fillBody(body, Object.fromEntries(variableNames(body).map(name => [name, exampleValue(t, name)])))

const describeProblems = ({ t, graph }: TemplateDeps, draft: TemplateDraft): string[] =>
  findTemplateProblems(draft, graph.limits).map(problem => t(problem))

function requireValid(deps: TemplateDeps, draft: TemplateDraft): TemplateDraft {
  const problems = describeProblems(deps, draft)
  if (problems.length > 0) throw new HttpError(422, 'bad_template', problems.join(' '), { problems })
  return draft
}

async function readTemplate({ db, t }: TemplateDeps, id: string): Promise<MessageTemplate> {
  const template = await getTemplate(db, id)
  if (!template) throw unknown(t)
  return template
}

const unknown = (t: Translate<'whatsapp'>): HttpError => new HttpError(404, 'unknown_template', t('template.refused.unknown'))

function toHttpError(t: Translate<'whatsapp'>, failure: GraphFailure): HttpError {
  if (failure.kind === 'transport') return new HttpError(502, 'whatsapp_silent', t('template.refused.silent'))
  const { code, details, message } = failure
  return new HttpError(
    502,
    'whatsapp_refused',
    t('template.refused.graph', { message: details ?? message, code: String(code ?? failure.status) }),
  )
}
