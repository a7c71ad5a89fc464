// Tests WhatsApp, the email relay, Stripe and the captcha with the values that are about to be saved.
import type { SettingFinding } from '../../../../../core/api/admin/settings.ts'
import { openCaptcha } from '../../../../auth/captcha.ts'
import { ProviderError } from '../../../../billing/provider.ts'
import { checkSmtp } from '../../../../foundation/mailer.ts'
import { openGraph } from '../../../../whatsapp/client.ts'
import type { GraphFailure } from '../../../../whatsapp/graph-request.ts'
import type { TryDeps } from './deps.ts'
import { messageOf } from './sign-in.ts'

/** Asks Meta about the number and lists the templates of the account, with the new token and secret. */
export async function tryWhatsApp({ config, outside, say }: TryDeps): Promise<SettingFinding[]> {
  const { whatsapp } = config
  const graph = openGraph({ outside, ...whatsapp })
  const number = await graph.numberInfo()
  if (number.kind !== 'number') return [judgeGraph(number, say, 'try.whatsapp.number')]
  const shown = number.displayNumber ?? whatsapp.numberId
  const isOther = number.displayNumber !== null && number.displayNumber.replace(/\D/g, '') !== whatsapp.number
  const templates = await graph.listTemplates()
  return [
    isOther
      ? { state: 'failing', text: say('try.whatsapp.other', { shown, number: whatsapp.number }) }
      : { state: 'ok', text: say('try.whatsapp.ok', { shown }) },
    templates.kind === 'templates' ? { state: 'ok', text: say('try.whatsapp.account') } : judgeGraph(templates, say, 'try.whatsapp.waba'),
  ]
}

/** Code 190: developers.facebook.com/docs/graph-api/guides/error-handling. A wrong proof of the secret has no code of its own. */
function judgeGraph(failure: GraphFailure, say: TryDeps['say'], otherwise: 'try.whatsapp.number' | 'try.whatsapp.waba'): SettingFinding {
  if (failure.kind === 'transport') return { state: 'failing', text: say('try.whatsapp.silent', { why: failure.reason }) }
  if (failure.code === 190 || failure.status === 401) return { state: 'refused', text: say('try.whatsapp.token') }
  if (/appsecret_proof/.test(failure.message)) return { state: 'refused', text: say('try.whatsapp.secret') }
  return { state: 'failing', text: say(otherwise, { why: (failure.details ?? failure.message).replace(/\.$/, '') }) }
}

/** Connects to the relay and signs in, without sending anything. */
export async function tryEmail({ config, outside, say }: TryDeps): Promise<SettingFinding[]> {
  const { relay } = config.mailer
  if (!relay) return [{ state: 'attention', text: say('try.email.none') }]
  const host = `${relay.host}:${relay.port}`
  const answer = await checkSmtp(outside, relay)
  if (answer.kind === 'greeted') return [{ state: 'ok', text: say(relay.user ? 'try.email.signedIn' : 'try.email.greeted', { host }) }]
  if (answer.kind === 'refused') return [{ state: 'refused', text: say('try.email.refused', { host }) }]
  return [{ state: 'failing', text: say('try.email.away', { host, why: answer.why.replace(/\.$/, '') }) }]
}

/** Reads the webhooks at Stripe, and compares the mode of the key with what was sold so far. */
export async function tryStripe({ config, outside, db, say }: TryDeps): Promise<SettingFinding[]> {
  const { stripe, provider } = config.billing
  if (provider !== 'stripe') return [{ state: 'attention', text: say('try.stripe.off') }]
  const { openStripe } = await import('../../../../billing/stripe/open.ts')
  const client = openStripe({ outside, stripe, publicUrl: config.publicUrl })
  const known = await db.selectFrom('billing_syncs').select('is_live').where('provider', '=', 'stripe').executeTakeFirst()
  if (known && known.is_live !== client.isLive)
    return [{ state: 'refused', text: say(known.is_live ? 'try.stripe.live' : 'try.stripe.test') }]
  try {
    const { webhook } = await client.inspect(`${config.publicUrl}/webhooks/stripe`)
    const accepted: SettingFinding = { state: 'ok', text: say('try.stripe.ok') }
    return webhook === 'ok' ? [accepted] : [accepted, { state: 'attention', text: say('try.stripe.webhook', { url: config.publicUrl }) }]
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return error.message.includes('STRIPE_SECRET_KEY')
      ? [{ state: 'refused', text: say('try.stripe.refused') }]
      : [{ state: 'failing', text: say('try.stripe.silent', { why: error.message.replace(/\.$/, '') }) }]
  }
}

/** Of the two verifiers; hCaptcha also says when the site key belongs to another secret. */
const wrongSecret = ['invalid-input-secret', 'missing-input-secret', 'sitekey-secret-mismatch']

/** An invented token is refused by any verifier; for a wrong secret it says so first. */
export async function tryCaptcha({ config, outside, say, ip }: TryDeps): Promise<SettingFinding[]> {
  const { captcha } = config.auth
  if (!captcha) return [{ state: 'ok', text: say('try.captcha.off') }]
  try {
    const errors = await openCaptcha(outside, captcha)('mailferry-tries-its-settings', ip)
    if (errors.some(error => wrongSecret.includes(error))) return [{ state: 'refused', text: say('try.captcha.refused') }]
    return [{ state: 'ok', text: say('try.captcha.ok') }]
  } catch (error) {
    return [{ state: 'failing', text: say('try.captcha.silent', { why: messageOf(error) }) }]
  }
}
