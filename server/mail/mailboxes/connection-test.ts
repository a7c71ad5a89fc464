// Runs a user's connection tests within their limit, and describes each result in a sentence.
import type { ConnectionTestResult, ImapSettings } from '../../../core/api/mail.ts'
import { isProviderHost, providerNameOfHost } from '../../../core/mailbox/providers/providers.ts'
import type { WordKey } from '../../../core/words/catalogs.ts'
import type { Translate } from '../../../core/words/words.ts'
import { HttpError } from '../../foundation/http/errors.ts'
import { type MailProblem, needsUserAction } from '../imap/errors.ts'
import type { CheckedSettings } from './check.ts'
import type { ConnectionTestLimiter } from './limits.ts'

export interface ConnectionTestDeps {
  say: Translate<'mail'>
  knocks: ConnectionTestLimiter
}

type TestedServer = Pick<ImapSettings, 'host' | 'port' | 'username'>

/** Counts and runs a test; throws 429 after too many. */
export async function testConnection<T extends { problem: MailProblem | null }>(
  { say, knocks }: ConnectionTestDeps,
  userId: string,
  { host, username }: TestedServer,
  test: () => Promise<T>,
): Promise<T> {
  const blockedSeconds = await knocks.blocked(userId, host, username)
  if (blockedSeconds !== null) throw tooMany(say('refused.accountTests', { host, minutes: toMinutes(blockedSeconds) }))
  const waitSeconds = await knocks.take(userId)
  if (waitSeconds !== null) throw tooMany(say('refused.manyTests', { minutes: toMinutes(waitSeconds) }))
  const tested = await test()
  if (tested.problem === null || tested.problem === 'self_signed') await knocks.giveBack(userId)
  // What never came to a sign-in can't make the server lock the account.
  if (tested.problem !== null && needsUserAction(tested.problem)) await knocks.failed(userId, host, username)
  return tested
}

const toMinutes = (seconds: number): number => Math.ceil(seconds / 60)
const tooMany = (message: string) => new HttpError(429, 'too_many_tests', message)

/** Throws 422 with a sentence when there is a problem. */
export function throwIfFailed({ say }: ConnectionTestDeps, { settings, problem, fingerprint }: CheckedSettings): void {
  if (problem)
    throw new HttpError(422, problem, describeProblem(say, settings, problem), fingerprint === null ? undefined : { fingerprint })
}

export const toTestResult = ({ say }: ConnectionTestDeps, { settings, problem, fingerprint }: CheckedSettings): ConnectionTestResult =>
  problem
    ? { ok: false, code: problem, message: describeProblem(say, settings, problem), fingerprint }
    : { ok: true, code: null, message: say('check.ok'), fingerprint: null }

export function describeProblem(say: Translate<'mail'>, { host, port }: { host: string; port: number }, problem: MailProblem): string {
  // Nobody misspelled the host of a provider that we know.
  if (problem === 'host_unknown' && isProviderHost(host)) return say('problem.noInternet', { host })
  const key: WordKey<'mail'> = `problem.${problem}`
  return say(key, { host, port: String(port), provider: providerNameOfHost(host) })
}
