// Starts receiving on this host: the watch over IMAP mailboxes, and the SMTP port.
import { type LeaseDeps, watchMailboxes } from './leases.ts'
import { listenSmtp, type SmtpDeps } from './smtp/smtp.ts'

type SmtpAddress = Pick<SmtpDeps, 'host' | 'port' | 'domain' | 'certificate'>

export type MailDeps = LeaseDeps & Omit<SmtpDeps, keyof SmtpAddress> & { smtp: SmtpAddress }

export interface RunningMail {
  smtpPort: number
  /** Accepts no new email, lets saves in progress finish, and releases the leases. */
  stop(): Promise<void>
}

export async function startMail(deps: MailDeps): Promise<RunningMail> {
  const smtp = await listenSmtp({ ...deps, ...deps.smtp })
  const leases = watchMailboxes(deps)
  return {
    smtpPort: smtp.port,
    stop: async () => {
      await Promise.all([smtp.stop(), leases.stop()])
    },
  }
}
