// Judges the mail providers: which of them refuse many of their users at once.
import { providerNameOfHost } from '../../../../core/mailbox/providers/providers.ts'
import { type DoctorFinding, needsAttention, ok } from '../finding.ts'

export interface TroubledProvider {
  /** The host name of its mail server. */
  server: string
  since: Date
  /** Mailboxes that wait because of it. */
  waiting: number
}

export function judgeMailProviders(troubled: readonly TroubledProvider[]): DoctorFinding[] {
  const found = troubled.map(({ server, since, waiting }) => ({
    ...needsAttention('mailproviders', 'mailproviders.trouble', { provider: providerNameOfHost(server), server, n: waiting }),
    ...{ subject: server, since, link: '/admin?list=mailboxes&reason=provider_trouble' },
  }))
  return found.length > 0 ? found : [ok('mailproviders', 'mailproviders.ok')]
}
