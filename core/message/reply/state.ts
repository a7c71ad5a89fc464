// Decides the states of a reply after it is written: it is sent at most once, or ends with a reason.

export type ReplyState = 'asking' | 'waiting' | 'sending' | 'sent' | 'failed' | 'cancelled' | 'unconfirmed'

export interface ReplyProgress {
  state: ReplyState
  reason: string | null
  /** Send attempts; counted when one begins. */
  attempts: number
  /** How often the Sent folder was checked after an unknown outcome. */
  sentChecks: number
  /** Since when the server may have received it; null while that is impossible. */
  dispatchedAt: Date | null
  sentAt: Date | null
  /** State of the copy in the Sent folder, once the reply is sent. */
  filing: 'waiting' | 'done' | 'failed' | null
  filingAttempts: number
  dueAt: Date | null
}

export type ReplyEvent =
  /** The user confirmed it. */
  | { kind: 'confirmed' }
  | { kind: 'cancelled' }
  /** The user retries a failed reply. */
  | { kind: 'retried' }
  /** A host claimed it for `leaseMs`. */
  | { kind: 'claimed'; leaseMs: number }
  /** The message data is about to be transmitted. */
  | { kind: 'dispatched' }
  | { kind: 'accepted' }
  /** The server refused it or was unreachable: nothing arrived. */
  | { kind: 'refused'; reason: string; isFinal: boolean }
  /** The connection broke when it may have arrived. */
  | { kind: 'connection_lost' }
  | { kind: 'sent_checked'; isFound: boolean }
  | { kind: 'filed'; outcome: 'done' | 'retry' | 'failed'; reason: string | null }

/** `notify`: the user must be notified. */
export type ReplyEffect = 'send' | 'check_sent' | 'file' | 'notify'

export interface ReplyTransition {
  reply: ReplyProgress
  effects: ReplyEffect[]
}

/** How long a reply can be undone. */
export const undoMs = 30_000
const maxAttempts = 8
const maxPauseMs = 30 * 60_000
/** Delays between checks of the Sent folder; some servers file sent emails there themselves. */
const sentCheckDelaysMs = [15_000, 2 * 60_000, 10 * 60_000]
const maxFilingAttempts = 6

export const newReply = (mustConfirm: boolean, now: Date): ReplyProgress => ({
  state: mustConfirm ? 'asking' : 'waiting',
  reason: null,
  attempts: 0,
  sentChecks: 0,
  dispatchedAt: null,
  sentAt: null,
  filing: null,
  filingAttempts: 0,
  dueAt: mustConfirm ? null : addMs(now, undoMs),
})

/** Events that don't fit the state change nothing: a tap may arrive twice or late. */
export function afterReply(reply: ReplyProgress, event: ReplyEvent, now: Date): ReplyTransition {
  switch (event.kind) {
    case 'confirmed':
      return reply.state === 'asking' ? withoutEffects({ ...reply, state: 'waiting', dueAt: addMs(now, undoMs) }) : withoutEffects(reply)
    case 'cancelled':
      return isUndoable(reply) ? withoutEffects({ ...reply, state: 'cancelled', dueAt: null }) : withoutEffects(reply)
    case 'retried':
      return reply.state === 'failed' ? withoutEffects({ ...newReply(false, now), dueAt: now }) : withoutEffects(reply)
    case 'claimed':
      return afterClaim(reply, event.leaseMs, now)
    case 'dispatched':
      return reply.state === 'sending' ? withoutEffects({ ...reply, dispatchedAt: reply.dispatchedAt ?? now }) : withoutEffects(reply)
    case 'filed':
      return reply.state === 'sent' ? afterFiling(reply, event, now) : withoutEffects(reply)
    default:
      return reply.state === 'sending' ? afterAttempt(reply, event, now) : withoutEffects(reply)
  }
}

export const isUndoable = ({ state, attempts, dispatchedAt }: Pick<ReplyProgress, 'state' | 'attempts' | 'dispatchedAt'>): boolean =>
  state === 'asking' || (state === 'waiting' && (attempts === 0 || dispatchedAt === null))

const withoutEffects = (reply: ReplyProgress): ReplyTransition => ({ reply, effects: [] })
const addMs = (now: Date, ms: number): Date => new Date(now.getTime() + ms)

/** After a crash, an undispatched reply is sent again; a dispatched one is only searched for in Sent. */
function afterClaim(reply: ReplyProgress, leaseMs: number, now: Date): ReplyTransition {
  const dueAt = addMs(now, leaseMs)
  if (reply.state === 'sent')
    return reply.filing === 'waiting'
      ? { reply: { ...reply, dueAt, filingAttempts: reply.filingAttempts + 1 }, effects: ['file'] }
      : withoutEffects({ ...reply, dueAt: null })
  if (reply.state === 'sending' && reply.dispatchedAt)
    return { reply: { ...reply, dueAt, sentChecks: reply.sentChecks + 1 }, effects: ['check_sent'] }
  if (reply.state !== 'waiting' && reply.state !== 'sending') return withoutEffects({ ...reply, dueAt: null })
  const next = { ...reply, state: 'sending' as const, attempts: reply.attempts + 1, dueAt }
  // Attempts that ended in a crash count too.
  return next.attempts > maxAttempts ? giveUp(next, reply.reason ?? 'closed') : { reply: next, effects: ['send'] }
}

type AttemptEvent = Extract<ReplyEvent, { kind: 'accepted' | 'refused' | 'connection_lost' | 'sent_checked' }>

function afterAttempt(reply: ReplyProgress, event: AttemptEvent, now: Date): ReplyTransition {
  if (event.kind === 'refused') {
    const refused = { ...reply, reason: event.reason, dispatchedAt: null }
    if (event.isFinal || reply.attempts >= maxAttempts) return giveUp(refused, event.reason)
    return withoutEffects({ ...refused, state: 'waiting', dueAt: addMs(now, Math.min(maxPauseMs, 60_000 * 2 ** (reply.attempts - 1))) })
  }
  if (event.kind === 'connection_lost')
    return withoutEffects({ ...reply, dispatchedAt: reply.dispatchedAt ?? now, dueAt: addMs(now, sentCheckDelaysMs[0] ?? 0) })
  if (event.kind === 'accepted') return { reply: markSent(reply, 'waiting', now), effects: ['file'] }
  // Found in Sent: the server filed it.
  if (event.isFound) return { reply: markSent(reply, 'waiting', now), effects: ['file'] }
  const pauseMs = sentCheckDelaysMs[reply.sentChecks]
  if (pauseMs !== undefined) return withoutEffects({ ...reply, dueAt: addMs(now, pauseMs) })
  return { reply: { ...reply, state: 'unconfirmed', reason: 'unconfirmed', dueAt: null }, effects: ['notify'] }
}

const markSent = (reply: ReplyProgress, filing: 'waiting', now: Date): ReplyProgress => ({
  ...reply,
  ...{ state: 'sent' as const, reason: null, sentAt: now, dispatchedAt: reply.dispatchedAt ?? now, filing, filingAttempts: 0, dueAt: now },
})

const giveUp = (reply: ReplyProgress, reason: string): ReplyTransition => ({
  reply: { ...reply, state: 'failed', reason, dueAt: null },
  effects: ['notify'],
})

function afterFiling(reply: ReplyProgress, { outcome: how, reason }: Extract<ReplyEvent, { kind: 'filed' }>, now: Date): ReplyTransition {
  if (how === 'done') return withoutEffects({ ...reply, filing: 'done', reason: null, dueAt: null })
  if (how === 'failed' || reply.filingAttempts >= maxFilingAttempts)
    return withoutEffects({ ...reply, filing: 'failed', reason, dueAt: null })
  return withoutEffects({ ...reply, reason, dueAt: addMs(now, Math.min(maxPauseMs, 30_000 * 2 ** reply.filingAttempts)) })
}
