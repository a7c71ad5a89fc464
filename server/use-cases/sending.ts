// The way out: a claimed delivery is read, redacted, rendered and sent to its phone. Its twin is forward.ts.
import type { Outcome } from '../../core/delivery/outcome.ts'
import { isUnrestricted } from '../../core/filters/privacy.ts'
import { readReader } from '../account/settings/store.ts'
import { isRepeat } from '../delivery/commands/store.ts'
import { needsAcknowledgment } from '../delivery/escalation/store.ts'
import { wasForwardedBefore } from '../delivery/forwarded-content-store.ts'
import type { ClaimedDelivery } from '../delivery/queue.ts'
import { webViewLink } from '../mail/messages/web-view/link.ts'
import { PayloadError } from '../whatsapp/payload/checks.ts'
import { type EmailToSend, sendEmail, sendFullEmail, type ToSend } from '../whatsapp/send.ts'
import type { ContentReader } from './sending/content.ts'
import { contentFor, type PreparedSend, type SendingDeps, type SendTarget } from './sending/deps.ts'
import { prepareAnnouncement, prepareDigest } from './sending/digests.ts'
import { prepareFollowUp, prepareWithCaption, summarizeFiles } from './sending/files.ts'
import { invitationAnswers } from './sending/invitation-answers.ts'

/** `markDispatched` is called right before anything is sent; false means that another worker has claimed the delivery meanwhile. */
export async function sendClaimed(deps: SendingDeps, claimed: ClaimedDelivery, markDispatched: () => Promise<boolean>): Promise<Outcome> {
  const send = await prepare(deps, claimed).catch((error: unknown) => {
    deps.log.warn({ err: error }, 'an email could not be read for sending')
    return 'unreadable' as const
  })
  // Nothing was sent yet, so the outcome is not unknown.
  if (send === 'unreadable') return { kind: 'retry', reason: 'interrupted', afterMs: null, scope: 'delivery' }
  // The content was erased at the end of the user's retention: there is nothing left to send.
  if (!send) return { kind: 'failed', reason: 'too_old', stop: 'delivery' }
  const isOurs = await markDispatched().catch((error: unknown) => {
    deps.log.warn({ err: error }, 'a delivery could not be marked before it was sent')
    return null
  })
  if (isOurs === null) return { kind: 'retry', reason: 'interrupted', afterMs: null, scope: 'delivery' }
  if (!isOurs) return { kind: 'retry', reason: 'claim_lost', afterMs: null, scope: 'delivery' }
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof PayloadError)) throw error
    deps.log.error({ err: error, deliveryId: claimed.deliveryId }, 'a rendered message breaks a WhatsApp limit')
    return { kind: 'failed', reason: 'bad_payload', stop: 'delivery' }
  }
}

async function prepare(deps: SendingDeps, claimed: ClaimedDelivery): Promise<PreparedSend | null> {
  const { userId, deliveryId, waId, waUserId, attempt } = claimed
  const target: SendTarget = { to: { waId, waUserId }, userId, deliveryId, attempt, ...(await readReader(deps.db, userId)) }
  switch (claimed.kind) {
    case 'announcement':
      return prepareAnnouncement(deps, claimed, target)
    case 'digest':
      return prepareDigest(deps, claimed, target)
    case 'attachment':
      return prepareAttachment(deps, claimed, target)
    default:
      return prepareEmail(deps, claimed, { ...target, needsAcknowledgment: await needsAcknowledgment(deps.db, userId, deliveryId) })
  }
}

async function prepareEmail(deps: SendingDeps, claimed: ClaimedDelivery, target: SendTarget): Promise<PreparedSend | null> {
  const { db, graph, clock } = deps
  const content = contentFor(deps)
  const { userId, deliveryId, messageId, filterId } = claimed
  const view = messageId === null ? null : await content.view(userId, messageId)
  if (messageId === null || !view) return null
  const filterName = await content.filterName(userId, filterId)
  const isProven = await content.isProven(userId, messageId)
  const [privacy] = await content.privacy(userId, [deliveryId])
  const filesDeps = messageFilesDeps(deps, content)
  const { filesText, onlyFile, hasMore } = await summarizeFiles(filesDeps, target, messageId, view, privacy)
  const webView = webViewLink(db, userId, {
    ...{ publicUrl: deps.config.publicUrl, messageId, deliveryId, now: clock.now(), isLook: deps.content !== undefined },
    isForOwner: privacy !== undefined && !isUnrestricted(privacy),
  })
  const answers = await invitationAnswers(deps, userId, claimed.destinationId, view)
  const restrictions = { redact: privacy?.redact ?? null, extent: privacy?.show ?? null }
  const emailToSend = { ...target, ...restrictions, view, filterName, isProven, filesText, webView, answers, hasMore }
  const prepared = onlyFile && claimed.kind === 'mail' ? await prepareWithCaption(filesDeps, emailToSend, messageId, onlyFile) : null
  if (prepared) return prepared
  // A tap on "show" may bring the full email as a file; a preview does not upload it.
  const isShowRequest = claimed.kind === 'shown' && !deps.content && !(await isRepeat(db, userId, deliveryId))
  const sendsFull = isShowRequest && !(await needsAnswersFirst(deps, emailToSend))
  return () => (sendsFull ? sendFullEmail({ db, graph, now: clock.now() }, emailToSend) : sendEmail(graph, emailToSend))
}

/** An invitation tapped in a digest is sent with its answer buttons first; asked for again, it comes in full. */
const needsAnswersFirst = async ({ db }: SendingDeps, { userId, deliveryId, answers = [] }: EmailToSend) =>
  answers.length > 0 && !(await wasForwardedBefore(db, userId, deliveryId))

const messageFilesDeps = (deps: SendingDeps, content: ContentReader) => ({
  ...deps,
  content,
  now: deps.clock.now(),
  isPreview: deps.content !== undefined,
})

async function prepareAttachment(
  deps: SendingDeps,
  { userId, deliveryId, messageId }: ClaimedDelivery,
  target: ToSend,
): Promise<PreparedSend | null> {
  const content = contentFor(deps)
  const [privacy] = await content.privacy(userId, [deliveryId])
  const send = messageId === null ? null : await prepareFollowUp(messageFilesDeps(deps, content), target, messageId, privacy)
  return send ?? (async () => ({ kind: 'failed', reason: 'file_gone', stop: 'delivery' }))
}
