// Asks Meta about the token, the app secret, the number, its account, the webhook and the templates.

import { openGraph } from '../../../whatsapp/client.ts'
import type { GraphFailure, GraphOptions } from '../../../whatsapp/graph-request.ts'
import { readNumber, readNumbersOf, readSubscribedApps, readToken, subscribeApp } from '../../../whatsapp/setup.ts'
import { listTemplates } from '../../../whatsapp/templates/owners.ts'
import type { DoctorDeps } from '../deps.ts'
import { type DoctorCheck, type DoctorFinding, ok } from '../finding.ts'
import { isProofRefused, judgeAccount, judgeNumber, judgeSecret, judgeSubscription, judgeToken, unanswered } from '../judge/graph.ts'
import { judgeTemplates } from '../judge/templates.ts'
import { webhookOf } from './address.ts'

export const askToken = (deps: DoctorDeps): Promise<DoctorFinding> =>
  ofMeta(deps, 'token', async () => judgeToken(await whateverSecret(deps, readToken), hostOf(deps), deps.now()))

export const askSecret = (deps: DoctorDeps): Promise<DoctorFinding> =>
  ofMeta(deps, 'secret', async () => judgeSecret(await readNumber(graphOf(deps)), hostOf(deps)))

export async function askNumber(deps: DoctorDeps): Promise<DoctorFinding> {
  return judgeNumber(await whateverSecret(deps, readNumber), deps.config.whatsapp, hostOf(deps))
}

export const askAccount = (deps: DoctorDeps): Promise<DoctorFinding> =>
  ofMeta(deps, 'account', async () => judgeAccount(await whateverSecret(deps, readNumbersOf), deps.config.whatsapp, hostOf(deps)))

export const askSubscription = (deps: DoctorDeps): Promise<DoctorFinding> =>
  ofMeta(deps, 'subscription', async () => {
    const token = await whateverSecret(deps, readToken)
    const number = await whateverSecret(deps, readNumber)
    const told = {
      appId: token.kind === 'read' ? token.appId : null,
      webhook: number.kind === 'read' ? number.webhook : null,
      ours: webhookOf(deps.config),
    }
    return judgeSubscription(await whateverSecret(deps, readSubscribedApps), told, hostOf(deps))
  })

export async function askTemplates(deps: DoctorDeps): Promise<DoctorFinding> {
  const told = await whateverSecret(deps, options => openGraph(options).listTemplates())
  return judgeTemplates(deps.db ? await listTemplates(deps.db) : [], told, hostOf(deps), deps.now(), deps.config.auth.phones)
}

/** 360dialog holds token, account and subscription itself and has no such questions. */
const ofMeta = async ({ config }: DoctorDeps, check: DoctorCheck, ask: () => Promise<DoctorFinding>): Promise<DoctorFinding> =>
  config.whatsapp.provider === '360dialog' ? ok(check, 'dialog') : ask()

/** Lets the app of the token hear our account. */
export async function subscribe(deps: DoctorDeps): Promise<DoctorFinding> {
  const told = await whateverSecret(deps, subscribeApp)
  return told.kind === 'read' ? ok('subscription', 'subscription.made') : unanswered('subscription', told, hostOf(deps))
}

export const graphOf = ({ config, outside }: DoctorDeps): GraphOptions => ({ outside, ...config.whatsapp })

/** A wrong secret is found by itself: the other questions are asked without its proof then. */
async function whateverSecret<T extends { kind: string }>(
  deps: DoctorDeps,
  ask: (options: GraphOptions) => Promise<T | GraphFailure>,
): Promise<T | GraphFailure> {
  const answer = await ask(graphOf(deps))
  return isGraph(answer) && isProofRefused(answer) ? ask({ ...graphOf(deps), appSecret: '' }) : answer
}

const isGraph = (answer: { kind: string }): answer is GraphFailure & { kind: 'graph' } => answer.kind === 'graph'

const hostOf = ({ config }: DoctorDeps): string => new URL(config.whatsapp.graphUrl).host
