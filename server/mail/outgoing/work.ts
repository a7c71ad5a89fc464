// Sends each due reply once, files it in Sent, and reports the outcome.
import type { OutgoingSettings } from '../../../core/api/outgoing.ts'
import { domainOf } from '../../../core/mailbox/discovery.ts'
import { mustAllowSending } from '../../../core/mailbox/providers/sending-consent.ts'
import type { ReplyEvent } from '../../../core/message/reply/state.ts'
import type { Clock } from '../../foundation/clock.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import type { Log } from '../../foundation/log.ts'
import type { Relay, SystemEmail } from '../../foundation/mailer.ts'
import { MailError, needsUserAction, toMailProblem } from '../imap/errors.ts'
import { toImapDeps } from '../mailboxes/access.ts'
import { withCredential } from '../mailboxes/credential.ts'
import { openMailServers } from '../mailboxes/mail-servers.ts'
import { workSideBySide } from '../mailboxes/side-by-side.ts'
import { type MailboxRow, readMailbox } from '../mailboxes/store.ts'
import { type ComposedReply, composeReply } from './compose.ts'
import { connectSeparately, fileInSent, isSent, markReplied, type SeparateDeps, withMailboxConnection } from './filed.ts'
import { type ClaimedReply, claimReply } from './owners.ts'
import type { ReplyRow } from './rows.ts'
import { openReplyDraft, openReplyFile } from './sealed.ts'
import { findRoute, type OutgoingRouteDeps } from './settings.ts'
import { readFiles, readMessageLocation, recordReplyEvent } from './store.ts'
import { openSmtp, type SmtpSession } from './submit.ts'

/** A reply's outcome, for its writer. `reason` is a code of `reply.reason.*` or a mailbox problem. */
export interface EndedReply {
  userId: string
  replyId: string
  messageId: string
  destinationId: string | null
  state: 'sent' | 'failed' | 'unconfirmed'
  reason: string | null
}

export interface OutgoingDeps extends SeparateDeps, Pick<OutgoingRouteDeps, 'dns'> {
  clock: Clock
  log: Log
  /** The operator's relay, for replies from our own addresses; null where emails stay in the outbox. */
  relay: Relay | null
  /** Saves an email in the outbox, in the given transaction. */
  keepLetter(tx: Tx, letter: SystemEmail): Promise<void>
  /** Called once at most, after the outcome was saved. */
  onEnd?(ended: EndedReply): Promise<void>
}

const leaseMs = 5 * 60_000
const connectMs = 30_000

/** Another host has taken the reply over: nothing more may be sent here. */
class ClaimLost extends Error {}

/** Sends due replies, at once after `wake`, else within a second. */
export function openOutgoing(given: OutgoingDeps): { wake(): void; stop(): Promise<void> } {
  const { db, clock, log, servers = openMailServers(log) } = given
  const deps = { ...given, servers }
  return workSideBySide({
    ...{ clock, servers },
    claim: busy => claimReply(db, clock.now(), leaseMs, busy),
    placeOf: ({ row, server }) => ({ mailboxId: row.mailbox_id, server }),
    work: claimed => processReply(deps, claimed),
    onClaimFailed: error => log.error({ err: error }, 'due replies could not be claimed'),
  })
}

/** Sends all replies that are due now, in turn. @internal */
export async function workReplies(deps: OutgoingDeps): Promise<number> {
  let worked = 0
  for (;;) {
    const claimed = await claimReply(deps.db, deps.clock.now(), leaseMs)
    if (!claimed) return worked
    await processReply(deps, claimed)
    worked++
  }
}

async function processReply(deps: OutgoingDeps, claimed: ClaimedReply): Promise<void> {
  const [effect] = claimed.effects
  try {
    if (effect === 'send') await send(deps, claimed)
    if (effect === 'check_sent') await recordEvent(deps, claimed, { kind: 'sent_checked', isFound: await look(deps, claimed) })
    if (effect === 'file') await recordEvent(deps, claimed, await file(deps, claimed))
    if (effect === 'notify') await reportEnd(deps, claimed.row, 'failed', claimed.row.reason)
  } catch (error) {
    // The reply is claimed again when its lease ends.
    if (!(error instanceof ClaimLost)) deps.log.error({ err: error, reply: claimed.row.id }, 'a reply could not be processed')
  }
}

async function recordEvent(deps: OutgoingDeps, { row, attempt }: ClaimedReply, event: ReplyEvent): Promise<void> {
  const next = await recordReplyEvent(deps.db, row.user_id, row.id, event, deps.clock.now(), attempt)
  if (!next) throw new ClaimLost('another host has claimed the reply')
  const { state, reason } = next.reply
  const isNew = event.kind === 'accepted' || (event.kind === 'sent_checked' && event.isFound)
  if (next.effects.includes('notify') || isNew) await reportEnd(deps, row, state, reason)
}

async function reportEnd(deps: OutgoingDeps, row: ReplyRow, state: ReplyRow['state'], reason: string | null): Promise<void> {
  if (state !== 'sent' && state !== 'failed' && state !== 'unconfirmed') return
  const ended = { userId: row.user_id, replyId: row.id, messageId: row.message_id, destinationId: row.destination_id, state, reason }
  await deps
    .onEnd?.(ended)
    .catch((error: unknown) => deps.log.warn({ err: error, reply: row.id }, 'the outcome of a reply could not be reported'))
}

async function send(deps: OutgoingDeps, claimed: ClaimedReply): Promise<void> {
  const { row } = claimed
  const mailbox = await readMailbox(deps.db, row.user_id, row.mailbox_id)
  if (!mailbox) return recordEvent(deps, claimed, { kind: 'refused', reason: 'disconnected', isFinal: true })
  const gone = { kind: 'refused' as const, reason: 'gone', isFinal: true }
  if (mailbox.kind === 'address' && !deps.relay) {
    const email = await composeEmail(deps, row)
    return email ? saveInOutbox(deps, claimed, email) : recordEvent(deps, claimed, gone)
  }
  if (!row.sealed) return recordEvent(deps, claimed, gone)
  const session = await open(deps, mailbox)
  if ('reason' in session) return recordEvent(deps, claimed, { kind: 'refused', ...session })
  try {
    // Only now: many replies may wait for their servers, and one with its files may be large.
    const email = await composeEmail(deps, row)
    if (!email) return await recordEvent(deps, claimed, gone)
    await recordEvent(deps, claimed, await session.send(email, () => recordEvent(deps, claimed, { kind: 'dispatched' })))
  } finally {
    session.close()
  }
}

type RefusedConnection = { reason: string; isFinal: boolean }

async function open(deps: OutgoingDeps, mailbox: MailboxRow): Promise<SmtpSession | RefusedConnection> {
  const door = toImapDeps(deps)
  if (mailbox.kind === 'address') return deps.relay ? openRelay(deps, deps.relay) : { reason: 'no_smtp', isFinal: true }
  if (mustAllowSending({ signIn: mailbox.sign_in, provider: mailbox.provider, maySend: mailbox.may_send }))
    return { reason: 'allow_sending', isFinal: true }
  const route = await findRoute({ ...deps, now: deps.clock.now }, mailbox)
  if (!route) return { reason: 'no_smtp', isFinal: true }
  if (route.mustConfirm) return { reason: 'confirm_smtp', isFinal: true }
  const { settings } = route
  const access = { userId: mailbox.user_id, id: mailbox.id, settings, secret: mailbox.secret ?? Buffer.alloc(0) }
  return openSafely(settings, () =>
    withCredential(deps, access, credential => openCounted(deps, settings, () => openSmtp(door, settings, credential, connectMs))),
  )
}

function openRelay(deps: OutgoingDeps, relay: Relay): Promise<SmtpSession | RefusedConnection> {
  const settings: OutgoingSettings = {
    host: relay.host,
    port: relay.port,
    security: relay.secure ? 'tls' : 'none',
    username: relay.user ?? '',
  }
  const credential = relay.user ? (relay.password ?? '') : null
  return openSafely(settings, () => openSmtp(toImapDeps(deps), settings, credential, connectMs, relay))
}

async function openCounted(deps: OutgoingDeps, settings: OutgoingSettings, open: () => Promise<SmtpSession>): Promise<SmtpSession> {
  const { opened, release } = await connectSeparately(deps, settings, open)
  return {
    send: opened.send,
    close() {
      opened.close()
      release()
    },
  }
}

async function openSafely({ host }: OutgoingSettings, connect: () => Promise<SmtpSession>): Promise<SmtpSession | RefusedConnection> {
  try {
    return await connect()
  } catch (error) {
    const problem = toMailProblem(error, host)
    // For SMTP, the server's "IMAP is off" means that SMTP is off.
    if (problem === 'imap_off' || problem === 'imap_off_admin') return { reason: 'smtp_off', isFinal: true }
    return { reason: problem, isFinal: needsUserAction(problem) }
  }
}

/** Saves the email and its sent state together, so exactly once. */
async function saveInOutbox(deps: OutgoingDeps, claimed: ClaimedReply, { letter }: { letter: SystemEmail }): Promise<void> {
  const { row, attempt } = claimed
  await deps.db.transaction().execute(async tx => {
    if (!(await recordReplyEvent(tx, row.user_id, row.id, { kind: 'accepted' }, deps.clock.now(), attempt)))
      throw new ClaimLost('taken over')
    await deps.keepLetter(tx, letter)
  })
  await reportEnd(deps, row, 'sent', null)
}

async function composeEmail(deps: OutgoingDeps, row: ReplyRow): Promise<(ComposedReply & { letter: SystemEmail }) | null> {
  if (!row.sealed) return null
  const contentKey = await deps.keys.contentKeyOf(deps.db, row.user_id)
  const draft = openReplyDraft(contentKey, row.user_id, row.id, row.sealed)
  const sealed = await readFiles(deps.db, row.user_id, row.id)
  const files = sealed.map((file, n) => openReplyFile(contentKey, row.user_id, row.id, n, file))
  const email = composeReply(draft, files, { id: row.id, at: row.created_at, domain: domainOf(draft.from.address) })
  const headers = draft.replyTo ? { 'Reply-To': draft.replyTo.address } : {}
  return { ...email, letter: { to: draft.to.address, subject: draft.subject, text: draft.body, html: '', headers } }
}

async function look(deps: OutgoingDeps, { row }: ClaimedReply): Promise<boolean> {
  const mailbox = await readMailbox(deps.db, row.user_id, row.mailbox_id)
  const email = await composeEmail(deps, row)
  if (!mailbox || mailbox.kind !== 'imap' || !email) return false
  try {
    return await withMailboxConnection(deps, mailbox, connection => isSent(connection, email.messageId))
  } catch (error) {
    deps.log.info({ err: error, reply: row.id }, 'the Sent folder could not be searched for a reply')
    return false
  }
}

async function file(deps: OutgoingDeps, { row }: ClaimedReply): Promise<Extract<ReplyEvent, { kind: 'filed' }>> {
  const mailbox = await readMailbox(deps.db, row.user_id, row.mailbox_id)
  const email = await composeEmail(deps, row)
  if (!mailbox || mailbox.kind !== 'imap' || !email) return { kind: 'filed', outcome: 'done', reason: null }
  const location = await readMessageLocation(deps.db, row.user_id, row.message_id)
  try {
    const isFiled = await withMailboxConnection(deps, mailbox, async connection => {
      if (!(await fileInSent(connection, mailbox, email, row.sent_at ?? deps.clock.now()))) return false
      // An invitation may be answered from a different mailbox than the one it is in.
      if (location?.mailboxId === row.mailbox_id) await markReplied(connection, location)
      return true
    })
    return isFiled ? { kind: 'filed', outcome: 'done', reason: null } : { kind: 'filed', outcome: 'retry', reason: 'sent_refused' }
  } catch (error) {
    const reason = error instanceof MailError ? error.problem : 'closed'
    return { kind: 'filed', outcome: 'retry', reason }
  }
}
