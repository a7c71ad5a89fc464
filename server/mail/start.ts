// Starts the ways in of mail on this host: the watch over IMAP mailboxes, and the SMTP port.
import { type LeaseParts, watchMailboxes } from './leases.ts'
import { listenSmtp, type SmtpParts } from './smtp.ts'

type SmtpPlace = Pick<SmtpParts, 'host' | 'port' | 'domain' | 'certificate'>

export type MailParts = LeaseParts & Omit<SmtpParts, keyof SmtpPlace> & { smtp: SmtpPlace }

export interface Mail {
  smtpPort: number
  /** Takes no new mail, lets what is being kept be kept, and gives the leases back. */
  stop(): Promise<void>
}

export async function startMail(parts: MailParts): Promise<Mail> {
  const smtp = await listenSmtp({ ...parts, ...parts.smtp })
  const leases = watchMailboxes(parts)
  return {
    smtpPort: smtp.port,
    stop: async () => {
      await Promise.all([smtp.stop(), leases.stop()])
    },
  }
}
