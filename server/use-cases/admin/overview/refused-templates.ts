// Finds the templates that WhatsApp refuses to send, and whether another one is sent in their place.
import type { AdminFinding } from '../../../../core/api/admin/finding.ts'
import type { Translate } from '../../../../core/words/words.ts'
import type { Db } from '../../../foundation/db/pool.ts'
import { type MessageTemplate, templatesFor } from '../../../whatsapp/templates/choice.ts'
import { isAccepted, type TemplateState } from '../../../whatsapp/templates/lifecycle.ts'
import { listTemplates } from '../../../whatsapp/templates/owners.ts'

export interface RefusedTemplate {
  id: string
  /** Its name and language. */
  label: string
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
      ...{ id, label: `${name} (${language})`, state },
      hasReplacement: templatesFor(all, purpose, language, now).length > 0,
    }))

/** Without a replacement, emails wait: that is a failure. */
export function toTemplateFinding({ id, label, state, hasReplacement }: RefusedTemplate, say: Translate<'adminoverview'>): AdminFinding {
  return {
    ...{ id: `template.${label}`, check: say('trouble.template'), state: hasReplacement ? 'note' : 'failing' },
    found: say('trouble.template.found', { name: label, state, replaced: hasReplacement ? 'yes' : 'no' }),
    ...{ fix: say('trouble.template.fix', { state }), link: `/admin/templates/${id}` },
  }
}
