// Starts receiving on this host: the watch over IMAP mailboxes, and the SMTP port.
import { type LeaseDeps, watchMailboxes } from './leases.ts'
import { listenSmtp, type SmtpDeps } from './smtp/smtp.ts'

type SmtpPlace = Pick<SmtpDeps, 'host' | 'port' | 'domain' | 'certificate'>

export type MailDeps = LeaseDeps & Omit<SmtpDeps, keyof SmtpPlace> & { smtp: SmtpPlace }

export interface RunningMail {
  smtpPort: number
  /** Takes no new mail, lets what is being kept be kept, and gives the leases back. */
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
