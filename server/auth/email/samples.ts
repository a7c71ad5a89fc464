// Renders each email of the auth module with sample values, so that staff see a changed text before it is sent.
import { type AuthEmailName, authEmails } from '../../../core/notifications/email-kinds.ts'
import type { Words } from '../../../core/words/words.ts'
import type { SystemEmail } from '../../foundation/mailer.ts'
import { type AuthEmailContent, renderAuthEmail } from './content.ts'

const sampleToken = '0'.repeat(56)
const sampleCode = '123456'
const sampleMinutes = 60

/** Emails that carry a link and a code. */
const withLink = new Set<AuthEmailName>(['signUp', 'magicLink', 'recovery', 'invite', 'provider', 'changeNew', 'changeCurrent'])

/** Emails that say nothing about the request: what staff did is not to be traced to their device. */
const withoutFacts = new Set<AuthEmailName>([
  ...(['erased', 'removed', 'suspended', 'resumed', 'factorsReset', 'rolesChanged', 'signedOutByStaff'] as const),
])

export function sampleAuthEmail(kind: AuthEmailName, words: Words, publicUrl: string, now: Date): Omit<SystemEmail, 'to'> {
  return renderAuthEmail(
    kind,
    { ...sampleContent(kind, publicUrl), values: sampleValues(words, now), facts: sampleFacts(kind, words, now) },
    words,
  )
}

/** Shows what all emails share: the sentence above the code, how long it works, the foot and the link that unsubscribes. */
export const sampleSharedEmail = (words: Words, publicUrl: string): Omit<SystemEmail, 'to'> =>
  renderAuthEmail('signUp', { ...sampleContent('signUp', publicUrl), unsubscribe: `${publicUrl}/unsubscribe/${sampleToken}` }, words)

function sampleContent(kind: AuthEmailName, publicUrl: string): AuthEmailContent {
  if (withLink.has(kind)) return { link: `${publicUrl}/auth/v1/verify?token=${sampleToken}`, code: sampleCode, minutes: sampleMinutes }
  if (kind === 'reauthenticate') return { link: null, code: sampleCode, minutes: sampleMinutes }
  const unsubscribe = kind === 'newDevice' ? `${publicUrl}/unsubscribe/${sampleToken}` : null
  return { link: `${publicUrl}/profile`, code: null, minutes: null, unsubscribe }
}

const sampleValues = (words: Words, now: Date): Record<string, string> => ({
  ...{ from: 'ann@example.com', to: 'ann.example@example.org', phone: '+1 555 0100', provider: 'Google' },
  ...{ roles: 'support', until: formatSampleDay(words.language, now), forGood: 'no', factor: words.of('auth')('factor.totp'), left: '9' },
  ...{ until: '1 December 2026 12:00 UTC', forGood: 'no', roles: 'support, billing' },
})

const formatSampleDay = (language: string, now: Date): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(now)

function sampleFacts(kind: AuthEmailName, words: Words, now: Date): [string, string][] {
  if (authEmails[kind].group !== 'security' || withoutFacts.has(kind)) return []
  const t = words.of('auth')
  const when = new Intl.DateTimeFormat(words.language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(now)
  return [
    [t('newDevice.when'), `${when} UTC`],
    [t('newDevice.device'), t('newDevice.known', { browser: 'Firefox', system: 'Windows' })],
    [t('newDevice.address'), '203.0.113.7'],
  ]
}
