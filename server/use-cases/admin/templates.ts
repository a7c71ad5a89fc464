// Answers operators about WhatsApp templates: list, drafts, previews, submissions, and Meta's review.
import type * as api from '../../../core/api/templates.ts'
import type { Translate } from '../../../core/words/words.ts'
import { HttpError } from '../../foundation/http/errors.ts'
import type { PersonHandler } from '../../foundation/http/route.ts'
import { newId } from '../../foundation/seal.ts'
import type { GraphFailure } from '../../whatsapp/client.ts'
import { fill, namesIn } from '../../whatsapp/payload/template.ts'
import type { MessageTemplate } from '../../whatsapp/templates/choice.ts'
import { componentsOf, exampleOf, isFillable, problemsOf, type TemplateDraft } from '../../whatsapp/templates/draft.ts'
import { isUsable } from '../../whatsapp/templates/lifecycle.ts'
import { draftOf, submitTemplate, syncTemplates, type TemplateDeps } from '../../whatsapp/templates/manage.ts'
import { addTemplate, changeTemplate, getTemplate, listTemplates, lockTemplate } from '../../whatsapp/templates/owners.ts'
import { codeMinutes } from '../../whatsapp/templates/sign-in-code.ts'

interface Handlers {
  list: PersonHandler<typeof api.listTemplatesApi>
  add: PersonHandler<typeof api.addTemplateApi>
  change: PersonHandler<typeof api.changeTemplateApi>
  preview: PersonHandler<typeof api.previewTemplateApi>
  submit: PersonHandler<typeof api.submitTemplateApi>
  sync: PersonHandler<typeof api.syncTemplatesApi>
}

export function templateHandlers(deps: TemplateDeps): Handlers {
  const { db, say, now } = deps
  const shown = (template: MessageTemplate) => templateShown(deps, template)
  const list = async () => ({ items: (await listTemplates(db)).map(shown), next: null })
  return {
    list,
    async add({ body }) {
      const draft = sound(deps, body)
      const { purpose, name, language, category } = draft
      const added = await addTemplate(
        db,
        { id: newId(now()), purpose, name, language, category, components: componentsOf(say, draft) },
        now(),
      )
      if (!added) throw new HttpError(409, 'name_taken', say('template.refused.taken'))
      return shown(added)
    },
    async change({ params, body: { position, ...wording } }) {
      await change(deps, params.id, wording, position)
      return shown(await known(deps, params.id))
    },
    async preview({ body }) {
      return { preview: previewOf(say, body), footer: body.footer, buttons: [body.show, body.pause], problems: problemsIn(deps, body) }
    },
    async submit({ params }) {
      const draft = draftOf(await known(deps, params.id))
      if (draft) sound(deps, draft)
      const submitted = await submitTemplate(deps, params.id)
      if (submitted.kind === 'unknown') throw unknown(say)
      if (submitted.kind === 'waiting')
        throw new HttpError(
          409,
          'not_submittable',
          say(submitted.state === 'pending' ? 'template.refused.pending' : 'template.refused.disabled'),
        )
      if (submitted.kind !== 'submitted') throw refusalOf(say, submitted)
      return shown(await known(deps, params.id))
    },
    async sync() {
      const failure = await syncTemplates(deps)
      if (failure) throw refusalOf(say, failure)
      return list()
    },
  }
}

type Wording = Partial<Pick<TemplateDraft, 'body' | 'footer' | 'show' | 'pause'>>

async function change(deps: TemplateDeps, id: string, wording: { [word in keyof Wording]: Wording[word] | undefined }, position?: number) {
  const { db, say, now } = deps
  await db.transaction().execute(async tx => {
    const template = await lockTemplate(tx, id)
    if (!template) throw unknown(say)
    const given = Object.fromEntries(Object.entries(wording).filter(([, text]) => text !== undefined))
    const isReworded = Object.keys(given).length > 0
    // Meta looks at a wording once; what it has decided on stays as it was approved.
    if (isReworded && template.state !== 'draft' && template.state !== 'rejected')
      throw new HttpError(409, 'decided', say(template.state === 'pending' ? 'template.refused.pending' : 'template.refused.decided'))
    const draft = draftOf(template)
    if (isReworded && !draft) throw new HttpError(409, 'decided', say('template.refused.fixed'))
    const components = isReworded && draft ? { components: componentsOf(say, sound(deps, { ...draft, ...given })) } : {}
    await changeTemplate(tx, id, { ...components, ...(position !== undefined && { position }) }, now())
  })
}

export function templateShown(deps: TemplateDeps, template: MessageTemplate): api.Template {
  const draft = draftOf(template)
  const { id, purpose, name, language, category, state, reason, quality, pausedUntil, position, updatedAt } = template
  const { body, footer, show, pause } = draft ?? wordsOfMeta(deps.say)
  return {
    ...{ id, purpose, name, language, category, state, reason, quality, position },
    ...{ body, footer, show, pause },
    isUsable: isUsable(template, deps.now()) && isFillable(purpose, template.components),
    pausedUntil: pausedUntil?.toISOString() ?? null,
    preview: draft ? previewOf(deps.say, draft) : body,
    problems: draft ? problemsIn(deps, draft) : [],
    updatedAt: updatedAt.toISOString(),
  }
}

/** What Meta writes around a code, and on the one button that copies it. */
const wordsOfMeta = (say: Translate<'whatsapp'>): Pick<api.Template, 'body' | 'footer' | 'show' | 'pause'> => ({
  body: say('template.sign_in_code.body'),
  footer: say('template.sign_in_code.footer', { minutes: codeMinutes }),
  show: say('template.sign_in_code.copy'),
  pause: '',
})

const previewOf = (say: Translate<'whatsapp'>, { body }: TemplateDraft): string =>
  fill(body, Object.fromEntries(namesIn(body).map(name => [name, exampleOf(say, name)])))

const problemsIn = ({ say, graph }: TemplateDeps, draft: TemplateDraft): string[] =>
  problemsOf(draft, graph.limits).map(problem => say(problem))

function sound(deps: TemplateDeps, draft: TemplateDraft): TemplateDraft {
  const problems = problemsIn(deps, draft)
  if (problems.length > 0) throw new HttpError(422, 'bad_template', problems.join(' '), { problems })
  return draft
}

async function known({ db, say }: TemplateDeps, id: string): Promise<MessageTemplate> {
  const template = await getTemplate(db, id)
  if (!template) throw unknown(say)
  return template
}

const unknown = (say: Translate<'whatsapp'>): HttpError => new HttpError(404, 'unknown_template', say('template.refused.unknown'))

function refusalOf(say: Translate<'whatsapp'>, failure: GraphFailure): HttpError {
  if (failure.kind === 'transport') return new HttpError(502, 'whatsapp_silent', say('template.refused.silent'))
  const { code, details, message } = failure
  return new HttpError(
    502,
    'whatsapp_refused',
    say('template.refused.graph', { message: details ?? message, code: String(code ?? failure.status) }),
  )
}
