// Keeps our templates at Meta from the first start on; in sandbox mode they are submitted at once.
import { languages } from '../../core/words/languages.ts'
import { wordsOf } from '../foundation/words.ts'
import { isSubmittable } from '../whatsapp/templates/lifecycle.ts'
import { seedTemplates, submitTemplate, syncTemplates } from '../whatsapp/templates/manage.ts'
import { listTemplates } from '../whatsapp/templates/owners.ts'
import { type AppContext, standInsOf, templateDeps } from './app.ts'

/** A newcomer's closed window works at once: the stand-in has the templates before the server says that it is ready. */
export async function startTemplates(app: AppContext): Promise<void> {
  for (const language of languages) await seedTemplates({ ...templateDeps(app), say: wordsOf(language).of('whatsapp') }, language)
  if (isPlayed(app)) await keepTemplates(app)
}

/** Each few minutes: what Meta decided while no webhook reached us. */
export async function keepTemplates(app: AppContext): Promise<void> {
  const deps = templateDeps(app)
  const failure = await syncTemplates(deps)
  if (failure) return app.log.warn({ failure }, 'WhatsApp did not list our templates')
  if (!isPlayed(app)) return
  for (const { id, state } of await listTemplates(app.db)) {
    if (state !== 'draft' || !isSubmittable(state)) continue
    const submitted = await submitTemplate(deps, id)
    if (submitted.kind === 'graph' || submitted.kind === 'transport')
      app.log.warn({ failure: submitted }, 'the sandbox did not take a template')
  }
}

const isPlayed = ({ config }: AppContext): boolean => standInsOf(config).includes('whatsapp')
