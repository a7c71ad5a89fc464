// Asks Meta about the token, the secret, the number, its account, who hears it, and the templates.
import type { GraphFailure, GraphOptions } from '../../whatsapp/calling.ts'
import { openGraph } from '../../whatsapp/client.ts'
import { readNumber, readNumbersOf, readSubscribedApps, readToken, subscribeApp } from '../../whatsapp/setup.ts'
import { listTemplates } from '../../whatsapp/templates/owners.ts'
import { type Check, type Finding, ok } from '../finding.ts'
import { isProofRefused, judgeAccount, judgeNumber, judgeSecret, judgeSubscription, judgeToken, unanswered } from '../judge/graph.ts'
import { judgeTemplates } from '../judge/templates.ts'
import type { DoctorParts } from '../parts.ts'
import { webhookOf } from './address.ts'

export const askToken = (parts: DoctorParts): Promise<Finding> =>
  ofMeta(parts, 'token', async () => judgeToken(await whateverSecret(parts, readToken), hostOf(parts), parts.now()))

export const askSecret = (parts: DoctorParts): Promise<Finding> =>
  ofMeta(parts, 'secret', async () => judgeSecret(await readNumber(graphOf(parts)), hostOf(parts)))

export async function askNumber(parts: DoctorParts): Promise<Finding> {
  return judgeNumber(await whateverSecret(parts, readNumber), parts.config.whatsapp, hostOf(parts))
}

export const askAccount = (parts: DoctorParts): Promise<Finding> =>
  ofMeta(parts, 'account', async () => judgeAccount(await whateverSecret(parts, readNumbersOf), parts.config.whatsapp, hostOf(parts)))

export const askSubscription = (parts: DoctorParts): Promise<Finding> =>
  ofMeta(parts, 'subscription', async () => {
    const token = await whateverSecret(parts, readToken)
    const number = await whateverSecret(parts, readNumber)
    const told = {
      appId: token.kind === 'told' ? token.appId : null,
      webhook: number.kind === 'told' ? number.webhook : null,
      ours: webhookOf(parts.config),
    }
    return judgeSubscription(await whateverSecret(parts, readSubscribedApps), told, hostOf(parts))
  })

export async function askTemplates(parts: DoctorParts): Promise<Finding> {
  const told = await whateverSecret(parts, options => openGraph(options).listTemplates())
  return judgeTemplates(parts.db ? await listTemplates(parts.db) : [], told, hostOf(parts), parts.now(), parts.config.auth.phones)
}

/** 360dialog holds token, account and subscription itself and has no such questions. */
const ofMeta = async ({ config }: DoctorParts, check: Check, ask: () => Promise<Finding>): Promise<Finding> =>
  config.whatsapp.provider === '360dialog' ? ok(check, 'dialog') : ask()

/** Lets the app of the token hear our account. */
export async function subscribe(parts: DoctorParts): Promise<Finding> {
  const told = await whateverSecret(parts, subscribeApp)
  return told.kind === 'told' ? ok('subscription', 'subscription.made') : unanswered('subscription', told, hostOf(parts))
}

export const graphOf = ({ config, outside }: DoctorParts): GraphOptions => ({ outside, ...config.whatsapp })

/** A wrong secret is found by itself: the other questions are asked without its proof then. */
async function whateverSecret<T extends { kind: string }>(
  parts: DoctorParts,
  ask: (options: GraphOptions) => Promise<T | GraphFailure>,
): Promise<T | GraphFailure> {
  const answer = await ask(graphOf(parts))
  return isGraph(answer) && isProofRefused(answer) ? ask({ ...graphOf(parts), appSecret: '' }) : answer
}

const isGraph = (answer: { kind: string }): answer is GraphFailure & { kind: 'graph' } => answer.kind === 'graph'

const hostOf = ({ config }: DoctorParts): string => new URL(config.whatsapp.graphUrl).host
