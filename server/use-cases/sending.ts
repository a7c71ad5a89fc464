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
import { type EmailToSend, prepareEmail, sendFullEmail, type ToSend } from '../whatsapp/send.ts'
import type { ContentReader } from './sending/content.ts'
import { contentFor, type PreparedSend, type SendingDeps } from './sending/deps.ts'
import { prepareAnnouncement, prepareDigest } from './sending/digests.ts'
import { prepareFollowUp, prepareWithCaption, summarizeFiles } from './sending/files.ts'
import { invitationAnswers } from './sending/invitation-answers.ts'
import type { EmailContent } from './sending/outgoing.ts'

/** Reads and renders a claimed delivery; nothing is sent. A message that cannot be sent has its outcome already. */
export async function prepareClaimed(deps: SendingDeps, claimed: ClaimedDelivery): Promise<PreparedSend | Outcome> {
  try {
    // Without content: it was erased at the end of the user's retention, so there is nothing left to send.
    return (await prepare(deps, claimed)) ?? { kind: 'failed', reason: 'too_old', stop: 'delivery' }
  } catch (error) {
    return refusal(deps, claimed, error) ?? notReadable(deps, error)
  }
}

/** `markDispatched` is called right before anything is sent; false means that another worker has claimed the delivery meanwhile. */
export async function sendPrepared(
  deps: SendingDeps,
  claimed: ClaimedDelivery,
  prepared: PreparedSend | Outcome,
  markDispatched: () => Promise<boolean>,
): Promise<Outcome> {
  if (typeof prepared !== 'function') return prepared
  const isOurs = await markDispatched().catch((error: unknown) => {
    deps.log.warn({ err: error }, 'a delivery could not be marked before it was sent')
    return null
  })
  if (isOurs === null) return { kind: 'retry', reason: 'interrupted', afterMs: null, scope: 'delivery' }
  if (!isOurs) return { kind: 'retry', reason: 'claim_lost', afterMs: null, scope: 'delivery' }
  try {
    return await prepared()
  } catch (error) {
    const outcome = refusal(deps, claimed, error)
    if (!outcome) throw error
    return outcome
  }
}

export const sendClaimed = async (deps: SendingDeps, claimed: ClaimedDelivery, markDispatched: () => Promise<boolean>): Promise<Outcome> =>
  sendPrepared(deps, claimed, await prepareClaimed(deps, claimed), markDispatched)

/** Null unless we rendered a message that WhatsApp would not take. */
function refusal({ log }: SendingDeps, { deliveryId }: ClaimedDelivery, error: unknown): Outcome | null {
  if (!(error instanceof PayloadError)) return null
  log.error({ err: error, deliveryId }, 'a rendered message breaks a WhatsApp limit')
  return { kind: 'failed', reason: 'bad_payload', stop: 'delivery' }
}

/** Nothing was sent yet, so the outcome is not unknown. */
function notReadable({ log }: SendingDeps, error: unknown): Outcome {
  log.warn({ err: error }, 'an email could not be read for sending')
  return { kind: 'retry', reason: 'interrupted', afterMs: null, scope: 'delivery' }
}

async function prepare(deps: SendingDeps, claimed: ClaimedDelivery): Promise<PreparedSend | null> {
  const { userId, deliveryId, waId, waUserId, attempt } = claimed
  const target = { to: { waId, waUserId }, userId, deliveryId, attempt }
  if (claimed.kind === 'mail' || claimed.kind === 'shown') return prepareMail(deps, claimed, target)
  const withReader = { ...target, ...(await readReader(deps.db, userId)) }
  switch (claimed.kind) {
    case 'announcement':
      return prepareAnnouncement(deps, claimed, withReader)
    case 'digest':
      return prepareDigest(deps, claimed, withReader)
    case 'attachment':
      return prepareAttachment(deps, claimed, withReader)
  }
}

async function prepareMail(deps: SendingDeps, claimed: ClaimedDelivery, to: ToSend & { attempt: number }): Promise<PreparedSend | null> {
  const { db, graph, clock, outgoing } = deps
  const { userId, deliveryId, messageId } = claimed
  const found = await (deps.content ? readPreviewed(deps, deps.content, claimed) : outgoing.read(claimed))
  if (messageId === null || !found) return null
  const { view, privacy, filterName, isProven, ...reader } = found
  const target = { ...to, ...reader }
  const filesDeps = messageFilesDeps(deps, contentFor(deps))
  const { filesText, onlyFile, hasMore } = await summarizeFiles(filesDeps, target, messageId, view, privacy)
  const webView = webViewLink(outgoing.saveLink, userId, {
    ...{ publicUrl: deps.config.publicUrl, messageId, deliveryId, isLook: deps.content !== undefined },
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
  return sendsFull ? () => sendFullEmail({ db, graph, now: clock.now() }, emailToSend) : prepareEmail(graph, emailToSend)
}

async function readPreviewed({ db }: SendingDeps, content: ContentReader, claimed: ClaimedDelivery): Promise<EmailContent | null> {
  const { userId, deliveryId, messageId, filterId } = claimed
  const view = messageId === null ? null : await content.view(userId, messageId)
  if (messageId === null || !view) return null
  const [privacy] = await content.privacy(userId, [deliveryId])
  return {
    ...{ view, privacy, ...(await readReader(db, userId)) },
    filterName: await content.filterName(userId, filterId),
    isProven: await content.isProven(userId, messageId),
    needsAcknowledgment: await needsAcknowledgment(db, userId, deliveryId),
  }
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
