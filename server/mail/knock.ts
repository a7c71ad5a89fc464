// Tests mailboxes in a person's name, as often as they may, and says in a sentence how it went.
import type { CheckResult, ImapSettings } from '../../core/api/mail.ts'
import type { Key as WordKey } from '../../core/words/rooms.ts'
import type { Translate } from '../../core/words/words.ts'
import { HttpError } from '../http/errors.ts'
import type { Checked } from './check.ts'
import type { Problem } from './errors.ts'
import type { Knocks } from './limits.ts'

export interface KnockParts {
  say: Translate<'mail'>
  knocks: Knocks
}

type Place = Pick<ImapSettings, 'host' | 'port' | 'username'>

/** Counts a test and runs it; throws 429 when there were too many. */
export async function knock<T extends { problem: Problem | null }>(
  { say, knocks }: KnockParts,
  userId: string,
  { host, username }: Place,
  test: () => Promise<T>,
): Promise<T> {
  const waitSeconds = (await knocks.blocked(host, username)) ?? (await knocks.take(userId))
  if (waitSeconds !== null) throw new HttpError(429, 'too_many_tests', say('refused.tests', { minutes: Math.ceil(waitSeconds / 60) }))
  const tested = await test()
  if (tested.problem) await knocks.failed(host, username)
  return tested
}

/** Throws 422 with the sentence when there is a problem. */
export function refuse({ say }: KnockParts, { settings, problem, fingerprint }: Checked): void {
  if (problem) throw new HttpError(422, problem, sentenceOf(say, settings, problem), fingerprint === null ? undefined : { fingerprint })
}

export const resultOf = ({ say }: KnockParts, { settings, problem, fingerprint }: Checked): CheckResult =>
  problem
    ? { ok: false, code: problem, message: sentenceOf(say, settings, problem), fingerprint }
    : { ok: true, code: null, message: say('check.ok'), fingerprint: null }

export function sentenceOf(say: Translate<'mail'>, { host, port }: { host: string; port: number }, problem: Problem): string {
  const key: WordKey<'mail'> = `problem.${problem}`
  return say(key, { host, port: String(port) })
}
