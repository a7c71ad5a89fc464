// Finds the templates that WhatsApp refuses to send, and whether another one is sent in their place.
import type { AdminFinding } from '../../../../core/api/admin/finding.ts'
import type { Translate } from '../../../../core/words/words.ts'
import type { Db } from '../../../foundation/db/pool.ts'
import { type MessageTemplate, templatesFor } from '../../../whatsapp/templates/choice.ts'
import { isAccepted, type TemplateState } from '../../../whatsapp/templates/lifecycle.ts'
import { listTemplates } from '../../../whatsapp/templates/owners.ts'

export interface RefusedTemplate {
  id: string
  name: string
  language: string
  state: TemplateState
  hasReplacement: boolean
}

const refusedStates: readonly TemplateState[] = ['rejected', 'paused', 'disabled']

export const readRefusedTemplates = async (db: Db, now: Date): Promise<RefusedTemplate[]> =>
  findRefusedTemplates(await listTemplates(db), now)

/** Leaves out what staff have switched off, and pauses that are over. */
export const findRefusedTemplates = (all: MessageTemplate[], now: Date): RefusedTemplate[] =>
  all
    .filter(template => template.switchedOffAt === null && refusedStates.includes(template.state) && !isAccepted(template, now))
    .map(({ id, name, language, state, purpose }) => ({
      ...{ id, name, language, state },
      hasReplacement: templatesFor(all, purpose, language, now).length > 0,
    }))

/** One for each name, whichever of its languages are refused. */
export const toTemplateFindings = (refused: readonly RefusedTemplate[], say: Translate<'adminoverview'>): AdminFinding[] =>
  [...Map.groupBy(refused, ({ name }) => name)].map(([name, languages]) => toFinding(name, languages, say))

/** Without a replacement, emails wait: that is a failure. */
function toFinding(name: string, refused: readonly RefusedTemplate[], say: Translate<'adminoverview'>): AdminFinding {
  const states = [...Map.groupBy(refused, ({ state, hasReplacement }) => `${state} ${hasReplacement}`).values()]
  const worst = refused.find(({ hasReplacement }) => !hasReplacement) ?? refused[0]
  return {
    ...{ id: `template.${name}`, check: say('trouble.template'), state: worst?.hasReplacement ? 'note' : 'failing' },
    found: states.map(group => toSentence(name, group, say)).join(' '),
    fix: worst ? say('trouble.template.fix', { state: worst.state }) : null,
    ...(worst && { link: `/admin/templates/${worst.id}` }),
  }
}

function toSentence(name: string, group: readonly RefusedTemplate[], say: Translate<'adminoverview'>): string {
  const languages = group.map(({ language }) => language).toSorted()
  const [first] = group
  return say('trouble.template.found', {
    ...{ name: `${name} (${languages.join(', ')})`, state: first?.state ?? 'paused' },
    replaced: first?.hasReplacement ? 'yes' : 'no',
  })
}
