// Judges Meta's answers about the token, the app secret, the number, its account and the subscription.
import { displayPhone, normalisePhone } from '../../../../core/phone/phone.ts'
import type { Config } from '../../../foundation/config.ts'
import type { GraphFailure, GraphRefusal } from '../../../whatsapp/graph-request.ts'
import type { App, NumberStatus, TokenInfo } from '../../../whatsapp/setup.ts'
import { type DoctorCheck, type DoctorFinding, dayIn, failing, note, ok } from '../finding.ts'

type SetupAnswer<T> = ({ kind: 'read' } & T) | GraphFailure

const needed = ['whatsapp_business_messaging', 'whatsapp_business_management']
/** A token of the API setup page lasts a day, one of a user two months. */
const soonMs = 3 * 24 * 60 * 60_000

export function judgeToken(told: SetupAnswer<TokenInfo>, host: string, now: Date): DoctorFinding {
  if (told.kind === 'graph' && told.code === 190) return failing('token', 'token.refused')
  // Not every token may ask about itself; that it was not refused outright is known all the same.
  if (told.kind === 'graph' && told.code !== null && told.status < 500) return note('token', 'token.unknown')
  if (told.kind !== 'read') return unanswered('token', told, host)
  if (!told.isValid) return failing('token', 'token.refused')
  const scopes = needed.filter(scope => !told.scopes.includes(scope))
  if (scopes.length > 0) return failing('token', 'token.scopes', { scopes: scopes.join(', ') })
  if (!told.endsAt) return ok('token', 'token.lasting')
  const on = dayIn(told.endsAt)
  return told.endsAt.getTime() - now.getTime() < soonMs
    ? failing('token', 'token.temporary', { on })
    : note('token', 'token.ending', { on })
}

/** Of a call that carried the proof of the secret (appsecret_proof). */
export function judgeSecret(told: { kind: 'read' } | GraphFailure, host: string): DoctorFinding {
  if (told.kind === 'graph' && isProofRefused(told)) return failing('secret', 'secret.wrong')
  // Any other refusal was made after the proof was believed.
  return told.kind === 'transport' ? unanswered('secret', told, host) : ok('secret', 'secret.ok')
}

/** Meta has no code of its own for it. */
export const isProofRefused = (refusal: GraphRefusal): boolean => refusal.code === 100 && /appsecret_proof/.test(refusal.message)

export function judgeNumber(
  told: SetupAnswer<NumberStatus>,
  set: Pick<Config['whatsapp'], 'numberId' | 'number'>,
  host: string,
): DoctorFinding {
  if (told.kind === 'graph' && isInvisible(told)) return failing('number', 'number.invisible', { id: set.numberId })
  if (told.kind !== 'read') return unanswered('number', told, host)
  const number = told.shown && normalisePhone(told.shown)
  const shown = number ? displayPhone(number) : (told.shown ?? set.numberId)
  if (set.number !== '' && told.shown !== null && told.shown.replace(/\D/g, '') !== set.number)
    return failing('number', 'number.other', { id: set.numberId, shown, set: set.number })
  if (told.platform !== null && told.platform !== 'CLOUD_API') return failing('number', 'number.unregistered', { shown })
  if (told.status !== null && told.status !== 'CONNECTED')
    return failing('number', 'number.standing', { shown, status: told.status.toLowerCase() })
  const values = { shown, name: told.name ?? '–', quality: told.quality?.toLowerCase() ?? '–', limit: peopleIn(told.limit) }
  if (told.quality === 'RED') return note('number', 'number.low', values)
  return told.isTest ? note('number', 'number.test', values) : ok('number', 'number.ok', values)
}

/** `TIER_2K` as a person writes it. */
const peopleIn = (limit: string | null): string =>
  limit
    ?.replace(/^TIER_/, '')
    .replace(/K$/, ',000')
    .replace('UNLIMITED', '∞')
    .toLowerCase() ?? '–'

export function judgeAccount(
  told: SetupAnswer<{ ids: string[] }>,
  set: Pick<Config['whatsapp'], 'numberId' | 'wabaId'>,
  host: string,
): DoctorFinding {
  if (told.kind === 'graph' && isInvisible(told)) return failing('account', 'account.invisible', { id: set.wabaId })
  if (told.kind !== 'read') return unanswered('account', told, host)
  if (!told.ids.includes(set.numberId)) return failing('account', 'account.other', { id: set.wabaId, number: set.numberId })
  return ok('account', 'account.ok')
}

export interface WebhookSetup {
  /** The token's app; null where Meta does not tell it, and then any app will do. */
  appId: string | null
  /** Where Meta posts what it hears; null where it does not tell. */
  webhook: string | null
  /** Where it should. */
  ours: string
}

export function judgeSubscription(told: SetupAnswer<{ apps: App[] }>, { appId, webhook, ours }: WebhookSetup, host: string): DoctorFinding {
  if (told.kind !== 'read') return unanswered('subscription', told, host)
  const hearing = appId === null ? told.apps[0] : told.apps.find(app => app.id === appId)
  if (hearing && webhook !== null && webhook !== ours) return failing('subscription', 'subscription.elsewhere', { url: webhook, ours })
  if (hearing) return ok('subscription', 'subscription.ok', { app: hearing.name ?? hearing.id })
  if (told.apps.length === 0) return failing('subscription', 'subscription.none')
  return failing('subscription', 'subscription.other', { apps: told.apps.map(app => app.name ?? app.id).join(', ') })
}

// 100 with subcode 33: there is no such thing, or not for this token. 3, 10 and 200 to 299: the permission is missing.
const isInvisible = ({ code, subcode }: GraphRefusal): boolean =>
  code !== null && ((code === 100 && subcode === 33) || code === 33 || code === 3 || code === 10 || (code >= 200 && code <= 299))

export function unanswered(check: DoctorCheck, failure: GraphFailure, host: string): DoctorFinding {
  return failure.kind === 'transport'
    ? failing(check, 'graph.away', { host, why: failure.reason })
    : failing(check, 'graph.refused', { code: failure.code ?? failure.status })
}
