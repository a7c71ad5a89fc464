// Our templates at Meta, from the first start on; where the sandbox plays WhatsApp they are handed in by themselves.
import { languages } from '../../core/words/languages.ts'
import { isSubmittable } from '../whatsapp/templates/lifecycle.ts'
import { seedTemplates, submitTemplate, syncTemplates } from '../whatsapp/templates/manage.ts'
import { listTemplates } from '../whatsapp/templates/owners.ts'
import { type Ground, standInsOf, templateParts } from '../wiring.ts'
import { wordsOf } from '../words.ts'

/** A newcomer's closed window works at once: the stand-in has the templates before the server says that it is ready. */
export async function startTemplates(ground: Ground): Promise<void> {
  for (const language of languages) await seedTemplates({ ...templateParts(ground), say: wordsOf(language).of('whatsapp') }, language)
  if (isPlayed(ground)) await keepTemplates(ground)
}

/** Each few minutes: what Meta decided while no webhook reached us. */
export async function keepTemplates(ground: Ground): Promise<void> {
  const parts = templateParts(ground)
  const failure = await syncTemplates(parts)
  if (failure) return ground.log.warn({ failure }, 'WhatsApp did not list our templates')
  if (!isPlayed(ground)) return
  for (const { id, state } of await listTemplates(ground.db)) {
    if (state !== 'draft' || !isSubmittable(state)) continue
    const submitted = await submitTemplate(parts, id)
    if (submitted.kind === 'graph' || submitted.kind === 'transport')
      ground.log.warn({ failure: submitted }, 'the sandbox did not take a template')
  }
}

const isPlayed = ({ config }: Ground): boolean => standInsOf(config).includes('whatsapp')
