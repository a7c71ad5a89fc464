// Binds phone sign-in to WhatsApp: auth creates a code, a template carries it.
import type { PublicConfig } from '../../core/api/config.ts'
import type { AuthOptions } from '../auth/auth.ts'
import type { CodeSent } from '../auth/deps.ts'
import { sendCode } from '../whatsapp/codes.ts'
import { templatesFor } from '../whatsapp/templates/choice.ts'
import { markRefused } from '../whatsapp/templates/manage.ts'
import { listTemplates, markUsed } from '../whatsapp/templates/owners.ts'
import { type AppContext, inPace, templateDeps } from './app.ts'

/** Empty when phone sign-in is off. */
export const bindCodeSender = (app: AppContext): Pick<AuthOptions, 'sendCode'> =>
  app.config.auth.phones ? { sendCode: (phone, code) => sendByWhatsApp(app, phone, code) } : {}

async function sendByWhatsApp(app: AppContext, phone: string, code: string): Promise<CodeSent> {
  const { graph, db, clock, words, log } = app
  const templates = await listTemplates(db)
  const onRefused = (template: { id: string }, number: number, detail: string) =>
    markRefused(templateDeps(app), template.id, number, detail)
  const onUsed = ({ id }: { id: string }) =>
    markUsed(db, id, clock.now()).catch(error => log.warn({ err: error }, 'the use of a template was not recorded'))
  const codeDeps = { graph, templates, language: words.language, now: clock.now(), onRefused, onUsed }
  const outcome = (await inPace(app, () => sendCode(codeDeps, phone, code))) ?? { kind: 'unavailable', reason: 'number_paused' }
  if (outcome.kind === 'sent') return { kind: 'sent', messageId: outcome.wamid }
  log.warn({ outcome }, 'a sign-in code was not sent')
  return { kind: outcome.kind }
}

/** What pages offer: phone sign-in if the operator enabled it and Meta approved a template for codes. */
export async function phoneOptions({ config, db, words, clock }: AppContext, secondFactors: PublicConfig['secondFactors']) {
  const phones = config.auth.phones && templatesFor(await listTemplates(db), 'sign_in_code', words.language, clock.now()).length > 0
  return { phones, secondFactors: secondFactors.filter(type => type !== 'phone' || phones) }
}
