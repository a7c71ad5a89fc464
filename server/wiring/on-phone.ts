// What a phone shows of a delivery, or would of a draft: the very message that is made for it, caught before it leaves.
import type { Hidden, OnPhone } from '../../core/api/ledger.ts'
import type { Action, Filter } from '../../core/filters/action.ts'
import { isOpen, type Privacy, privacyOf } from '../../core/filters/privacy.ts'
import { goingOf } from '../../core/message/attachments.ts'
import type { MailView } from '../../core/message/view.ts'
import type { Config } from '../config.ts'
import type { DeliveryKind } from '../delivery/queue.ts'
import { listMailFiles, roomFor } from '../files/mail/store.ts'
import type { SentDelivery } from '../ledger/sent.ts'
import { headOf } from '../mail/sealed.ts'
import type { Graph } from '../whatsapp/client.ts'
import type { Content } from '../whatsapp/payload/shapes.ts'
import { hiddenOf } from '../whatsapp/redacted.ts'
import { listTemplates } from '../whatsapp/templates/owners.ts'
import { drawn } from './drawn.ts'
import { exampleMail } from './example-mail.ts'
import { type Reads, readsOf } from './reads.ts'
import { type SendingParts, sendClaimed } from './sending.ts'

export interface Looked {
  /** Null where its contents were erased, or no template would carry it. */
  shown: OnPhone | null
  hidden: Hidden | null
}

/** What its filter hides is hidden here too. */
export async function onPhone(parts: SendingParts, userId: string, sent: SentDelivery): Promise<Looked> {
  const reads = readsOf(parts.db, parts.keys, sent.hasLeft ? 'left' : 'look')
  const { deliveryId, messageId, filterId, destinationId, memberIds } = sent
  const shown = await caught({ ...parts, reads }, userId, { kind: sent.kind, deliveryId, messageId, filterId, destinationId, memberIds })
  const view = messageId === null || sent.kind === 'digest' ? null : await reads.view(userId, messageId)
  const [seen] = view ? await reads.seen(userId, [deliveryId]) : []
  return { shown, hidden: view && seen ? hiddenOf(view, seen) : null }
}

type PreviewParts = SendingParts & { config: Pick<Config, 'files' | 'mail'> }

export interface DraftToShow {
  name: string
  actions: Action[]
  messageIds: string[]
}

/** As if the draft were the only filter; see `drawBubble` in core/api. */
export async function previewed(parts: PreviewParts, userId: string, { name, actions, messageIds }: DraftToShow) {
  const draft: Filter = { id: '', name, paused: false, condition: { all: [] }, actions }
  const privacy = privacyOf(draft, [draft])
  const kept = readsOf(parts.db, parts.keys, 'look')
  const views = new Map<string, MailView>()
  for (const id of messageIds) {
    const view = await kept.view(userId, id)
    if (view) views.set(id, view)
  }
  const isExample = views.size === 0
  if (isExample) views.set(noId, exampleMail(parts.words.of('trial')))
  const [first] = views
  const collects = views.size > 1 && actions.some(one => one.kind === 'digest') && !actions.some(one => one.kind === 'urgent')
  const about = collects
    ? { kind: 'digest' as const, memberIds: [...views.keys()] }
    : { kind: 'mail' as const, messageId: first?.[0] ?? null }
  const sendsFiles = isOpen(privacy) && !actions.some(action => action.kind === 'forward' && action.attachments === false)
  const files = filesOfDraft(parts, sendsFiles, views)
  const shown = await caught({ ...parts, reads: { ...readsOfDraft(name, privacy, views), files } }, userId, about)
  return { shown, hidden: first && !collects ? hiddenOf(first[1], privacy) : null, isExample, collected: collects ? views.size : null }
}

const readsOfDraft = (name: string, privacy: Privacy, views: ReadonlyMap<string, MailView>): Omit<Reads, 'files'> => ({
  view: async (_, messageId) => views.get(messageId) ?? null,
  heads: async (_, messageIds) =>
    new Map(
      messageIds.flatMap(id => {
        const view = views.get(id)
        return view ? [[id, headOf(view)] as const] : []
      }),
    ),
  seen: async (_, ids) => ids.map(id => ({ ...privacy, id, messageId: id, filterId: null })),
  filterName: async () => name,
  isProven: async () => true,
})

/** As if the mail came now: then its files are kept as far as there is room, and follow it. */
const filesOfDraft =
  ({ config, db, graph }: PreviewParts, sendsFiles: boolean, views: ReadonlyMap<string, MailView>): Reads['files'] =>
  async (userId, { messageId, now }) => {
    const view = views.get(messageId)
    if (!sendsFiles || !view?.files) return { goes: null, kept: new Set(), asLink: false }
    const already = await listMailFiles(db, userId, messageId, now)
    const isWhole = view.sizeBytes <= config.mail.maxBytes
    const kept = already.size > 0 || !isWhole ? already : await roomFor(db, userId, view.files.items, config.files.bytesAPerson)
    return { goes: goingOf(view.files, kept, graph.limits.documentBytes, config.files.aMail), kept, asLink: false }
  }

interface ToCatch {
  kind: DeliveryKind
  deliveryId?: string
  messageId?: string | null
  filterId?: string | null
  destinationId?: string
  memberIds?: string[]
}

async function caught(parts: SendingParts, userId: string, of: ToCatch): Promise<OnPhone | null> {
  const contents: Content[] = []
  const now = parts.clock.now()
  const postMessage: Graph['postMessage'] = async payload => {
    contents.push(payload)
    return { kind: 'accepted', wamid: '', waId: null }
  }
  await sendClaimed(
    { ...parts, graph: { ...parts.graph, postMessage } },
    {
      ...{ userId, deliveryId: noId, messageId: null, filterId: null, destinationId: '', memberIds: [], ...of },
      ...{ waId: '0', waUserId: null, attempt: 1, probesPause: null },
      ...{ startedAt: now, leaseUntil: now, nextTokenAt: now },
    },
    async () => true,
  )
  const [content] = contents
  return content ? drawn(content, content.type === 'template' ? await listTemplates(parts.db) : []) : null
}

/** What is never sent has as many letters in its buttons as what is. */
const noId = '00000000-0000-7000-8000-000000000000'
