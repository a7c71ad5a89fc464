// Converts mailboxes and folders to the API's shape.
import { ImapSettings, type Mailbox, type MailboxDetail, type ServerCount } from '../../../core/api/mail.ts'
import { providers } from '../../../core/mailbox/providers/providers.ts'
import { mustAllowSending } from '../../../core/mailbox/providers/sending-consent.ts'
import { type Half, pulseHalves } from '../../../core/mailbox/pulse.ts'
import type { Translate } from '../../../core/words/words.ts'
import { systemClock } from '../../foundation/clock.ts'
import { isMailProblem } from '../imap/errors.ts'
import type { ForwardingConfirmation } from './confirmations-store.ts'
import { describeProblem } from './connection-test.ts'
import type { FolderRow } from './folders/store.ts'
import type { MailboxRow } from './store.ts'

/** `confirmation` is a provider's pending request to confirm forwarding. */
export function toMailboxView(
  say: Translate<'mail'>,
  mailbox: MailboxRow,
  folders: FolderRow[],
  confirmation?: ForwardingConfirmation,
): Mailbox {
  const settings = ImapSettings.safeParse(mailbox.settings)
  const place = settings.success ? settings.data : { host: '', port: 0 }
  return {
    id: mailbox.id,
    kind: mailbox.kind,
    address: mailbox.address,
    state: mailbox.state,
    reason: mailbox.reason && isMailProblem(mailbox.reason) ? describeProblem(say, place, mailbox.reason) : null,
    problem: mailbox.reason,
    host: settings.success ? settings.data.host : null,
    provider: findProvider(mailbox.provider),
    signIn: mailbox.kind === 'imap' ? mailbox.sign_in : null,
    mustAllowReplies: mustAllowSending({ signIn: mailbox.sign_in, provider: mailbox.provider, maySend: mailbox.may_send }),
    backlog: mailbox.backlog,
    forwardsCopies: mailbox.forwards_copies,
    secondPathAt: mailbox.cross_checked_at?.toISOString() ?? null,
    downSince: mailbox.down_since?.toISOString() ?? null,
    count: sumCounts(folders),
    confirmation: confirmation ? { ...confirmation, at: confirmation.at.toISOString() } : null,
    halves: mailbox.kind === 'imap' ? toHalfHours(mailbox) : [],
    lastAliveAt: mailbox.last_alive_at?.toISOString() ?? null,
    lastMailAt: mailbox.last_mail_at?.toISOString() ?? null,
    createdAt: mailbox.created_at.toISOString(),
  }
}

export const toFolderView = (folder: FolderRow): MailboxDetail['folders'][number] => ({
  name: folder.name,
  startsAt: folder.starts_at.toISOString(),
  isGone: folder.is_gone,
  count: sumCounts([folder]),
})

/** Totals of the reconciled folders, as of the oldest reconciliation; null when none has been reconciled. */
function sumCounts(folders: FolderRow[]): ServerCount | null {
  const compared = folders.flatMap(f => (f.reconciled_at ? [{ ...f, at: f.reconciled_at }] : []))
  const [first] = compared.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  if (!first) return null
  const sum = (of: (folder: FolderRow) => number) => compared.reduce((total, folder) => total + of(folder), 0)
  return { held: sum(f => f.on_server ?? 0), kept: sum(f => f.stored ?? 0), takenUp: sum(f => f.recovered), at: first.at.toISOString() }
}

const findProvider = (id: string | null): Mailbox['provider'] => {
  const found = providers.find(provider => provider.id === id)
  return found ? { id: found.id, name: found.name } : null
}

const toHalfHours = ({ pulse, pulse_half: latest, created_at: createdAt, state }: MailboxRow): Half[] =>
  pulseHalves(
    { alive: BigInt(pulse), latest: latest === null ? null : Number(latest) },
    { createdAt, isPaused: state === 'paused', now: systemClock.now() },
  )
