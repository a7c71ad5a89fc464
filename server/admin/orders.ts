// What `npm run admin -- templates …` does, and says in lines.
import type { GraphFailure } from '../whatsapp/client.ts'
import { seedTemplates, submitTemplate, syncTemplates, type TemplateParts } from '../whatsapp/templates/manage.ts'
import { listTemplates } from '../whatsapp/templates/owners.ts'
import { templateShown } from './templates.ts'

const usage =
  'Say what to do: npm run admin -- templates list, npm run admin -- templates submit [NAME], or npm run admin -- templates sync'

/** Throws an Error with a sentence that says what to do instead. */
export async function orderTemplates(parts: TemplateParts, [verb, name]: string[]): Promise<string> {
  await seedTemplates(parts, 'en')
  if (verb === 'list') return listed(parts)
  if (verb === 'sync') {
    const failure = await syncTemplates(parts)
    if (failure) throw new Error(sentenceOf(parts, failure))
    return listed(parts)
  }
  if (verb === 'submit') return submitted(parts, name)
  throw new Error(usage)
}

async function listed(parts: TemplateParts): Promise<string> {
  const lines = (await listTemplates(parts.db)).map(template => {
    const { name, language, state, category, reason, isUsable } = templateShown(parts, template)
    return [`${name} (${language})`, state, category, isUsable ? 'in use' : 'not in use', ...(reason ? [reason] : [])].join(' · ')
  })
  return lines.join('\n')
}

/** One by its name in all its languages, or all that were never handed in. */
async function submitted(parts: TemplateParts, name: string | undefined): Promise<string> {
  const all = await listTemplates(parts.db)
  const chosen = all.filter(template => (name ? template.name === name : template.state === 'draft'))
  if (chosen.length === 0)
    throw new Error(name ? `There is no template ${name}. See npm run admin -- templates list` : 'There is no draft to submit.')
  const lines: string[] = []
  for (const template of chosen) {
    const answer = await submitTemplate(parts, template.id)
    if (answer.kind === 'graph' || answer.kind === 'transport') throw new Error(sentenceOf(parts, answer))
    if (answer.kind === 'waiting')
      throw new Error(parts.say(answer.state === 'pending' ? 'template.refused.pending' : 'template.refused.disabled'))
    lines.push(`${template.name} (${template.language}) was submitted.`)
  }
  return lines.join('\n')
}

const sentenceOf = ({ say }: TemplateParts, failure: GraphFailure): string =>
  failure.kind === 'transport'
    ? say('template.refused.silent')
    : say('template.refused.graph', { message: failure.details ?? failure.message, code: String(failure.code ?? failure.status) })
