// Carries out replies from the phone through mail/outgoing, and reports the ones that failed.
import { isWindowOpen } from '../../../core/delivery/window.ts'
import type { InvitationAnswer } from '../../../core/message/calendar/answers.ts'
import { Caution } from '../../../core/message/reply/shapes.ts'
import { readSettings } from '../../account/settings/store.ts'
import { findSentEmail } from '../../delivery/owners.ts'
import { getDestination } from '../../delivery/store.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import { loadWords } from '../../foundation/words.ts'
import { planInvitation } from '../../mail/outgoing/invitation.ts'
import { cancelReply, confirmReply, planReply, type ReplyPlanDeps, retryReply } from '../../mail/outgoing/plan.ts'
import { openReplyDraft } from '../../mail/outgoing/sealed.ts'
import { describeReason } from '../../mail/outgoing/shown.ts'
import { countFiles, readReply } from '../../mail/outgoing/store.ts'
import type { EndedReply } from '../../mail/outgoing/work.ts'
import { neutral, oneLine } from '../../whatsapp/markup.ts'
import { sendText } from '../../whatsapp/send.ts'
import type { InboundFile } from '../../whatsapp/webhook.ts'
import { phoneCommands } from './command-effects.ts'
import type { CommandResult, MessageOnPhone, PhoneInvitations } from './command-result.ts'
import type { CommandDeps } from './commands.ts'
import type { AnswerContext } from './context.ts'
import type { DownloadedFile } from './downloads.ts'
import { notSent, type ReplyDeps, type ReplyNow, replyResponse } from './replies.ts'
import { responseText } from './response.ts'

const maxFileBytes = 18 * 1024 * 1024

/** Retries once. */
async function fetchFile(
  { graph, log }: Pick<AnswerContext, 'graph' | 'log'>,
  { mediaId, name, mimeType }: InboundFile,
): Promise<DownloadedFile> {
  for (let attempt = 1; ; attempt++) {
    const download = await graph.fetchMedia(mediaId, maxFileBytes)
    if (download.kind === 'file') return { name, type: mimeType || download.mimeType, bytes: download.bytes }
    if (download.kind === 'too_large' || (download.kind === 'transport' && download.reason === 'too_large')) return 'too_large'
    if (attempt < 2) continue
    log.warn({ failure: download }, 'a file from a phone could not be downloaded')
    return 'unfetched'
  }
}

export const phoneAnswers = (
  context: AnswerContext,
): { replies: ReplyDeps; commands: CommandDeps; fetchFile(file: InboundFile): Promise<DownloadedFile> } => ({
  replies: phoneReplies(context),
  commands: {
    ...phoneCommands(context),
    invitations: phoneInvitations(context.plan, (tx, userId, replyId) => readCurrentReply(context, tx, userId, replyId)),
  },
  fetchFile: file => fetchFile(context, file),
})

function phoneReplies(context: AnswerContext): ReplyDeps {
  const { plan } = context
  const actions = { send: confirmReply, drop: cancelReply, undo: cancelReply, again: retryReply }
  return {
    quoted: findSentEmail,
    async write(tx, userId, draft) {
      const planned = await planReply(plan, tx, userId, draft)
      return planned.kind === 'refused' ? planned : { kind: 'kept', replyId: planned.replyId }
    },
    find: (tx, userId, replyId) => readCurrentReply(context, tx, userId, replyId),
    change: (tx, userId, replyId, action) => actions[action](plan, tx, userId, replyId),
  }
}

export async function readCurrentReply(
  { keys }: Pick<AnswerContext, 'keys'>,
  db: Db,
  userId: string,
  replyId: string,
): Promise<ReplyNow | null> {
  const row = await readReply(db, userId, replyId)
  if (!row?.sealed) return null
  const draft = openReplyDraft(await keys.contentKeyOf(db, userId), userId, replyId, row.sealed)
  const { language } = await readSettings(db, userId, 0)
  return {
    files: (await countFiles(db, userId, [replyId])).get(replyId) ?? 0,
    invitation: draft.invitation ? { answer: draft.invitation.answer, title: neutral(oneLine(draft.invitation.title, 80)) } : null,
    ...{ replyId, destinationId: row.destination_id, state: row.state, dueAt: row.due_at, to: draft.to.address },
    cautions: row.cautions.flatMap(caution => Caution.safeParse(caution).data ?? []),
    through: draft.replyTo ? 'us' : 'account',
    reason: row.reason === null ? null : describeReason(loadWords(language).of('reply'), row.reason, draft.from.address),
  }
}

/** Reports to the phone that its reply was not delivered, and what to do; when we may not write to it, only the dashboard shows it. */
export async function reportFailedReply(context: AnswerContext, { userId, replyId, destinationId, state }: EndedReply): Promise<void> {
  if (state === 'sent' || destinationId === null) return
  const { db, graph, clock } = context
  const phone = await getDestination(db, userId, destinationId)
  if (phone?.state !== 'linked' || !isWindowOpen(phone.last_inbound_at, clock.now())) return
  const reply = await readCurrentReply(context, db, userId, replyId)
  if (!reply) return
  const words = loadWords((await readSettings(db, userId, 0)).language)
  const response = replyResponse(reply, clock.now())
  const text = responseText(words, { ...response, above: [{ catalog: 'phone', key: 'answer.replyFailed', values: { address: reply.to } }] })
  const buttons = (response.buttons ?? []).map(({ payload, title }) => ({ id: payload, title: words.of('phone')(title) }))
  const { wamid } = (await readReply(db, userId, replyId)) ?? {}
  const options = { buttons, ...(wamid && { quotes: wamid }) }
  if (text !== null) await context.inPace(() => sendText(graph, { waId: phone.wa_id, waUserId: phone.wa_user_id }, text, options))
}

/** `find` reads the current state of a reply. */
export const phoneInvitations = (plan: ReplyPlanDeps, find: ReplyDeps['find']): PhoneInvitations => ({
  async answer(
    tx: Tx,
    { userId, messageId, destinationId, wamid }: MessageOnPhone,
    answer: InvitationAnswer,
    now: Date,
  ): Promise<CommandResult> {
    const planned = await planInvitation(plan, tx, userId, { messageId, answer, destinationId, wamid })
    if (planned.kind === 'refused') return { response: notSent(planned.reason), state: 'refused', reason: planned.reason }
    const reply = await find(tx, userId, planned.replyId)
    if (!reply) return { response: notSent('gone'), state: 'refused', reason: 'gone' }
    return { response: { ...replyResponse(reply, now), answer: reply.state === 'asking' ? 'reply_asked' : 'reply_planned' }, state: 'done' }
  },
})
