// Announcements and digests: several messages in one, each shown by its sender and subject as its filter allows.
import type { Outcome } from '../../../core/delivery/outcome.ts'
import { readerOf } from '../../account/settings/store.ts'
import type { ForwardedContent } from '../../delivery/forwarded-content-store.ts'
import { hasDirectSend, loseDirectSend } from '../../delivery/number/queue.ts'
import type { ClaimedDelivery } from '../../delivery/queue.ts'
import { filesIn } from '../../mail/messages/sealed.ts'
import { named, sendAnnouncement } from '../../whatsapp/announce.ts'
import type { DigestEntry, DigestPage } from '../../whatsapp/digest.ts'
import { visibleView } from '../../whatsapp/redacted.ts'
import { withBadge } from '../../whatsapp/render/sender.ts'
import { sendDigest, sendDigestPage, type ToSend, type WhatsAppUser } from '../../whatsapp/send.ts'
import { markRefused } from '../../whatsapp/templates/manage.ts'
import { listTemplates } from '../../whatsapp/templates/owners.ts'
import type { ContentReader } from './content.ts'
import { type About, type Ready, readsFor, type SendingDeps } from './deps.ts'

export async function announcement(deps: SendingDeps, claimed: ClaimedDelivery, about: About): Promise<Ready | null> {
  const { db, graph, clock, templates, log } = deps
  const { userId, memberIds } = claimed
  if (memberIds.length === 0) return null
  const heads = await headsOf(deps, userId, memberIds.slice(0, named))
  const all = await listTemplates(db)
  const asked = {
    ...{ graph, directSend: graph.directSend && (await hasDirectSend(db, graph.numberId)) },
    templates: all,
    now: clock.now(),
    onRefused: async ({ id, name }: { id: string; name: string }, code: number, detail: string) => {
      log.warn({ template: name, code, detail }, 'WhatsApp does not take a template')
      await markRefused(templates, id, code, detail)
    },
    onDirectSendLost: async (code: number) => {
      log.warn({ code }, 'WhatsApp does not let us send without a template; templates are used from now on')
      await loseDirectSend(db, graph.numberId, clock.now())
    },
  }
  return async () => {
    const outcome = await sendAnnouncement(asked, { ...about, emails: heads, count: memberIds.length })
    if (outcome.kind === 'held' && outcome.reason === 'no_template')
      log.warn({ deliveryId: claimed.deliveryId }, 'mail waits for an approved template: npm run admin -- templates list')
    return outcome
  }
}

export async function digest(deps: SendingDeps, claimed: ClaimedDelivery, about: ToSend): Promise<Ready | null> {
  if (claimed.memberIds.length === 0) return null
  const heads = await headsOf(deps, claimed.userId, claimed.memberIds)
  return () => sendDigest(deps.graph, { ...about, entries: heads })
}

/** The mails of a digest after its first `from`, to a phone that has asked for them. */
export async function sendPage(deps: SendingDeps, to: WhatsAppUser, { userId, digestId, deliveryIds, from }: DigestPage): Promise<Outcome> {
  const { language } = await readerOf(deps.db, userId)
  return sendDigestPage(deps.graph, { to, language }, { digestId, entries: await headsOf(deps, userId, deliveryIds), from })
}

/** Sender and subject of each, in the order asked, blacked out as its filters want; empty where the mail is not kept any more. */
async function headsOf(deps: SendingDeps, userId: string, deliveryIds: string[]): Promise<DigestEntry[]> {
  const reads = readsFor(deps)
  const seen = new Map((await reads.seen(userId, deliveryIds)).map(one => [one.id, one]))
  const open = [...seen.values()].filter(one => !one.redact)
  const known = await reads.heads(userId, idsOf(open))
  const heads: DigestEntry[] = []
  for (const deliveryId of deliveryIds) {
    const one = seen.get(deliveryId)
    const head = one?.redact ? await redactedHead(reads, userId, one) : known.get(one?.messageId ?? '')
    const name = head?.from?.name || head?.from?.address || ''
    // A sign on each proven sender would hide the ones that warn.
    const badge = head?.badge === 'warning' ? 'warning' : 'none'
    heads.push({ deliveryId, sender: withBadge(deps.words, name, badge), subject: head?.subject ?? '', files: head?.files ?? 0 })
  }
  return heads
}

// What is blacked out may be found only with the text beside it: a code that the body calls one.
async function redactedHead(reads: ContentReader, userId: string, seen: ForwardedContent) {
  const view = seen.messageId === null ? null : await reads.view(userId, seen.messageId)
  if (!view) return undefined
  const { from, subject } = visibleView(view, seen)
  return { from: from[0] ?? null, subject, badge: view.sender?.badge, files: filesIn(view) }
}

const idsOf = (all: ForwardedContent[]): string[] => all.flatMap(one => (one.messageId === null ? [] : [one.messageId]))
