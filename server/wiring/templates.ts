// Keeps our templates in sync with Meta; in sandbox mode they are submitted at once.
import { languages } from '../../core/words/languages.ts'
import { loadWords } from '../foundation/words.ts'
import { isSubmittable } from '../whatsapp/templates/lifecycle.ts'
import { seedTemplates, submitTemplate, syncTemplates } from '../whatsapp/templates/manage.ts'
import { listTemplates } from '../whatsapp/templates/owners.ts'
import { type AppContext, listStandIns, templateDeps } from './app.ts'

/** In sandbox mode the stand-in has the templates before the server is ready, so closed service windows work at once. */
export async function startTemplates(app: AppContext): Promise<void> {
  for (const language of languages) await seedTemplates({ ...templateDeps(app), t: loadWords(language).of('whatsapp') }, language)
  if (usesStandIn(app)) await syncAndSubmitTemplates(app)
}

/** Runs every few minutes, to catch decisions by Meta whose webhook was lost. */
export async function syncAndSubmitTemplates(app: AppContext): Promise<void> {
  const deps = templateDeps(app)
  const failure = await syncTemplates(deps)
  if (failure) return app.log.warn({ failure }, 'WhatsApp did not list our templates')
  if (!usesStandIn(app)) return
  for (const { id, state } of await listTemplates(app.db)) {
    if (state !== 'draft' || !isSubmittable(state)) continue
    const submitted = await submitTemplate(deps, id)
    if (submitted.kind === 'graph' || submitted.kind === 'transport') app.log.warn({ failure: submitted }, 'the sandbox refused a template')
  }
}

const usesStandIn = ({ config }: AppContext): boolean => listStandIns(config).includes('whatsapp')
