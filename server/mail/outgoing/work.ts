// Works off answers that are due: sends each once, files it, and says what became of it.
import type { OutgoingSettings } from '../../../core/api/outgoing.ts'
import { domainOf } from '../../../core/mailbox/discovery.ts'
import type { ReplyEvent } from '../../../core/message/reply/state.ts'
import type { Clock } from '../../clock.ts'
import type { Tx } from '../../db/pool.ts'
import type { Log } from '../../log.ts'
import type { Letter, Relay } from '../../mailer.ts'
import { type AccessParts, doorOf } from '../access.ts'
import { withCredential } from '../credential.ts'
import { MailError, needsPerson, problemOf } from '../errors.ts'
import { type KeptMailbox, readMailbox } from '../store.ts'
import { type Composed, compose } from './compose.ts'
import { atMailbox, fileInSent, isSent, markAnswered } from './filed.ts'
import { type ClaimedReply, claimReply } from './owners.ts'
import type { KeptReply } from './rows.ts'
import { openDraft, openFile } from './sealed.ts'
import { type OutgoingDoors, wayOut } from './settings.ts'
import { noteReply, readFiles, readPlace } from './store.ts'
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

export interface OutgoingParts extends AccessParts, Pick<OutgoingDoors, 'dns'> {
  clock: Clock
  log: Log
  /** The operator's, for answers from addresses of ours; null where mails stay in the outbox. */
  relay: Relay | null
  /** Keeps a mail in the outbox, in the transaction given. */
  keepLetter(tx: Tx, letter: Letter): Promise<void>
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
export function openOutgoing(parts: OutgoingParts): { wake(): void; stop(): Promise<void> } {
  const working = new Set<Promise<void>>()
  let isStopping = false
  let looking: Promise<void> | null = null
  const look = (): Promise<void> => {
    looking ??= takeAll()
      .catch((error: unknown) => parts.log.error({ err: error }, 'answers could not be looked up'))
      .finally(() => {
        looking = null
      })
    return looking
  }
  const takeAll = async () => {
    while (!isStopping && working.size < mostAtOnce) {
      const claimed = await claimReply(parts.db, parts.clock.now(), leaseMs)
      if (!claimed) return
      const done = workReply(parts, claimed).finally(() => {
        working.delete(done)
        if (!isStopping) void look()
      })
      working.add(done)
    }
  }
  const sweep = parts.clock.every(sweepMs, look)
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

/** Works off all that is due now, one after the other; for tests and for who has no worker. */
export async function workReplies(parts: OutgoingParts): Promise<number> {
  let worked = 0
  for (;;) {
    const claimed = await claimReply(parts.db, parts.clock.now(), leaseMs)
    if (!claimed) return worked
    await workReply(parts, claimed)
    worked++
  }
}

async function workReply(parts: OutgoingParts, claimed: ClaimedReply): Promise<void> {
  const [effect] = claimed.effects
  try {
    if (effect === 'send') await send(parts, claimed)
    if (effect === 'look') await note(parts, claimed, { kind: 'looked', isFound: await look(parts, claimed) })
    if (effect === 'file') await note(parts, claimed, await file(parts, claimed))
    if (effect === 'tell') await tell(parts, claimed.row, 'failed', claimed.row.reason)
  } catch (error) {
    // It is taken on again when its time is up.
    if (!(error instanceof TurnLost)) parts.log.error({ err: error, reply: claimed.row.id }, 'an answer could not be worked on')
  }
}

async function note(parts: OutgoingParts, { row, turn }: ClaimedReply, event: ReplyEvent): Promise<void> {
  const next = await noteReply(parts.db, row.user_id, row.id, event, parts.clock.now(), turn)
  if (!next) throw new TurnLost('the answer is worked on by another host')
  const { state, reason } = next.reply
  const isNew = event.kind === 'accepted' || (event.kind === 'looked' && event.isFound)
  if (next.effects.includes('tell') || isNew) await tell(parts, row, state, reason)
}

async function tell(parts: OutgoingParts, row: KeptReply, state: KeptReply['state'], reason: string | null): Promise<void> {
  if (state !== 'sent' && state !== 'failed' && state !== 'unconfirmed') return
  const ended = { userId: row.user_id, replyId: row.id, messageId: row.message_id, destinationId: row.destination_id, state, reason }
  await parts
    .onEnd?.(ended)
    .catch((error: unknown) => parts.log.warn({ err: error, reply: row.id }, 'what became of an answer was not told'))
}

async function send(parts: OutgoingParts, claimed: ClaimedReply): Promise<void> {
  const { row } = claimed
  const mailbox = await readMailbox(parts.db, row.user_id, row.mailbox_id)
  if (!mailbox) return note(parts, claimed, { kind: 'refused', reason: 'disconnected', isFinal: true })
  const mail = await composed(parts, row)
  if (!mail) return note(parts, claimed, { kind: 'refused', reason: 'gone', isFinal: true })
  if (mailbox.kind === 'address' && !parts.relay) return keepInOutbox(parts, claimed, mail)
  const session = await open(parts, mailbox)
  if ('reason' in session) return note(parts, claimed, { kind: 'refused', ...session })
  try {
    await note(parts, claimed, await session.send(mail, () => note(parts, claimed, { kind: 'left' })))
  } finally {
    session.close()
  }
}

type Refused = { reason: string; isFinal: boolean }

async function open(parts: OutgoingParts, mailbox: KeptMailbox): Promise<SmtpSession | Refused> {
  const door = doorOf(parts)
  if (mailbox.kind === 'address') return parts.relay ? openRelay(parts, parts.relay) : { reason: 'no_smtp', isFinal: true }
  const way = await wayOut({ ...parts, now: parts.clock.now }, mailbox)
  if (!way) return { reason: 'no_smtp', isFinal: true }
  if (way.mustConfirm) return { reason: 'confirm_smtp', isFinal: true }
  const { settings } = way
  const opened = { userId: mailbox.user_id, id: mailbox.id, settings, secret: mailbox.secret ?? Buffer.alloc(0) }
  return openSafely(settings, () => withCredential(parts, opened, credential => openSmtp(door, settings, credential, connectMs)))
}

function openRelay(parts: OutgoingParts, relay: Relay): Promise<SmtpSession | Refused> {
  const settings: OutgoingSettings = {
    host: relay.host,
    port: relay.port,
    security: relay.secure ? 'tls' : 'none',
    username: relay.user ?? '',
  }
  const credential = relay.user ? (relay.password ?? '') : null
  return openSafely(settings, () => openSmtp(doorOf(parts), settings, credential, connectMs, relay))
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
async function keepInOutbox(parts: OutgoingParts, claimed: ClaimedReply, { letter }: { letter: Letter }): Promise<void> {
  const { row, turn } = claimed
  await parts.db.transaction().execute(async tx => {
    if (!(await noteReply(tx, row.user_id, row.id, { kind: 'accepted' }, parts.clock.now(), turn))) throw new TurnLost('taken over')
    await parts.keepLetter(tx, letter)
  })
  await tell(parts, row, 'sent', null)
}

async function composed(parts: OutgoingParts, row: KeptReply): Promise<(Composed & { letter: Letter }) | null> {
  if (!row.sealed) return null
  const contentKey = await parts.keys.contentKeyOf(parts.db, row.user_id)
  const draft = openDraft(contentKey, row.user_id, row.id, row.sealed)
  const sealed = await readFiles(parts.db, row.user_id, row.id)
  const files = sealed.map((file, n) => openFile(contentKey, row.user_id, row.id, n, file))
  const mail = compose(draft, files, { id: row.id, at: row.created_at, domain: domainOf(draft.from.address) })
  const headers = draft.replyTo ? { 'Reply-To': draft.replyTo.address } : {}
  return { ...mail, letter: { to: draft.to.address, subject: draft.subject, text: draft.body, html: '', headers } }
}

async function look(parts: OutgoingParts, { row }: ClaimedReply): Promise<boolean> {
  const mailbox = await readMailbox(parts.db, row.user_id, row.mailbox_id)
  const mail = await composed(parts, row)
  if (!mailbox || mailbox.kind !== 'imap' || !mail) return false
  try {
    return await atMailbox(parts, mailbox, connection => isSent(connection, mail.messageId))
  } catch (error) {
    parts.log.info({ err: error, reply: row.id }, 'an answer could not be looked for')
    return false
  }
}

async function file(parts: OutgoingParts, { row }: ClaimedReply): Promise<Extract<ReplyEvent, { kind: 'filed' }>> {
  const mailbox = await readMailbox(parts.db, row.user_id, row.mailbox_id)
  const mail = await composed(parts, row)
  if (!mailbox || mailbox.kind !== 'imap' || !mail) return { kind: 'filed', how: 'done', reason: null }
  const place = await readPlace(parts.db, row.user_id, row.message_id)
  try {
    const isFiled = await atMailbox(parts, mailbox, async connection => {
      if (!(await fileInSent(connection, mailbox, mail, row.sent_at ?? parts.clock.now()))) return false
      // An invitation may be answered from another mailbox than the one it lies in.
      if (place?.mailboxId === row.mailbox_id) await markAnswered(connection, place)
      return true
    })
    return isFiled ? { kind: 'filed', how: 'done', reason: null } : { kind: 'filed', how: 'retry', reason: 'sent_refused' }
  } catch (error) {
    const reason = error instanceof MailError ? error.problem : 'closed'
    return { kind: 'filed', how: 'retry', reason }
  }
}
