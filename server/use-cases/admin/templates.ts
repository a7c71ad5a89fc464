// Handles staff requests about WhatsApp templates: list, drafts, previews, submissions, switching one off, and Meta's review.
import type * as api from '../../../core/api/templates.ts'
import type { Translate } from '../../../core/words/words.ts'
import { recordStaffAction, type StaffAction, type StaffRequest } from '../../account/staff-log.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import { HttpError } from '../../foundation/http/errors.ts'
import type { UserHandler } from '../../foundation/http/route.ts'
import { newId } from '../../foundation/seal.ts'
import { loadWords } from '../../foundation/words.ts'
import type { GraphFailure } from '../../whatsapp/client.ts'
import { type MessageTemplate, templatesFor } from '../../whatsapp/templates/choice.ts'
import { type TemplateDraft, templateVariables, toComponents } from '../../whatsapp/templates/draft.ts'
import { submitTemplate, switchTemplate, syncTemplates, type TemplateDeps, toTemplateDraft } from '../../whatsapp/templates/manage.ts'
import {
  addTemplate,
  changeTemplate,
  deleteTemplate,
  getTemplate,
  listTemplates,
  lockTemplate,
  shiftPositions,
} from '../../whatsapp/templates/owners.ts'
import { describeTemplateProblems, toPreview, toTemplateView } from './templates/template-view.ts'
import { countWaitingForTemplate } from './templates/waiting.ts'

interface Handlers {
  list: UserHandler<typeof api.listTemplatesApi>
  get: UserHandler<typeof api.getTemplateApi>
  add: UserHandler<typeof api.addTemplateApi>
  change: UserHandler<typeof api.changeTemplateApi>
  preview: UserHandler<typeof api.previewTemplateApi>
  submit: UserHandler<typeof api.submitTemplateApi>
  switch: UserHandler<typeof api.switchTemplateApi>
  remove: UserHandler<typeof api.deleteTemplateApi>
  sync: UserHandler<typeof api.syncTemplatesApi>
}

export function templateHandlers(deps: TemplateDeps): Handlers {
  const { db } = deps
  const viewOf = async (id: string) => toTemplateView(deps, await readTemplate(deps, id))
  return {
    list: ({ query }) => list(deps, query),
    get: ({ params }) => getDetail(deps, params.id),
    add: ({ body, ...staff }) => add(deps, staff, body),
    async change({ params, body: { position, ...wording }, ...staff }) {
      await change(deps, staff, params.id, wording, position)
      return viewOf(params.id)
    },
    preview: async ({ body }) => toPreview(deps, body),
    async submit({ params, ...staff }) {
      await submit(deps, staff, params.id)
      return viewOf(params.id)
    },
    async switch({ params: { id }, body: { isOn, reason }, ...staff }) {
      await db.transaction().execute(async tx => {
        if (!(await switchTemplate(deps, tx, id, isOn))) throw unknown(deps)
        await record(deps, tx, staff, { name: isOn ? 'template.switched_on' : 'template.switched_off', resourceId: id, reason })
      })
      return viewOf(id)
    },
    async remove({ params: { id }, ...staff }) {
      await db.transaction().execute(async tx => {
        const template = await lockTemplate(tx, id)
        if (!template) throw unknown(deps)
        if (template.state !== 'draft') throw new HttpError(409, 'not_a_draft', loadWords().of('admintemplates')('refused.notDraft'))
        await deleteTemplate(tx, id)
        await record(deps, tx, staff, { name: 'template.deleted', resourceId: id, before: describe(template) })
      })
      return {}
    },
    async sync({ ...staff }) {
      const failure = await syncTemplates(deps)
      if (failure) throw toHttpError(deps.t, failure)
      const { items } = await list(deps, {})
      const after = Object.fromEntries(
        Array.from(
          Map.groupBy(items, item => item.state),
          ([state, found]) => [state, found.length],
        ),
      )
      await db.transaction().execute(tx => record(deps, tx, staff, { name: 'template.synced', resourceId: null, after }))
      return list(deps, {})
    },
  }
}

type Query = Partial<{ [name in 'purpose' | 'language' | 'state']: string | undefined }>

async function list(deps: TemplateDeps, { purpose, language, state }: Query) {
  const all = await listTemplates(deps.db)
  const found = all.filter(
    one => one.purpose === (purpose ?? one.purpose) && one.language === (language ?? one.language) && one.state === (state ?? one.state),
  )
  return { items: found.map(one => toTemplateView(deps, one)), next: null, waiting: await countWaitingForTemplate(deps.db) }
}

async function getDetail(deps: TemplateDeps, id: string): Promise<api.TemplateDetail> {
  const template = await readTemplate(deps, id)
  const others = (await listTemplates(deps.db)).filter(one => one.id !== id)
  const [next] = templatesFor(others, template.purpose, template.language, deps.now())
  return {
    ...toTemplateView(deps, template),
    waiting: await countWaitingForTemplate(deps.db),
    usedInstead: next ? { id: next.id, name: next.name, language: next.language } : null,
    variables: template.purpose === 'sign_in_code' ? [] : [...templateVariables[template.purpose]],
  }
}

async function add(deps: TemplateDeps, staff: StaffRequest, body: TemplateDraft): Promise<api.Template> {
  const { db, t, now } = deps
  const draft = requireValid(deps, body)
  const { purpose, name, language, category } = draft
  const template = { id: newId(now()), purpose, name, language, category, components: toComponents(t, draft) }
  return db.transaction().execute(async tx => {
    const added = await addTemplate(tx, template, now())
    if (!added) throw new HttpError(409, 'name_taken', t('template.refused.taken'))
    await record(deps, tx, staff, { name: 'template.added', resourceId: added.id, after: describe(added) })
    return toTemplateView(deps, added)
  })
}

type Wording = Partial<Pick<TemplateDraft, 'body' | 'footer' | 'show' | 'pause' | 'samples'>>
type GivenWording = { [word in keyof Wording]: Wording[word] | undefined }

async function change(deps: TemplateDeps, staff: StaffRequest, id: string, wording: GivenWording, position?: number) {
  const { db, t, now } = deps
  await db.transaction().execute(async tx => {
    const template = await lockTemplate(tx, id)
    if (!template) throw unknown(deps)
    const changes = Object.fromEntries(Object.entries(wording).filter(([, text]) => text !== undefined))
    const isReworded = Object.keys(changes).length > 0
    // Meta reviews a wording once; a reviewed template keeps its wording.
    if (isReworded && template.state !== 'draft' && template.state !== 'rejected')
      throw new HttpError(409, 'decided', t(template.state === 'pending' ? 'template.refused.pending' : 'template.refused.decided'))
    const draft = toTemplateDraft(template)
    if (isReworded && !draft) throw new HttpError(409, 'decided', t('template.refused.fixed'))
    const components = isReworded && draft ? { components: toComponents(t, requireValid(deps, { ...draft, ...changes })) } : {}
    if (position !== undefined) await shiftPositions(tx, template, position)
    await changeTemplate(tx, id, { ...components, ...(position !== undefined && { position }) }, now())
    const after = { parts: Object.keys(changes), position: position ?? template.position }
    await record(deps, tx, staff, { name: 'template.changed', resourceId: id, before: { position: template.position }, after })
  })
}

async function submit(deps: TemplateDeps, staff: StaffRequest, id: string): Promise<void> {
  const { t } = deps
  const draft = toTemplateDraft(await readTemplate(deps, id))
  if (draft) requireValid(deps, draft)
  const submitted = await submitTemplate(deps, id, async (tx, before) =>
    record(deps, tx, staff, { name: 'template.submitted', resourceId: id, before: { state: before.state } }),
  )
  if (submitted.kind === 'unknown') throw unknown(deps)
  if (submitted.kind === 'waiting')
    throw new HttpError(409, 'not_submittable', t(submitted.state === 'pending' ? 'template.refused.pending' : 'template.refused.disabled'))
  if (submitted.kind !== 'submitted') throw toHttpError(t, submitted)
}

const record = ({ now }: TemplateDeps, tx: Tx, staff: StaffRequest, action: Omit<StaffAction, 'resourceType'>): Promise<void> =>
  recordStaffAction(tx, staff, now(), { resourceType: 'template', ...action })

const describe = ({ purpose, name, language, state }: MessageTemplate) => ({ purpose, name, language, state })

function requireValid(deps: TemplateDeps, draft: TemplateDraft): TemplateDraft {
  const problems = describeTemplateProblems(deps, draft)
  if (problems.length > 0) throw new HttpError(422, 'bad_template', problems.join(' '), { problems })
  return draft
}

async function readTemplate(deps: TemplateDeps, id: string): Promise<MessageTemplate> {
  const template = await getTemplate(deps.db, id)
  if (!template) throw unknown(deps)
  return template
}

const unknown = ({ t }: TemplateDeps): HttpError => new HttpError(404, 'unknown_template', t('template.refused.unknown'))

function toHttpError(t: Translate<'whatsapp'>, failure: GraphFailure): HttpError {
  if (failure.kind === 'transport') return new HttpError(502, 'whatsapp_silent', t('template.refused.silent'))
  const { code, details, message } = failure
  return new HttpError(
    502,
    'whatsapp_refused',
    t('template.refused.graph', { message: details ?? message, code: String(code ?? failure.status) }),
  )
}
