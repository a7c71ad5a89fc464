// Tests whether a mailbox can be read: connects, signs in, opens the inbox, and names any problem.
import type { ImapSettings } from '../../../core/api/mail.ts'
import { isProviderHost } from '../../../core/mailbox/providers/providers.ts'
import { type Credential, type ImapDeps, openInbox } from '../imap/connect.ts'
import { CertificateError, type MailProblem, toMailProblem } from '../imap/errors.ts'

const defaultTimeoutMs = 10_000

/** The problem, or null when all is well; takes `timeoutMs` at most. */
export async function checkMailbox(
  deps: ImapDeps,
  settings: ImapSettings,
  credential: Credential,
  timeoutMs = defaultTimeoutMs,
): Promise<MailProblem | null> {
  try {
    const inbox = await openInbox(deps, settings, credential, timeoutMs)
    inbox.close()
    return null
  } catch (error) {
    return toMailProblem(error, settings.host)
  }
}

export interface CheckedSettings {
  /** The settings to save: with a pin only where nothing else authenticates the server. */
  settings: ImapSettings
  problem: MailProblem | null
  /** Of the server's certificate, where the user may choose to trust it. */
  fingerprint: string | null
}

/**
 * Tests new settings. A publicly trusted certificate is never pinned, as it is renewed every few weeks; nor is a known provider's
 * host, where a self-signed certificate is an attack.
 */
export async function checkNewSettings(
  deps: ImapDeps,
  { fingerprint, ...settings }: ImapSettings,
  password: string,
): Promise<CheckedSettings> {
  const problem = await checkMailbox(deps, settings, password)
  const offered = await findOfferedPin(deps, settings, problem)
  if (offered === null) return { settings, problem, fingerprint: null }
  if (fingerprint === undefined) return { settings, problem: 'self_signed', fingerprint: offered }
  const pinned = { ...settings, fingerprint }
  const worse = await checkMailbox(deps, pinned, password)
  return { settings: pinned, problem: worse, fingerprint: worse === 'fingerprint_changed' ? offered : null }
}

/** The certificate that a user may choose to trust; null when that would not fix `problem`. */
export async function findOfferedPin(deps: ImapDeps, settings: ImapSettings, problem: MailProblem | null): Promise<string | null> {
  const isUnknown = problem === 'cert_untrusted' || problem === 'fingerprint_changed'
  if ((!isUnknown && problem !== 'cert_expired') || isProviderHost(settings.host)) return null
  const shown = await certificateAt(deps, settings)
  // An expired certificate from a public authority will be renewed; an expired self-signed one may never be.
  return shown && (isUnknown || shown.isSelfSigned) ? shown.fingerprint : null
}

/** Connects without a secret and with a fingerprint that never matches, to learn the actual certificate. */
async function certificateAt(deps: ImapDeps, settings: ImapSettings): Promise<CertificateError | null> {
  try {
    const inbox = await openInbox(deps, { ...settings, fingerprint: 'none' }, '', defaultTimeoutMs)
    inbox.close()
    return null
  } catch (error) {
    return error instanceof CertificateError ? error : null
  }
}
