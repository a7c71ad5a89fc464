// Answers to mails as phones write them: given to the mail that goes out, and told of where they fail.
import { isOpen } from '../../core/delivery/window.ts'
import { Caution } from '../../core/message/reply/shapes.ts'
import { readSettings } from '../account/settings/store.ts'
import type { CommandParts } from '../answer/commands.ts'
import { inWords } from '../answer/decided.ts'
import type { Fetched } from '../answer/fetches.ts'
import { type ReplyNow, type ReplyParts, tellOf } from '../answer/replies.ts'
import type { Db } from '../db/pool.ts'
import { findCarried } from '../delivery/owners.ts'
import { getDestination } from '../delivery/store.ts'
import { cancelReply, confirmReply, planReply, retryReply } from '../mail/outgoing/plan.ts'
import { openDraft } from '../mail/outgoing/sealed.ts'
import { reasonIn } from '../mail/outgoing/shown.ts'
import { countFiles, readReply } from '../mail/outgoing/store.ts'
import type { EndedReply } from '../mail/outgoing/work.ts'
import { neutral, oneLine } from '../whatsapp/markup.ts'
import { sendNotice } from '../whatsapp/send.ts'
import type { InboundFile } from '../whatsapp/webhook.ts'
import { type Ground, inPace } from '../wiring.ts'
import { wordsOf } from '../words.ts'
import { phoneInvitations } from './invitations.ts'
import { planParts } from './outgoing.ts'
import { phoneCommands } from './phone-commands.ts'

const mostFileBytes = 18 * 1024 * 1024

/** Asked for once more where it does not come. */
async function fetchFile({ graph, log }: Pick<Ground, 'graph' | 'log'>, { mediaId, name, mimeType }: InboundFile): Promise<Fetched> {
  for (let attempt = 1; ; attempt++) {
    const got = await graph.fetchMedia(mediaId, mostFileBytes)
    if (got.kind === 'file') return { name, type: mimeType || got.mimeType, bytes: got.bytes }
    if (got.kind === 'too_large' || (got.kind === 'transport' && got.reason === 'too_large')) return 'too_large'
    if (attempt < 2) continue
    log.warn({ failure: got }, 'a file of a phone could not be fetched')
    return 'unfetched'
  }
}

export const phoneAnswers = (
  ground: Ground,
): { replies: ReplyParts; commands: CommandParts; fetchFile(file: InboundFile): Promise<Fetched> } => ({
  replies: phoneReplies(ground),
  commands: {
    ...phoneCommands(ground),
    invitations: phoneInvitations(planParts(ground), (tx, userId, replyId) => readNow(ground, tx, userId, replyId)),
  },
  fetchFile: file => fetchFile(ground, file),
})

function phoneReplies(ground: Ground): ReplyParts {
  const plan = planParts(ground)
  const acts = { send: confirmReply, drop: cancelReply, undo: cancelReply, again: retryReply }
  return {
    quoted: findCarried,
    async write(tx, userId, wish) {
      const planned = await planReply(plan, tx, userId, wish)
      return planned.kind === 'refused' ? planned : { kind: 'kept', replyId: planned.replyId }
    },
    find: (tx, userId, replyId) => readNow(ground, tx, userId, replyId),
    change: (tx, userId, replyId, act) => acts[act](plan, tx, userId, replyId),
  }
}

export async function readNow({ keys }: Pick<Ground, 'keys'>, db: Db, userId: string, replyId: string): Promise<ReplyNow | null> {
  const row = await readReply(db, userId, replyId)
  if (!row?.sealed) return null
  const draft = openDraft(await keys.contentKeyOf(db, userId), userId, replyId, row.sealed)
  const { language } = await readSettings(db, userId, 0)
  return {
    files: (await countFiles(db, userId, [replyId])).get(replyId) ?? 0,
    invitation: draft.invitation ? { answer: draft.invitation.answer, title: neutral(oneLine(draft.invitation.title, 80)) } : null,
    ...{ replyId, destinationId: row.destination_id, state: row.state, dueAt: row.due_at, to: draft.to.address },
    cautions: row.cautions.flatMap(caution => Caution.safeParse(caution).data ?? []),
    through: draft.replyTo ? 'us' : 'account',
    reason: row.reason === null ? null : reasonIn(wordsOf(language).of('reply'), row.reason, draft.from.address),
  }
}

/** Says on the phone that an answer of it did not get through, and what to do; where we may not write to it, the screen alone says so. */
export async function tellEndedReply(ground: Ground, { userId, replyId, destinationId, state }: EndedReply): Promise<void> {
  if (state === 'sent' || destinationId === null) return
  const { db, graph, clock } = ground
  const phone = await getDestination(db, userId, destinationId)
  if (phone?.state !== 'linked' || !isOpen(phone.last_inbound_at, clock.now())) return
  const reply = await readNow(ground, db, userId, replyId)
  if (!reply) return
  const words = wordsOf((await readSettings(db, userId, 0)).language)
  const decided = tellOf(reply, clock.now())
  const text = inWords(words, { ...decided, above: [{ room: 'phone', key: 'answer.replyFailed', values: { address: reply.to } }] })
  const buttons = (decided.buttons ?? []).map(({ payload, title }) => ({ id: payload, title: words.of('phone')(title) }))
  const { wamid } = (await readReply(db, userId, replyId)) ?? {}
  const around = { buttons, ...(wamid && { quotes: wamid }) }
  if (text !== null) await inPace(ground, () => sendNotice(graph, { waId: phone.wa_id, waUserId: phone.wa_user_id }, text, around))
}
