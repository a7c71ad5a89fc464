// Asks Meta about the token, the secret, the number, its account and the subscription.
import type { GraphFailure, GraphOptions } from '../../whatsapp/calling.ts'
import { readNumber, readNumbersOf, readSubscribedApps, readToken } from '../../whatsapp/setup.ts'
import type { Finding } from '../finding.ts'
import { isProofRefused, judgeAccount, judgeNumber, judgeSecret, judgeSubscription, judgeToken } from '../judge/graph.ts'
import type { DoctorParts } from '../parts.ts'

export const askToken = async (parts: DoctorParts): Promise<Finding> =>
  judgeToken(await whateverSecret(parts, readToken), hostOf(parts), parts.now())

export const askSecret = async (parts: DoctorParts): Promise<Finding> => judgeSecret(await readToken(graphOf(parts)), hostOf(parts))

export const askNumber = async (parts: DoctorParts): Promise<Finding> =>
  judgeNumber(await whateverSecret(parts, readNumber), parts.config.whatsapp, hostOf(parts))

export const askAccount = async (parts: DoctorParts): Promise<Finding> =>
  judgeAccount(await whateverSecret(parts, readNumbersOf), parts.config.whatsapp, hostOf(parts))

export async function askSubscription(parts: DoctorParts): Promise<Finding> {
  const token = await whateverSecret(parts, readToken)
  const apps = await whateverSecret(parts, readSubscribedApps)
  return judgeSubscription(apps, token.kind === 'told' ? token.appId : null, hostOf(parts))
}

export const graphOf = ({ config, outside }: DoctorParts): GraphOptions => ({ outside, ...config.whatsapp })

/** A wrong secret is found by itself: the other questions are asked without its proof then. */
export async function whateverSecret<T extends { kind: string }>(
  parts: DoctorParts,
  ask: (options: GraphOptions) => Promise<T | GraphFailure>,
): Promise<T | GraphFailure> {
  const answer = await ask(graphOf(parts))
  return isGraph(answer) && isProofRefused(answer) ? ask({ ...graphOf(parts), appSecret: '' }) : answer
}

const isGraph = (answer: { kind: string }): answer is GraphFailure & { kind: 'graph' } => answer.kind === 'graph'

const hostOf = ({ config }: DoctorParts): string => new URL(config.whatsapp.graphUrl).host
