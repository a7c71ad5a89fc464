// The way out: a claimed delivery is read, redacted, rendered and sent to its phone. The twin of forward.ts.
import type { Outcome } from '../../core/delivery/outcome.ts'
import { isOpen } from '../../core/filters/privacy.ts'
import { readerOf } from '../account/settings/store.ts'
import { isAsBefore } from '../delivery/commands/store.ts'
import { isCall } from '../delivery/escalation/store.ts'
import { wasForwardedBefore } from '../delivery/forwarded-content-store.ts'
import type { ClaimedDelivery } from '../delivery/queue.ts'
import { webViewLink } from '../mail/messages/web-view/link.ts'
import { PayloadError } from '../whatsapp/payload/checks.ts'
import { type EmailToSend, sendEmail, sendFullEmail, type ToSend } from '../whatsapp/send.ts'
import { type About, type Ready, readsFor, type SendingDeps } from './sending/deps.ts'
import { announcement, digest } from './sending/digests.ts'
import { captioned, followingFile, noteFiles } from './sending/files.ts'
import { invitationAnswers } from './sending/invitation-answers.ts'

/** `leave` is asked right before anything may leave; false: somebody else has taken it on meanwhile. */
export async function sendClaimed(deps: SendingDeps, claimed: ClaimedDelivery, leave: () => Promise<boolean>): Promise<Outcome> {
  const ready = await makeReady(deps, claimed).catch((error: unknown) => {
    deps.log.warn({ err: error }, 'a mail could not be read for sending')
    return 'unreadable' as const
  })
  // Nothing has left yet, so this is no unknown outcome.
  if (ready === 'unreadable') return { kind: 'retry', reason: 'interrupted', afterMs: null, scope: 'delivery' }
  // Its content was erased at the end of the person's retention: there is nothing left to send.
  if (!ready) return { kind: 'failed', reason: 'too_old', stop: 'delivery' }
  if (!(await leave())) return { kind: 'retry', reason: 'claim_lost', afterMs: null, scope: 'delivery' }
  try {
    return await ready()
  } catch (error) {
    if (!(error instanceof PayloadError)) throw error
    deps.log.error({ err: error, deliveryId: claimed.deliveryId }, 'a message of ours breaks a limit of WhatsApp')
    return { kind: 'failed', reason: 'bad_payload', stop: 'delivery' }
  }
}

async function makeReady(deps: SendingDeps, claimed: ClaimedDelivery): Promise<Ready | null> {
  const { userId, deliveryId, waId, waUserId, attempt } = claimed
  const about: About = { to: { waId, waUserId }, userId, deliveryId, attempt, ...(await readerOf(deps.db, userId)) }
  switch (claimed.kind) {
    case 'announcement':
      return announcement(deps, claimed, about)
    case 'digest':
      return digest(deps, claimed, about)
    case 'attachment':
      return attachment(deps, claimed, about)
    default:
      return mail(deps, claimed, { ...about, isCall: await isCall(deps.db, userId, deliveryId) })
  }
}

async function mail(deps: SendingDeps, claimed: ClaimedDelivery, about: About): Promise<Ready | null> {
  const { db, graph, clock } = deps
  const reads = readsFor(deps)
  const { userId, deliveryId, messageId, filterId } = claimed
  const view = messageId === null ? null : await reads.view(userId, messageId)
  if (messageId === null || !view) return null
  const filterName = await reads.filterName(userId, filterId)
  const isProven = await reads.isProven(userId, messageId)
  const [seen] = await reads.seen(userId, [deliveryId])
  const files = filesOf(deps)
  const { filesText, single, hasMore } = await noteFiles(files, about, messageId, view, seen)
  const webView = webViewLink(db, userId, {
    ...{ publicUrl: deps.config.publicUrl, messageId, deliveryId, now: clock.now(), isLook: deps.reads !== undefined },
    isForOwner: seen !== undefined && !isOpen(seen),
  })
  const answers = await invitationAnswers(deps, userId, claimed.destinationId, view)
  const bounds = { redact: seen?.redact ?? null, extent: seen?.show ?? null }
  const known = { ...about, ...bounds, view, filterName, isProven, filesText, webView, answers, hasMore }
  const withFile = single && claimed.kind === 'mail' ? await captioned(files, known, messageId, single) : null
  if (withFile) return withFile
  // What is shown whole may go as a file; it is not uploaded to be looked at.
  const isAnew = claimed.kind === 'shown' && !deps.reads && !(await isAsBefore(db, userId, deliveryId))
  const isWhole = isAnew && !(await isToAnswer(deps, known))
  return () => (isWhole ? sendFullEmail({ db, graph, now: clock.now() }, known) : sendEmail(graph, known))
}

/** An invitation that comes out of a digest comes to be answered; all of its text is another message, where that is asked for. */
const isToAnswer = async ({ db }: SendingDeps, { userId, deliveryId, answers = [] }: EmailToSend) =>
  answers.length > 0 && !(await wasForwardedBefore(db, userId, deliveryId))

const filesOf = (deps: SendingDeps) => ({ ...deps, reads: readsFor(deps), now: deps.clock.now(), isLook: deps.reads !== undefined })

async function attachment(deps: SendingDeps, { userId, deliveryId, messageId }: ClaimedDelivery, about: ToSend): Promise<Ready | null> {
  const [seen] = await readsFor(deps).seen(userId, [deliveryId])
  const ready = messageId === null ? null : await followingFile(filesOf(deps), about, messageId, seen)
  return ready ?? (async () => ({ kind: 'failed', reason: 'file_gone', stop: 'delivery' }))
}
