// Tests which connection tests count against a user, and what their problems are called.
import { expect, test } from 'vitest'
import { loadWords } from '../../foundation/words.ts'
import type { MailProblem } from '../imap/errors.ts'
import { describeProblem, testConnection } from './connection-test.ts'
import { openConnectionTestLimiter } from './limits.ts'

const say = loadWords('en').of('mail')
const gmail = { host: 'imap.gmail.com', port: 993, username: 'maya@gmail.com' }

function limited() {
  const deps = { say, knocks: openConnectionTestLimiter() }
  return (problem: MailProblem | null, server = gmail) => testConnection(deps, 'maya', server, async () => ({ problem }))
}

test('only sign-ins that the same server refused to the same user count', async () => {
  const tries = limited()
  const harmless = [null, 'self_signed', 'host_unknown', 'port_closed', 'tls_expected', 'timeout', 'cert_untrusted'] as const
  for (let n = 0; n < 21; n++) await tries(harmless[n % harmless.length] ?? null)
  for (let n = 0; n < 5; n++) expect(await tries('wrong_password')).toEqual({ problem: 'wrong_password' })
  await expect(tries('wrong_password')).rejects.toMatchObject({
    status: 429,
    message: expect.stringMatching(/imap\.gmail\.com refused these sign-in details .* in 60 minutes/),
  })
  expect(await tries(null, { ...gmail, username: 'other@gmail.com' })).toEqual({ problem: null })
})

test('a host that we supplied is never called misspelled', () => {
  expect(describeProblem(say, gmail, 'host_unknown')).toMatch(/connected to the internet/)
  expect(describeProblem(say, { ...gmail, host: 'imap.exampel.com' }, 'host_unknown')).toMatch(/spelling/)
})
