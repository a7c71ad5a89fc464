// Asks Meta about the token, the app secret, the number, its account, the webhook and the templates.

import { openGraph } from '../../../whatsapp/client.ts'
import type { GraphFailure, GraphOptions } from '../../../whatsapp/graph-request.ts'
import { readNumber, readNumbersOf, readSubscribedApps, readToken, subscribeApp } from '../../../whatsapp/setup.ts'
import { listTemplates } from '../../../whatsapp/templates/owners.ts'
import type { DoctorDeps } from '../deps.ts'
import { type DoctorCheck, type DoctorFinding, ok } from '../finding.ts'
import { isProofRefused, judgeAccessToken, judgeAccount, judgeNumber, judgeSecret, judgeSubscription, unanswered } from '../judge/graph.ts'
import { judgeTemplates } from '../judge/templates.ts'
import { webhookUrl } from './address.ts'

export const checkToken = (deps: DoctorDeps): Promise<DoctorFinding> =>
  unlessDialog(deps, 'token', async () => judgeAccessToken(await askIgnoringSecret(deps, readToken), graphHost(deps), deps.now()))

export const checkSecret = (deps: DoctorDeps): Promise<DoctorFinding> =>
  unlessDialog(deps, 'secret', async () => judgeSecret(await readNumber(graphOptions(deps)), graphHost(deps)))

export async function checkNumber(deps: DoctorDeps): Promise<DoctorFinding> {
  return judgeNumber(await askIgnoringSecret(deps, readNumber), deps.config.whatsapp, graphHost(deps))
}

export const checkAccount = (deps: DoctorDeps): Promise<DoctorFinding> =>
  unlessDialog(deps, 'account', async () =>
    judgeAccount(await askIgnoringSecret(deps, readNumbersOf), deps.config.whatsapp, graphHost(deps)),
  )

export const checkSubscription = (deps: DoctorDeps): Promise<DoctorFinding> =>
  unlessDialog(deps, 'subscription', async () => {
    const token = await askIgnoringSecret(deps, readToken)
    const number = await askIgnoringSecret(deps, readNumber)
    const answer = {
      appId: token.kind === 'read' ? token.appId : null,
      webhook: number.kind === 'read' ? number.webhook : null,
      ours: webhookUrl(deps.config),
    }
    return judgeSubscription(await askIgnoringSecret(deps, readSubscribedApps), answer, graphHost(deps))
  })

export async function checkTemplates(deps: DoctorDeps): Promise<DoctorFinding> {
  const answer = await askIgnoringSecret(deps, options => openGraph(options).listTemplates())
  return judgeTemplates(deps.db ? await listTemplates(deps.db) : [], answer, graphHost(deps), deps.now(), deps.config.auth.phones)
}

/** 360dialog manages token, account and subscription itself, so these checks do not apply. */
const unlessDialog = async ({ config }: DoctorDeps, check: DoctorCheck, ask: () => Promise<DoctorFinding>): Promise<DoctorFinding> =>
  config.whatsapp.provider === '360dialog' ? ok(check, 'dialog') : ask()

/** Subscribes the token's app to our account's webhooks. */
export async function subscribe(deps: DoctorDeps): Promise<DoctorFinding> {
  const answer = await askIgnoringSecret(deps, subscribeApp)
  return answer.kind === 'read' ? ok('subscription', 'subscription.made') : unanswered('subscription', answer, graphHost(deps))
}

export const graphOptions = ({ config, outside }: DoctorDeps): GraphOptions => ({ outside, ...config.whatsapp })

/** A wrong app secret has a check of its own; the other requests are then repeated without its proof. */
async function askIgnoringSecret<T extends { kind: string }>(
  deps: DoctorDeps,
  ask: (options: GraphOptions) => Promise<T | GraphFailure>,
): Promise<T | GraphFailure> {
  const answer = await ask(graphOptions(deps))
  return isGraph(answer) && isProofRefused(answer) ? ask({ ...graphOptions(deps), appSecret: '' }) : answer
}

const isGraph = (answer: { kind: string }): answer is GraphFailure & { kind: 'graph' } => answer.kind === 'graph'

const graphHost = ({ config }: DoctorDeps): string => new URL(config.whatsapp.graphUrl).host
