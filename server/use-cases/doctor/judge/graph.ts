// Judges Meta's answers about the token, the app secret, the number, its account and the subscription.
import { formatPhone, parsePhone } from '../../../../core/phone/phone.ts'
import type { Config } from '../../../foundation/config.ts'
import type { GraphFailure, GraphRefusal } from '../../../whatsapp/graph-request.ts'
import type { App, NumberStatus, TokenInfo } from '../../../whatsapp/setup.ts'
import { type DoctorCheck, type DoctorFinding, failing, formatDay, needsAttention, ok } from '../finding.ts'

type SetupAnswer<T> = ({ kind: 'read' } & T) | GraphFailure

const requiredScopes = ['whatsapp_business_messaging', 'whatsapp_business_management']
/** A token of the API setup page lasts a day, one of a user two months. */
const expiresSoonMs = 3 * 24 * 60 * 60_000

export function judgeAccessToken(answer: SetupAnswer<TokenInfo>, host: string, now: Date): DoctorFinding {
  if (answer.kind === 'graph' && answer.code === 190) return failing('token', 'token.refused')
  // Not every token may inspect itself, but this one was at least not rejected.
  if (answer.kind === 'graph' && answer.code !== null && answer.status < 500) return needsAttention('token', 'token.unknown')
  if (answer.kind !== 'read') return unanswered('token', answer, host)
  if (!answer.isValid) return failing('token', 'token.refused')
  const scopes = requiredScopes.filter(scope => !answer.scopes.includes(scope))
  if (scopes.length > 0) return failing('token', 'token.scopes', { scopes: scopes.join(', ') })
  if (!answer.endsAt) return ok('token', 'token.lasting')
  const day = formatDay(answer.endsAt)
  return answer.endsAt.getTime() - now.getTime() < expiresSoonMs
    ? failing('token', 'token.temporary', { on: day })
    : needsAttention('token', 'token.ending', { on: day })
}

/** `answer` is the response to a call with the secret's proof (appsecret_proof). */
export function judgeSecret(answer: { kind: 'read' } | GraphFailure, host: string): DoctorFinding {
  if (answer.kind === 'graph' && isProofRefused(answer)) return failing('secret', 'secret.wrong')
  // Any other refusal means that the proof was accepted.
  return answer.kind === 'transport' ? unanswered('secret', answer, host) : ok('secret', 'secret.ok')
}

/** Meta has no dedicated error code for it. */
export const isProofRefused = (refusal: GraphRefusal): boolean => refusal.code === 100 && /appsecret_proof/.test(refusal.message)

export function judgeNumber(
  answer: SetupAnswer<NumberStatus>,
  config: Pick<Config['whatsapp'], 'numberId' | 'number'>,
  host: string,
): DoctorFinding {
  if (answer.kind === 'graph' && isInvisible(answer)) return failing('number', 'number.invisible', { id: config.numberId })
  if (answer.kind !== 'read') return unanswered('number', answer, host)
  const number = answer.shown && parsePhone(answer.shown)
  const displayNumber = number ? formatPhone(number) : (answer.shown ?? config.numberId)
  if (config.number !== '' && answer.shown !== null && answer.shown.replace(/\D/g, '') !== config.number)
    return failing('number', 'number.other', { id: config.numberId, shown: displayNumber, set: config.number })
  if (answer.platform !== null && answer.platform !== 'CLOUD_API') return failing('number', 'number.unregistered', { shown: displayNumber })
  if (answer.status !== null && answer.status !== 'CONNECTED')
    return failing('number', 'number.standing', { shown: displayNumber, status: answer.status.toLowerCase() })
  const values = {
    shown: displayNumber,
    name: answer.name ?? '–',
    quality: answer.quality?.toLowerCase() ?? '–',
    limit: formatLimit(answer.limit),
  }
  if (answer.quality === 'RED') return needsAttention('number', 'number.low', values)
  return answer.isTest ? needsAttention('number', 'number.test', values) : ok('number', 'number.ok', values)
}

/** Formats `TIER_2K` for people. */
const formatLimit = (limit: string | null): string =>
  limit
    ?.replace(/^TIER_/, '')
    .replace(/K$/, ',000')
    .replace('UNLIMITED', '∞')
    .toLowerCase() ?? '–'

export function judgeAccount(
  answer: SetupAnswer<{ ids: string[] }>,
  config: Pick<Config['whatsapp'], 'numberId' | 'wabaId'>,
  host: string,
): DoctorFinding {
  if (answer.kind === 'graph' && isInvisible(answer)) return failing('account', 'account.invisible', { id: config.wabaId })
  if (answer.kind !== 'read') return unanswered('account', answer, host)
  if (!answer.ids.includes(config.numberId)) return failing('account', 'account.other', { id: config.wabaId, number: config.numberId })
  return ok('account', 'account.ok')
}

export interface WebhookSetup {
  /** The token's app; null when Meta does not reveal it, and then any app counts. */
  appId: string | null
  /** The URL that Meta posts to; null when Meta does not reveal it. */
  webhook: string | null
  /** The URL it should post to. */
  ours: string
}

export function judgeSubscription(
  answer: SetupAnswer<{ apps: App[] }>,
  { appId, webhook, ours }: WebhookSetup,
  host: string,
): DoctorFinding {
  if (answer.kind !== 'read') return unanswered('subscription', answer, host)
  const subscribed = appId === null ? answer.apps[0] : answer.apps.find(app => app.id === appId)
  if (subscribed && webhook !== null && webhook !== ours) return failing('subscription', 'subscription.elsewhere', { url: webhook, ours })
  if (subscribed) return ok('subscription', 'subscription.ok', { app: subscribed.name ?? subscribed.id })
  if (answer.apps.length === 0) return failing('subscription', 'subscription.none')
  return failing('subscription', 'subscription.other', { apps: answer.apps.map(app => app.name ?? app.id).join(', ') })
}

// 100 with subcode 33: there is no such thing, or not for this token. 3, 10 and 200 to 299: the permission is missing.
const isInvisible = ({ code, subcode }: GraphRefusal): boolean =>
  code !== null && ((code === 100 && subcode === 33) || code === 33 || code === 3 || code === 10 || (code >= 200 && code <= 299))

export function unanswered(check: DoctorCheck, failure: GraphFailure, host: string): DoctorFinding {
  return failure.kind === 'transport'
    ? failing(check, 'graph.away', { host, why: failure.reason })
    : failing(check, 'graph.refused', { code: failure.code ?? failure.status })
}
