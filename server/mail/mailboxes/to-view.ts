// Mailboxes and folders in the shape that the API returns.
import { ImapSettings, type Mailbox, type MailboxDetail, type ServerCount } from '../../../core/api/mail.ts'
import { providers } from '../../../core/mailbox/providers/providers.ts'
import { type Half, pulseHalves } from '../../../core/mailbox/pulse.ts'
import type { Translate } from '../../../core/words/words.ts'
import { systemClock } from '../../foundation/clock.ts'
import { isProblem } from '../imap/errors.ts'
import type { ForwardingConfirmation } from './confirmations-store.ts'
import { sentenceOf } from './connection-test.ts'
import type { KeptFolder } from './folders/store.ts'
import type { KeptMailbox } from './store.ts'

/** A mailbox as its person sees it; `folders` are its own, `asked` is what a provider asks about it. */
export function shown(say: Translate<'mail'>, mailbox: KeptMailbox, folders: KeptFolder[], asked?: ForwardingConfirmation): Mailbox {
  const settings = ImapSettings.safeParse(mailbox.settings)
  const place = settings.success ? settings.data : { host: '', port: 0 }
  return {
    id: mailbox.id,
    kind: mailbox.kind,
    address: mailbox.address,
    state: mailbox.state,
    reason: mailbox.reason && isProblem(mailbox.reason) ? sentenceOf(say, place, mailbox.reason) : null,
    problem: mailbox.reason,
    host: settings.success ? settings.data.host : null,
    provider: providerNamed(mailbox.provider),
    signIn: mailbox.kind === 'imap' ? mailbox.sign_in : null,
    backlog: mailbox.backlog,
    forwardsCopies: mailbox.forwards_copies,
    secondPathAt: mailbox.cross_checked_at?.toISOString() ?? null,
    downSince: mailbox.down_since?.toISOString() ?? null,
    count: countOf(folders),
    confirmation: asked ? { ...asked, at: asked.at.toISOString() } : null,
    halves: mailbox.kind === 'imap' ? halvesOf(mailbox) : [],
    lastAliveAt: mailbox.last_alive_at?.toISOString() ?? null,
    lastMailAt: mailbox.last_mail_at?.toISOString() ?? null,
    createdAt: mailbox.created_at.toISOString(),
  }
}

export const shownFolder = (folder: KeptFolder): MailboxDetail['folders'][number] => ({
  name: folder.name,
  startsAt: folder.starts_at.toISOString(),
  isGone: folder.is_gone,
  count: countOf([folder]),
})

/** As of the oldest of their comparisons; a folder that was never compared counts nothing yet. */
function countOf(folders: KeptFolder[]): ServerCount | null {
  const compared = folders.flatMap(f => (f.reconciled_at ? [{ ...f, at: f.reconciled_at }] : []))
  const [first] = compared.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  if (!first) return null
  const sum = (of: (folder: KeptFolder) => number) => compared.reduce((total, folder) => total + of(folder), 0)
  return { held: sum(f => f.on_server ?? 0), kept: sum(f => f.stored ?? 0), takenUp: sum(f => f.recovered), at: first.at.toISOString() }
}

const providerNamed = (id: string | null): Mailbox['provider'] => {
  const found = providers.find(provider => provider.id === id)
  return found ? { id: found.id, name: found.name } : null
}

const halvesOf = ({ pulse, pulse_half: latest, created_at: createdAt, state }: KeptMailbox): Half[] =>
  pulseHalves(
    { heard: BigInt(pulse), latest: latest === null ? null : Number(latest) },
    { createdAt, isPaused: state === 'paused', now: systemClock.now() },
  )
