// Sends due replies once each, files them, and reports the outcome.
import type { OutgoingSettings } from '../../../core/api/outgoing.ts'
import { domainOf } from '../../../core/mailbox/discovery.ts'
import type { ReplyEvent } from '../../../core/message/reply/state.ts'
import type { Clock } from '../../foundation/clock.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import type { Log } from '../../foundation/log.ts'
import type { Relay, SystemEmail } from '../../foundation/mailer.ts'
import { MailError, needsPerson, problemOf } from '../imap/errors.ts'
import { type AccessDeps, doorOf } from '../mailboxes/access.ts'
import { withCredential } from '../mailboxes/credential.ts'
import { type KeptMailbox, readMailbox } from '../mailboxes/store.ts'
import { type ComposedReply, compose } from './compose.ts'
import { atMailbox, fileInSent, isSent, markReplied } from './filed.ts'
import { type ClaimedReply, claimReply } from './owners.ts'
import type { KeptReply } from './rows.ts'
import { openDraft, openFile } from './sealed.ts'
import { type OutgoingDoors, wayOut } from './settings.ts'
import { noteReply, readFiles, readMessageLocation } from './store.ts'
import { openSmtp, type SmtpSession } from './submit.ts'

/** An answer that has come to an end, for who wrote it. `reason` is a code of `reply.reason.*`, or of a problem of mailboxes. */
export interface EndedReply {
  userId: string
  replyId: string
  messageId: string
  destinationId: string | null
  state: 'sent' | 'failed' | 'unconfirmed'
  reason: string | null
}

export interface OutgoingDeps extends AccessDeps, Pick<OutgoingDoors, 'dns'> {
  clock: Clock
  log: Log
  /** The operator's, for answers from addresses of ours; null where mails stay in the outbox. */
  relay: Relay | null
  /** Keeps a mail in the outbox, in the transaction given. */
  keepLetter(tx: Tx, letter: SystemEmail): Promise<void>
  /** Called after the end was kept, and at best once. */
  onEnd?(ended: EndedReply): Promise<void>
}

const sweepMs = 1000
const leaseMs = 5 * 60_000
const connectMs = 30_000
/** So many are under way at once. */
const mostAtOnce = 4

/** Another host has taken it over meanwhile: nothing more may leave. */
class TurnLost extends Error {}

/** Sends what is due, at once after `wake`, else within a second. */
export function openOutgoing(deps: OutgoingDeps): { wake(): void; stop(): Promise<void> } {
  const working = new Set<Promise<void>>()
  let isStopping = false
  let looking: Promise<void> | null = null
  const look = (): Promise<void> => {
    looking ??= takeAll()
      .catch((error: unknown) => deps.log.error({ err: error }, 'answers could not be looked up'))
      .finally(() => {
        looking = null
      })
    return looking
  }
  const takeAll = async () => {
    while (!isStopping && working.size < mostAtOnce) {
      const claimed = await claimReply(deps.db, deps.clock.now(), leaseMs)
      if (!claimed) return
      const done = workReply(deps, claimed).finally(() => {
        working.delete(done)
        if (!isStopping) void look()
      })
      working.add(done)
    }
  }
  const sweep = deps.clock.every(sweepMs, look)
  return {
    wake: () => void look(),
    stop: async () => {
      isStopping = true
      await sweep.stop()
      await looking
      await Promise.all(working)
    },
  }
}

/** Sends all that is due now, one after the other. @internal */
export async function workReplies(deps: OutgoingDeps): Promise<number> {
  let worked = 0
  for (;;) {
    const claimed = await claimReply(deps.db, deps.clock.now(), leaseMs)
    if (!claimed) return worked
    await workReply(deps, claimed)
    worked++
  }
}

async function workReply(deps: OutgoingDeps, claimed: ClaimedReply): Promise<void> {
  const [effect] = claimed.effects
  try {
    if (effect === 'send') await send(deps, claimed)
    if (effect === 'look') await note(deps, claimed, { kind: 'looked', isFound: await look(deps, claimed) })
    if (effect === 'file') await note(deps, claimed, await file(deps, claimed))
    if (effect === 'tell') await tell(deps, claimed.row, 'failed', claimed.row.reason)
  } catch (error) {
    // It is taken on again when its time is up.
    if (!(error instanceof TurnLost)) deps.log.error({ err: error, reply: claimed.row.id }, 'an answer could not be worked on')
  }
}

async function note(deps: OutgoingDeps, { row, turn }: ClaimedReply, event: ReplyEvent): Promise<void> {
  const next = await noteReply(deps.db, row.user_id, row.id, event, deps.clock.now(), turn)
  if (!next) throw new TurnLost('the answer is worked on by another host')
  const { state, reason } = next.reply
  const isNew = event.kind === 'accepted' || (event.kind === 'looked' && event.isFound)
  if (next.effects.includes('tell') || isNew) await tell(deps, row, state, reason)
}

async function tell(deps: OutgoingDeps, row: KeptReply, state: KeptReply['state'], reason: string | null): Promise<void> {
  if (state !== 'sent' && state !== 'failed' && state !== 'unconfirmed') return
  const ended = { userId: row.user_id, replyId: row.id, messageId: row.message_id, destinationId: row.destination_id, state, reason }
  await deps.onEnd?.(ended).catch((error: unknown) => deps.log.warn({ err: error, reply: row.id }, 'what became of an answer was not told'))
}

async function send(deps: OutgoingDeps, claimed: ClaimedReply): Promise<void> {
  const { row } = claimed
  const mailbox = await readMailbox(deps.db, row.user_id, row.mailbox_id)
  if (!mailbox) return note(deps, claimed, { kind: 'refused', reason: 'disconnected', isFinal: true })
  const mail = await composed(deps, row)
  if (!mail) return note(deps, claimed, { kind: 'refused', reason: 'gone', isFinal: true })
  if (mailbox.kind === 'address' && !deps.relay) return keepInOutbox(deps, claimed, mail)
  const session = await open(deps, mailbox)
  if ('reason' in session) return note(deps, claimed, { kind: 'refused', ...session })
  try {
    await note(deps, claimed, await session.send(mail, () => note(deps, claimed, { kind: 'left' })))
  } finally {
    session.close()
  }
}

type Refused = { reason: string; isFinal: boolean }

async function open(deps: OutgoingDeps, mailbox: KeptMailbox): Promise<SmtpSession | Refused> {
  const door = doorOf(deps)
  if (mailbox.kind === 'address') return deps.relay ? openRelay(deps, deps.relay) : { reason: 'no_smtp', isFinal: true }
  const way = await wayOut({ ...deps, now: deps.clock.now }, mailbox)
  if (!way) return { reason: 'no_smtp', isFinal: true }
  if (way.mustConfirm) return { reason: 'confirm_smtp', isFinal: true }
  const { settings } = way
  const opened = { userId: mailbox.user_id, id: mailbox.id, settings, secret: mailbox.secret ?? Buffer.alloc(0) }
  return openSafely(settings, () => withCredential(deps, opened, credential => openSmtp(door, settings, credential, connectMs)))
}

function openRelay(deps: OutgoingDeps, relay: Relay): Promise<SmtpSession | Refused> {
  const settings: OutgoingSettings = {
    host: relay.host,
    port: relay.port,
    security: relay.secure ? 'tls' : 'none',
    username: relay.user ?? '',
  }
  const credential = relay.user ? (relay.password ?? '') : null
  return openSafely(settings, () => openSmtp(doorOf(deps), settings, credential, connectMs, relay))
}

async function openSafely({ host }: OutgoingSettings, connect: () => Promise<SmtpSession>): Promise<SmtpSession | Refused> {
  try {
    return await connect()
  } catch (error) {
    const problem = problemOf(error, host)
    // Of a way out, that the other is switched off says that this one is.
    if (problem === 'imap_off' || problem === 'imap_off_admin') return { reason: 'smtp_off', isFinal: true }
    return { reason: problem, isFinal: needsPerson(problem) }
  }
}

/** It and the mark that it was sent are kept together: exactly once. */
async function keepInOutbox(deps: OutgoingDeps, claimed: ClaimedReply, { letter }: { letter: SystemEmail }): Promise<void> {
  const { row, turn } = claimed
  await deps.db.transaction().execute(async tx => {
    if (!(await noteReply(tx, row.user_id, row.id, { kind: 'accepted' }, deps.clock.now(), turn))) throw new TurnLost('taken over')
    await deps.keepLetter(tx, letter)
  })
  await tell(deps, row, 'sent', null)
}

async function composed(deps: OutgoingDeps, row: KeptReply): Promise<(ComposedReply & { letter: SystemEmail }) | null> {
  if (!row.sealed) return null
  const contentKey = await deps.keys.contentKeyOf(deps.db, row.user_id)
  const draft = openDraft(contentKey, row.user_id, row.id, row.sealed)
  const sealed = await readFiles(deps.db, row.user_id, row.id)
  const files = sealed.map((file, n) => openFile(contentKey, row.user_id, row.id, n, file))
  const mail = compose(draft, files, { id: row.id, at: row.created_at, domain: domainOf(draft.from.address) })
  const headers = draft.replyTo ? { 'Reply-To': draft.replyTo.address } : {}
  return { ...mail, letter: { to: draft.to.address, subject: draft.subject, text: draft.body, html: '', headers } }
}

async function look(deps: OutgoingDeps, { row }: ClaimedReply): Promise<boolean> {
  const mailbox = await readMailbox(deps.db, row.user_id, row.mailbox_id)
  const mail = await composed(deps, row)
  if (!mailbox || mailbox.kind !== 'imap' || !mail) return false
  try {
    return await atMailbox(deps, mailbox, connection => isSent(connection, mail.messageId))
  } catch (error) {
    deps.log.info({ err: error, reply: row.id }, 'an answer could not be looked for')
    return false
  }
}

async function file(deps: OutgoingDeps, { row }: ClaimedReply): Promise<Extract<ReplyEvent, { kind: 'filed' }>> {
  const mailbox = await readMailbox(deps.db, row.user_id, row.mailbox_id)
  const mail = await composed(deps, row)
  if (!mailbox || mailbox.kind !== 'imap' || !mail) return { kind: 'filed', how: 'done', reason: null }
  const place = await readMessageLocation(deps.db, row.user_id, row.message_id)
  try {
    const isFiled = await atMailbox(deps, mailbox, async connection => {
      if (!(await fileInSent(connection, mailbox, mail, row.sent_at ?? deps.clock.now()))) return false
      // An invitation may be answered from another mailbox than the one it lies in.
      if (place?.mailboxId === row.mailbox_id) await markReplied(connection, place)
      return true
    })
    return isFiled ? { kind: 'filed', how: 'done', reason: null } : { kind: 'filed', how: 'retry', reason: 'sent_refused' }
  } catch (error) {
    const reason = error instanceof MailError ? error.problem : 'closed'
    return { kind: 'filed', how: 'retry', reason }
  }
}
