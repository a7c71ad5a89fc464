// What becomes of an answer from the moment it is written: it leaves once, or says why it did not.

export type ReplyState = 'asking' | 'waiting' | 'sending' | 'sent' | 'failed' | 'cancelled' | 'unconfirmed'

export interface ReplyProgress {
  state: ReplyState
  reason: string | null
  /** Of sending; counted when one begins. */
  attempts: number
  /** How often it was looked for after its outcome was unknown. */
  looks: number
  /** Since when its bytes may have arrived; null while that is impossible. */
  leftAt: Date | null
  sentAt: Date | null
  /** Of its copy in Sent, once it was sent. */
  filing: 'waiting' | 'done' | 'failed' | null
  filings: number
  dueAt: Date | null
}

export type ReplyEvent =
  /** Its person says yes. */
  | { kind: 'confirmed' }
  | { kind: 'cancelled' }
  /** Its person wants a failed one tried anew. */
  | { kind: 'again' }
  /** A host takes it on, for so long. */
  | { kind: 'claimed'; leaseMs: number }
  /** The next byte is one of the mail. */
  | { kind: 'left' }
  | { kind: 'accepted' }
  /** The server said no, or there was none: nothing has arrived. */
  | { kind: 'refused'; reason: string; isFinal: boolean }
  /** The connection ended while it may have arrived. */
  | { kind: 'lost' }
  | { kind: 'looked'; isFound: boolean }
  | { kind: 'filed'; how: 'done' | 'retry' | 'failed'; reason: string | null }

/** `tell`: its person has to hear of it. */
export type ReplyEffect = 'send' | 'look' | 'file' | 'tell'

export interface Next {
  reply: ReplyProgress
  effects: ReplyEffect[]
}

/** So long an answer can be taken back. */
export const undoMs = 30_000
const mostAttempts = 8
const longestPauseMs = 30 * 60_000
/** A server that files by itself does so within this time. */
const lookAfterMs = [15_000, 2 * 60_000, 10 * 60_000]
const mostFilings = 6

export const newReply = (mustConfirm: boolean, now: Date): ReplyProgress => ({
  state: mustConfirm ? 'asking' : 'waiting',
  reason: null,
  attempts: 0,
  looks: 0,
  leftAt: null,
  sentAt: null,
  filing: null,
  filings: 0,
  dueAt: mustConfirm ? null : after(now, undoMs),
})

/** What does not fit the state changes nothing: a tap may come twice, and late. */
export function afterReply(reply: ReplyProgress, event: ReplyEvent, now: Date): Next {
  switch (event.kind) {
    case 'confirmed':
      return reply.state === 'asking' ? same({ ...reply, state: 'waiting', dueAt: after(now, undoMs) }) : same(reply)
    case 'cancelled':
      return isUndoable(reply) ? same({ ...reply, state: 'cancelled', dueAt: null }) : same(reply)
    case 'again':
      return reply.state === 'failed' ? same({ ...newReply(false, now), dueAt: now }) : same(reply)
    case 'claimed':
      return claimed(reply, event.leaseMs, now)
    case 'left':
      return reply.state === 'sending' ? same({ ...reply, leftAt: reply.leftAt ?? now }) : same(reply)
    case 'filed':
      return reply.state === 'sent' ? filed(reply, event, now) : same(reply)
    default:
      return reply.state === 'sending' ? settled(reply, event, now) : same(reply)
  }
}

export const isUndoable = ({ state, attempts, leftAt }: Pick<ReplyProgress, 'state' | 'attempts' | 'leftAt'>): boolean =>
  state === 'asking' || (state === 'waiting' && (attempts === 0 || leftAt === null))

const same = (reply: ReplyProgress): Next => ({ reply, effects: [] })
const after = (now: Date, ms: number): Date => new Date(now.getTime() + ms)

/** Where a host died with it: what never left is sent, and what may have left is looked for and never sent again. */
function claimed(reply: ReplyProgress, leaseMs: number, now: Date): Next {
  const dueAt = after(now, leaseMs)
  if (reply.state === 'sent')
    return reply.filing === 'waiting'
      ? { reply: { ...reply, dueAt, filings: reply.filings + 1 }, effects: ['file'] }
      : same({ ...reply, dueAt: null })
  if (reply.state === 'sending' && reply.leftAt) return { reply: { ...reply, dueAt, looks: reply.looks + 1 }, effects: ['look'] }
  if (reply.state !== 'waiting' && reply.state !== 'sending') return same({ ...reply, dueAt: null })
  const next = { ...reply, state: 'sending' as const, attempts: reply.attempts + 1, dueAt }
  // Each attempt that a host died of was one.
  return next.attempts > mostAttempts ? gaveUp(next, reply.reason ?? 'closed') : { reply: next, effects: ['send'] }
}

type Settling = Extract<ReplyEvent, { kind: 'accepted' | 'refused' | 'lost' | 'looked' }>

function settled(reply: ReplyProgress, event: Settling, now: Date): Next {
  if (event.kind === 'refused') {
    const kept = { ...reply, reason: event.reason, leftAt: null }
    if (event.isFinal || reply.attempts >= mostAttempts) return gaveUp(kept, event.reason)
    return same({ ...kept, state: 'waiting', dueAt: after(now, Math.min(longestPauseMs, 60_000 * 2 ** (reply.attempts - 1))) })
  }
  if (event.kind === 'lost') return same({ ...reply, leftAt: reply.leftAt ?? now, dueAt: after(now, lookAfterMs[0] ?? 0) })
  if (event.kind === 'accepted') return { reply: sent(reply, 'waiting', now), effects: ['file'] }
  // Where it lies in Sent, the server has filed it by itself.
  if (event.isFound) return { reply: sent(reply, 'waiting', now), effects: ['file'] }
  const pauseMs = lookAfterMs[reply.looks]
  if (pauseMs !== undefined) return same({ ...reply, dueAt: after(now, pauseMs) })
  return { reply: { ...reply, state: 'unconfirmed', reason: 'unconfirmed', dueAt: null }, effects: ['tell'] }
}

const sent = (reply: ReplyProgress, filing: 'waiting', now: Date): ReplyProgress => ({
  ...reply,
  ...{ state: 'sent' as const, reason: null, sentAt: now, leftAt: reply.leftAt ?? now, filing, filings: 0, dueAt: now },
})

const gaveUp = (reply: ReplyProgress, reason: string): Next => ({
  reply: { ...reply, state: 'failed', reason, dueAt: null },
  effects: ['tell'],
})

function filed(reply: ReplyProgress, { how, reason }: Extract<ReplyEvent, { kind: 'filed' }>, now: Date): Next {
  if (how === 'done') return same({ ...reply, filing: 'done', reason: null, dueAt: null })
  if (how === 'failed' || reply.filings >= mostFilings) return same({ ...reply, filing: 'failed', reason, dueAt: null })
  return same({ ...reply, reason, dueAt: after(now, Math.min(longestPauseMs, 30_000 * 2 ** reply.filings)) })
}
