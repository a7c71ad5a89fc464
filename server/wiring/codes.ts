// Binds phone sign-in to WhatsApp: auth makes a code, a template carries it.
import type { PublicConfig } from '../../core/api/config.ts'
import type { AuthOptions } from '../auth/auth.ts'
import type { CodeSent } from '../auth/deps.ts'
import { sendCode } from '../whatsapp/codes.ts'
import { templatesFor } from '../whatsapp/templates/choice.ts'
import { markRefused } from '../whatsapp/templates/manage.ts'
import { listTemplates } from '../whatsapp/templates/owners.ts'
import { type AppContext, inPace, templateDeps } from './app.ts'

/** Where phones are off, auth has nothing to send with. */
export const codesOf = (app: AppContext): Pick<AuthOptions, 'sendCode'> =>
  app.config.auth.phones ? { sendCode: (phone, code) => byWhatsApp(app, phone, code) } : {}

async function byWhatsApp(app: AppContext, phone: string, code: string): Promise<CodeSent> {
  const { graph, db, clock, words, log } = app
  const templates = await listTemplates(db)
  const onRefused = (template: { id: string }, number: number, detail: string) =>
    markRefused(templateDeps(app), template.id, number, detail)
  const asked = { graph, templates, language: words.language, now: clock.now(), onRefused }
  const sent = (await inPace(app, () => sendCode(asked, phone, code))) ?? { kind: 'unavailable', reason: 'number_paused' }
  if (sent.kind === 'sent') return { kind: 'sent', messageId: sent.wamid }
  log.warn({ outcome: sent }, 'a code to sign in was not sent')
  return { kind: sent.kind }
}

/** What pages offer: phones where the operator wishes it and Meta has approved what carries a code. */
export async function phonesOf({ config, db, words, clock }: AppContext, secondFactors: PublicConfig['secondFactors']) {
  const phones = config.auth.phones && templatesFor(await listTemplates(db), 'sign_in_code', words.language, clock.now()).length > 0
  return { phones, secondFactors: secondFactors.filter(type => type !== 'phone' || phones) }
}
