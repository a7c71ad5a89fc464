// Answers those who run the service about WhatsApp's templates: the list, drafts, previews, submissions, and what Meta says now.
import type * as api from '../../core/api/templates.ts'
import type { Translate } from '../../core/words/words.ts'
import { HttpError } from '../http/errors.ts'
import type { PersonHandler } from '../http/route.ts'
import { newId } from '../seal.ts'
import type { GraphFailure } from '../whatsapp/client.ts'
import { fill, namesIn } from '../whatsapp/payload/template.ts'
import type { Template } from '../whatsapp/templates/choice.ts'
import { codeMinutes } from '../whatsapp/templates/code.ts'
import { componentsOf, type Draft, exampleOf, isFillable, problemsOf } from '../whatsapp/templates/draft.ts'
import { isUsable } from '../whatsapp/templates/lifecycle.ts'
import { draftOf, submitTemplate, syncTemplates, type TemplateParts } from '../whatsapp/templates/manage.ts'
import { addTemplate, changeTemplate, getTemplate, listTemplates, lockTemplate } from '../whatsapp/templates/owners.ts'

interface Handlers {
  list: PersonHandler<typeof api.listTemplates>
  add: PersonHandler<typeof api.addTemplate>
  change: PersonHandler<typeof api.changeTemplate>
  preview: PersonHandler<typeof api.previewTemplate>
  submit: PersonHandler<typeof api.submitTemplate>
  sync: PersonHandler<typeof api.syncTemplates>
}

export function templateHandlers(parts: TemplateParts): Handlers {
  const { db, say, now } = parts
  const shown = (template: Template) => templateShown(parts, template)
  const list = async () => ({ items: (await listTemplates(db)).map(shown), next: null })
  return {
    list,
    async add({ body }) {
      const draft = sound(parts, body)
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
      await change(parts, params.id, wording, position)
      return shown(await known(parts, params.id))
    },
    async preview({ body }) {
      return { preview: previewOf(say, body), footer: body.footer, buttons: [body.show, body.pause], problems: problemsIn(parts, body) }
    },
    async submit({ params }) {
      const draft = draftOf(await known(parts, params.id))
      if (draft) sound(parts, draft)
      const submitted = await submitTemplate(parts, params.id)
      if (submitted.kind === 'unknown') throw unknown(say)
      if (submitted.kind === 'waiting')
        throw new HttpError(
          409,
          'not_submittable',
          say(submitted.state === 'pending' ? 'template.refused.pending' : 'template.refused.disabled'),
        )
      if (submitted.kind !== 'submitted') throw refusalOf(say, submitted)
      return shown(await known(parts, params.id))
    },
    async sync() {
      const failure = await syncTemplates(parts)
      if (failure) throw refusalOf(say, failure)
      return list()
    },
  }
}

type Wording = Partial<Pick<Draft, 'body' | 'footer' | 'show' | 'pause'>>

async function change(
  parts: TemplateParts,
  id: string,
  wording: { [word in keyof Wording]: Wording[word] | undefined },
  position?: number,
) {
  const { db, say, now } = parts
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
    const components = isReworded && draft ? { components: componentsOf(say, sound(parts, { ...draft, ...given })) } : {}
    await changeTemplate(tx, id, { ...components, ...(position !== undefined && { position }) }, now())
  })
}

export function templateShown(parts: TemplateParts, template: Template): api.Template {
  const draft = draftOf(template)
  const { id, purpose, name, language, category, state, reason, quality, pausedUntil, position, updatedAt } = template
  const { body, footer, show, pause } = draft ?? wordsOfMeta(parts.say)
  return {
    ...{ id, purpose, name, language, category, state, reason, quality, position },
    ...{ body, footer, show, pause },
    isUsable: isUsable(template, parts.now()) && isFillable(purpose, template.components),
    pausedUntil: pausedUntil?.toISOString() ?? null,
    preview: draft ? previewOf(parts.say, draft) : body,
    problems: draft ? problemsIn(parts, draft) : [],
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

const previewOf = (say: Translate<'whatsapp'>, { body }: Draft): string =>
  fill(body, Object.fromEntries(namesIn(body).map(name => [name, exampleOf(say, name)])))

const problemsIn = ({ say, graph }: TemplateParts, draft: Draft): string[] => problemsOf(draft, graph.limits).map(problem => say(problem))

function sound(parts: TemplateParts, draft: Draft): Draft {
  const problems = problemsIn(parts, draft)
  if (problems.length > 0) throw new HttpError(422, 'bad_template', problems.join(' '), { problems })
  return draft
}

async function known({ db, say }: TemplateParts, id: string): Promise<Template> {
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
