// Prepares announcements and digests: several messages in one, each with the sender and subject that its filter lets through.
import type { Outcome } from '../../../core/delivery/outcome.ts'
import { readReader } from '../../account/settings/store.ts'
import type { ForwardedContent } from '../../delivery/forwarded-content-store.ts'
import { hasDirectSend, loseDirectSend } from '../../delivery/number/queue.ts'
import type { ClaimedDelivery } from '../../delivery/queue.ts'
import { countFiles } from '../../mail/messages/sealed.ts'
import { maxNamed, sendAnnouncement } from '../../whatsapp/announce.ts'
import type { DigestEntry, DigestPage } from '../../whatsapp/digest.ts'
import { visibleView } from '../../whatsapp/redacted.ts'
import { withBadge } from '../../whatsapp/render/sender.ts'
import { sendDigest, sendDigestPage, type ToSend, type WhatsAppUser } from '../../whatsapp/send.ts'
import { markRefused } from '../../whatsapp/templates/manage.ts'
import { listTemplates, markUsed } from '../../whatsapp/templates/owners.ts'
import type { ContentReader } from './content.ts'
import { contentFor, type PreparedSend, type SendingDeps, type SendTarget } from './deps.ts'

export async function prepareAnnouncement(deps: SendingDeps, claimed: ClaimedDelivery, target: SendTarget): Promise<PreparedSend | null> {
  const { db, graph, clock, templates, log } = deps
  const { userId, memberIds } = claimed
  if (memberIds.length === 0) return null
  const entries = await readEntries(deps, userId, memberIds.slice(0, maxNamed))
  const allTemplates = await listTemplates(db)
  const announcementDeps = {
    ...{ graph, directSend: graph.directSend && (await hasDirectSend(db, graph.numberId)) },
    templates: allTemplates,
    now: clock.now(),
    onRefused: async ({ id, name }: { id: string; name: string }, code: number, detail: string) => {
      log.warn({ template: name, code, detail }, 'WhatsApp refused a template')
      await markRefused(templates, id, code, detail)
    },
    onUsed: async ({ id }: { id: string }) =>
      markUsed(db, id, clock.now()).catch(error => log.warn({ err: error }, 'the use of a template was not recorded')),
    onDirectSendLost: async (code: number) => {
      log.warn({ code }, 'WhatsApp no longer lets us send without a template; templates are used from now on')
      await loseDirectSend(db, graph.numberId, clock.now())
    },
  }
  return async () => {
    const outcome = await sendAnnouncement(announcementDeps, { ...target, emails: entries, count: memberIds.length })
    if (outcome.kind === 'held' && outcome.reason === 'no_template')
      log.warn({ deliveryId: claimed.deliveryId }, 'emails wait for an approved template: npm run admin -- templates list')
    return outcome
  }
}

export async function prepareDigest(deps: SendingDeps, claimed: ClaimedDelivery, target: ToSend): Promise<PreparedSend | null> {
  if (claimed.memberIds.length === 0) return null
  const entries = await readEntries(deps, claimed.userId, claimed.memberIds)
  return () => sendDigest(deps.graph, { ...target, entries })
}

/** Sends the emails of a digest after the first `from`, to a phone that asked for them. */
export async function sendPage(deps: SendingDeps, to: WhatsAppUser, { userId, digestId, deliveryIds, from }: DigestPage): Promise<Outcome> {
  const { language } = await readReader(deps.db, userId)
  return sendDigestPage(deps.graph, { to, language }, { digestId, entries: await readEntries(deps, userId, deliveryIds), from })
}

/** Sender and subject of each delivery, in the given order, redacted by its filter; empty when the email was erased. */
async function readEntries(deps: SendingDeps, userId: string, deliveryIds: string[]): Promise<DigestEntry[]> {
  const content = contentFor(deps)
  const privacy = new Map((await content.privacy(userId, deliveryIds)).map(delivery => [delivery.id, delivery]))
  const unredacted = [...privacy.values()].filter(delivery => !delivery.redact)
  const summaries = await content.summaries(userId, messageIdsOf(unredacted))
  const entries: DigestEntry[] = []
  for (const deliveryId of deliveryIds) {
    const delivery = privacy.get(deliveryId)
    const summary = delivery?.redact ? await redactedSummary(content, userId, delivery) : summaries.get(delivery?.messageId ?? '')
    const name = summary?.from?.name || summary?.from?.address || ''
    // A badge on every verified sender would drown out the warnings.
    const badge = summary?.badge === 'warning' ? 'warning' : 'none'
    entries.push({ deliveryId, sender: withBadge(deps.words, name, badge), subject: summary?.subject ?? '', files: summary?.files ?? 0 })
  }
  return entries
}

// Redaction needs the full text: a number may be a code only because the body calls it one.
async function redactedSummary(content: ContentReader, userId: string, privacy: ForwardedContent) {
  const view = privacy.messageId === null ? null : await content.view(userId, privacy.messageId)
  if (!view) return undefined
  const { from, subject } = visibleView(view, privacy)
  return { from: from[0] ?? null, subject, badge: view.sender?.badge, files: countFiles(view) }
}

const messageIdsOf = (deliveries: ForwardedContent[]): string[] =>
  deliveries.flatMap(delivery => (delivery.messageId === null ? [] : [delivery.messageId]))
