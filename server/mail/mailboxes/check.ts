// Tests whether a mailbox can be read: connects, signs in, opens the inbox, and names what went wrong.
import type { ImapSettings } from '../../../core/api/mail.ts'
import { isProviderHost } from '../../../core/mailbox/providers/providers.ts'
import { type Credential, type ImapDoor, openInbox } from '../imap/connect.ts'
import { CertificateError, type MailProblem, problemOf } from '../imap/errors.ts'

const usualMs = 10_000

/** The name of the problem, or null when all is well; takes `timeoutMs` at most. */
export async function checkMailbox(
  door: ImapDoor,
  settings: ImapSettings,
  credential: Credential,
  timeoutMs = usualMs,
): Promise<MailProblem | null> {
  try {
    const inbox = await openInbox(door, settings, credential, timeoutMs)
    inbox.close()
    return null
  } catch (error) {
    return problemOf(error, settings.host)
  }
}

export interface Checked {
  /** As they may be kept: with a pin only where nothing else proves the server. */
  settings: ImapSettings
  problem: MailProblem | null
  /** Of the certificate that the server shows, where its person may decide to trust it. */
  fingerprint: string | null
}

/**
 * Tests settings that are new. Public authorities are asked first: what they vouch for is never pinned, as it is renewed every few
 * weeks, nor is a host of a provider that we know, as a certificate of its own making there is an attack.
 */
export async function checkNew(door: ImapDoor, { fingerprint, ...settings }: ImapSettings, password: string): Promise<Checked> {
  const problem = await checkMailbox(door, settings, password)
  const offered = await offeredPin(door, settings, problem)
  if (offered === null) return { settings, problem, fingerprint: null }
  if (fingerprint === undefined) return { settings, problem: 'self_signed', fingerprint: offered }
  const pinned = { ...settings, fingerprint }
  const worse = await checkMailbox(door, pinned, password)
  return { settings: pinned, problem: worse, fingerprint: worse === 'fingerprint_changed' ? offered : null }
}

/** The certificate that a person may trust from now on instead of the one they trust; null when `problem` is none that it would mend. */
export async function offeredPin(door: ImapDoor, settings: ImapSettings, problem: MailProblem | null): Promise<string | null> {
  const isUnknown = problem === 'cert_untrusted' || problem === 'fingerprint_changed'
  if ((!isUnknown && problem !== 'cert_expired') || isProviderHost(settings.host)) return null
  const shown = await certificateAt(door, settings)
  // One that a public authority signed and that has expired is renewed by its owner; nobody else renews one that signs itself.
  return shown && (isUnknown || shown.isSelfSigned) ? shown.fingerprint : null
}

/** No secret is at hand there, and no certificate has this fingerprint. */
async function certificateAt(door: ImapDoor, settings: ImapSettings): Promise<CertificateError | null> {
  try {
    const inbox = await openInbox(door, { ...settings, fingerprint: 'none' }, '', usualMs)
    inbox.close()
    return null
  } catch (error) {
    return error instanceof CertificateError ? error : null
  }
}
