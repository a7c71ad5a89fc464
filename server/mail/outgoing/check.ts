// Tests whether a mailbox can send: connects, signs in, and says by name what went wrong. No mail leaves.
import type { OutgoingSettings } from '../../../core/api/outgoing.ts'
import { isOutgoingHost } from '../../../core/mailbox/providers/outgoing.ts'
import { type AccessParts, doorOf } from '../access.ts'
import type { Checked } from '../check.ts'
import { withCredential } from '../credential.ts'
import { CertificateError, type Problem, problemOf } from '../errors.ts'
import type { KeptMailbox } from '../store.ts'
import { openSmtp } from './submit.ts'

const checkMs = 10_000

export async function checkOutgoing(parts: AccessParts, mailbox: KeptMailbox, settings: OutgoingSettings): Promise<Checked> {
  const opened = { userId: mailbox.user_id, id: mailbox.id, settings, secret: mailbox.secret ?? Buffer.alloc(0) }
  try {
    const session = await withCredential(parts, opened, credential => openSmtp(doorOf(parts), settings, credential, checkMs))
    session.close()
    return { settings, problem: null, fingerprint: null }
  } catch (error) {
    const problem = problemOf(error, settings.host)
    return { settings, problem, fingerprint: await offered(parts, settings, problem) }
  }
}

/** The certificate that its person may trust from now on; never one of a provider that we know. */
async function offered(parts: AccessParts, settings: OutgoingSettings, problem: Problem): Promise<string | null> {
  if (!['cert_untrusted', 'cert_expired', 'fingerprint_changed'].includes(problem) || isOutgoingHost(settings.host)) return null
  try {
    const session = await openSmtp(doorOf(parts), { ...settings, fingerprint: 'none' }, null, checkMs)
    session.close()
    return null
  } catch (error) {
    return error instanceof CertificateError ? error.fingerprint : null
  }
}
