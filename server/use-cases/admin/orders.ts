// Runs `npm run admin -- templates …` and returns the lines it prints.
import type { GraphFailure } from '../../whatsapp/client.ts'
import { seedTemplates, submitTemplate, syncTemplates, type TemplateDeps } from '../../whatsapp/templates/manage.ts'
import { listTemplates } from '../../whatsapp/templates/owners.ts'
import { templateShown } from './templates.ts'

const usage =
  'Say what to do: npm run admin -- templates list, npm run admin -- templates submit [NAME], or npm run admin -- templates sync'

/** Throws an Error with a sentence that says what to do instead. */
export async function orderTemplates(deps: TemplateDeps, [verb, name]: string[]): Promise<string> {
  await seedTemplates(deps, 'en')
  if (verb === 'list') return listed(deps)
  if (verb === 'sync') {
    const failure = await syncTemplates(deps)
    if (failure) throw new Error(sentenceOf(deps, failure))
    return listed(deps)
  }
  if (verb === 'submit') return submitted(deps, name)
  throw new Error(usage)
}

async function listed(deps: TemplateDeps): Promise<string> {
  const lines = (await listTemplates(deps.db)).map(template => {
    const { name, language, state, category, reason, isUsable } = templateShown(deps, template)
    return [`${name} (${language})`, state, category, isUsable ? 'in use' : 'not in use', ...(reason ? [reason] : [])].join(' · ')
  })
  return lines.join('\n')
}

/** One by its name in all its languages, or all that were never handed in. */
async function submitted(deps: TemplateDeps, name: string | undefined): Promise<string> {
  const all = await listTemplates(deps.db)
  const chosen = all.filter(template => (name ? template.name === name : template.state === 'draft'))
  if (chosen.length === 0)
    throw new Error(name ? `There is no template ${name}. See npm run admin -- templates list` : 'There is no draft to submit.')
  const lines: string[] = []
  for (const template of chosen) {
    const answer = await submitTemplate(deps, template.id)
    if (answer.kind === 'graph' || answer.kind === 'transport') throw new Error(sentenceOf(deps, answer))
    if (answer.kind === 'waiting')
      throw new Error(deps.say(answer.state === 'pending' ? 'template.refused.pending' : 'template.refused.disabled'))
    lines.push(`${template.name} (${template.language}) was submitted.`)
  }
  return lines.join('\n')
}

const sentenceOf = ({ say }: TemplateDeps, failure: GraphFailure): string =>
  failure.kind === 'transport'
    ? say('template.refused.silent')
    : say('template.refused.graph', { message: failure.details ?? failure.message, code: String(failure.code ?? failure.status) })
