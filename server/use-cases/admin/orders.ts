// Runs `npm run admin -- templates …` and returns the lines it prints.
import type { GraphFailure } from '../../whatsapp/client.ts'
import { seedTemplates, submitTemplate, syncTemplates, type TemplateDeps } from '../../whatsapp/templates/manage.ts'
import { listTemplates } from '../../whatsapp/templates/owners.ts'
import { toTemplateView } from './templates/template-view.ts'

const usage =
  'Say what to do: npm run admin -- templates list, npm run admin -- templates submit [NAME], or npm run admin -- templates sync'

/** Throws an Error with a sentence that says what to do instead. */
export async function runTemplatesCommand(deps: TemplateDeps, [verb, name]: string[]): Promise<string> {
  await seedTemplates(deps, 'en')
  if (verb === 'list') return listAll(deps)
  if (verb === 'sync') {
    const failure = await syncTemplates(deps)
    if (failure) throw new Error(explainFailure(deps, failure))
    return listAll(deps)
  }
  if (verb === 'submit') return submit(deps, name)
  throw new Error(usage)
}

async function listAll(deps: TemplateDeps): Promise<string> {
  const lines = (await listTemplates(deps.db)).map(template => {
    const { name, language, state, category, reason, isUsable } = toTemplateView(deps, template)
    return [`${name} (${language})`, state, category, isUsable ? 'in use' : 'not in use', ...(reason ? [reason] : [])].join(' · ')
  })
  return lines.join('\n')
}

/** Submits one template in all its languages, or all that were never submitted. */
async function submit(deps: TemplateDeps, name: string | undefined): Promise<string> {
  const all = await listTemplates(deps.db)
  const selected = all.filter(template => (name ? template.name === name : template.state === 'draft'))
  if (selected.length === 0)
    throw new Error(name ? `There is no template ${name}. See npm run admin -- templates list` : 'There is no draft to submit.')
  const lines: string[] = []
  for (const template of selected) {
    const result = await submitTemplate(deps, template.id)
    if (result.kind === 'graph' || result.kind === 'transport') throw new Error(explainFailure(deps, result))
    if (result.kind === 'waiting')
      throw new Error(deps.t(result.state === 'pending' ? 'template.refused.pending' : 'template.refused.disabled'))
    lines.push(`${template.name} (${template.language}) was submitted.`)
  }
  return lines.join('\n')
}

const explainFailure = ({ t }: TemplateDeps, failure: GraphFailure): string =>
  failure.kind === 'transport'
    ? t('template.refused.silent')
    : t('template.refused.graph', { message: failure.details ?? failure.message, code: String(failure.code ?? failure.status) })
