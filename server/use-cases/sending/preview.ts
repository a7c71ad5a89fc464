// Previews what a phone shows of a delivery or a draft: the real payload, captured before it is sent.
import type { Hidden, OnPhone } from '../../../core/api/ledger.ts'
import type { Action, Filter } from '../../../core/filters/action.ts'
import { isOpen, type Privacy, privacyOf } from '../../../core/filters/privacy.ts'
import { goingOf } from '../../../core/message/attachments.ts'
import type { MailView } from '../../../core/message/view.ts'
import type { DeliveryKind } from '../../delivery/queue.ts'
import { fittingFiles, listMailFiles } from '../../files/attachments/store.ts'
import type { Config } from '../../foundation/config.ts'
import { summaryOf } from '../../mail/messages/sealed.ts'
import type { Graph } from '../../whatsapp/client.ts'
import type { PayloadContent } from '../../whatsapp/payload/shapes.ts'
import { summarizeHidden } from '../../whatsapp/redacted.ts'
import { listTemplates } from '../../whatsapp/templates/owners.ts'
import { sendClaimed } from '../sending.ts'
import { bubbleOf } from './bubble.ts'
import { type ContentReader, contentReader } from './content.ts'
import type { SendingDeps } from './deps.ts'
import { exampleMail } from './example-message.ts'

/** `memberIds`: the deliveries that an announcement names or a digest carries, in order. */
export interface DeliveryToPreview {
  deliveryId: string
  kind: DeliveryKind
  messageId: string | null
  filterId: string | null
  destinationId: string
  hasLeft: boolean
  memberIds: string[]
}

export interface DeliveryPreview {
  /** Null where its contents were erased, or no template would carry it. */
  preview: OnPhone | null
  hidden: Hidden | null
}

/** What its filter hides is hidden here too. */
export async function previewDelivery(deps: SendingDeps, userId: string, sent: DeliveryToPreview): Promise<DeliveryPreview> {
  const reads = contentReader(deps.db, deps.keys, sent.hasLeft ? 'left' : 'look')
  const { deliveryId, messageId, filterId, destinationId, memberIds } = sent
  const shown = await caught({ ...deps, reads }, userId, { kind: sent.kind, deliveryId, messageId, filterId, destinationId, memberIds })
  const view = messageId === null || sent.kind === 'digest' ? null : await reads.view(userId, messageId)
  const [seen] = view ? await reads.seen(userId, [deliveryId]) : []
  return { preview: shown, hidden: view && seen ? summarizeHidden(view, seen) : null }
}

type PreviewParts = SendingDeps & { config: Pick<Config, 'files' | 'mail'> }

export interface DraftToShow {
  name: string
  actions: Action[]
  messageIds: string[]
}

/** As if the draft were the only filter; see `drawBubble` in core/api. */
export async function previewDraft(deps: PreviewParts, userId: string, { name, actions, messageIds }: DraftToShow) {
  const draft: Filter = { id: '', name, paused: false, condition: { all: [] }, actions }
  const privacy = privacyOf(draft, [draft])
  const kept = contentReader(deps.db, deps.keys, 'look')
  const views = new Map<string, MailView>()
  for (const id of messageIds) {
    const view = await kept.view(userId, id)
    if (view) views.set(id, view)
  }
  const isExample = views.size === 0
  if (isExample) views.set(noId, exampleMail(deps.words.of('trial')))
  const [first] = views
  const collects = views.size > 1 && actions.some(one => one.kind === 'digest') && !actions.some(one => one.kind === 'urgent')
  const about = collects
    ? { kind: 'digest' as const, memberIds: [...views.keys()] }
    : { kind: 'mail' as const, messageId: first?.[0] ?? null }
  const sendsFiles = isOpen(privacy) && !actions.some(action => action.kind === 'forward' && action.attachments === false)
  const files = filesOfDraft(deps, sendsFiles, views)
  const shown = await caught({ ...deps, reads: { ...readsOfDraft(name, privacy, views), files } }, userId, about)
  return {
    shown,
    hidden: first && !collects ? summarizeHidden(first[1], privacy) : null,
    isExample,
    collected: collects ? views.size : null,
  }
}

const readsOfDraft = (name: string, privacy: Privacy, views: ReadonlyMap<string, MailView>): Omit<ContentReader, 'files'> => ({
  view: async (_, messageId) => views.get(messageId) ?? null,
  heads: async (_, messageIds) =>
    new Map(
      messageIds.flatMap(id => {
        const view = views.get(id)
        return view ? [[id, summaryOf(view)] as const] : []
      }),
    ),
  seen: async (_, ids) => ids.map(id => ({ ...privacy, id, messageId: id, filterId: null })),
  filterName: async () => name,
  isProven: async () => true,
})

/** As if the mail came now: then its files are kept as far as there is room, and follow it. */
const filesOfDraft =
  ({ config, db, graph }: PreviewParts, sendsFiles: boolean, views: ReadonlyMap<string, MailView>): ContentReader['files'] =>
  async (userId, { messageId, now }) => {
    const view = views.get(messageId)
    if (!sendsFiles || !view?.files) return { goes: null, kept: new Set(), asLink: false }
    const already = await listMailFiles(db, userId, messageId, now)
    const isWhole = view.sizeBytes <= config.mail.maxBytes
    const kept = already.size > 0 || !isWhole ? already : await fittingFiles(db, userId, view.files.items, config.files.bytesAPerson)
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

async function caught(deps: SendingDeps, userId: string, of: ToCatch): Promise<OnPhone | null> {
  const contents: PayloadContent[] = []
  const now = deps.clock.now()
  const postMessage: Graph['postMessage'] = async payload => {
    contents.push(payload)
    return { kind: 'accepted', wamid: '', waId: null }
  }
  await sendClaimed(
    { ...deps, graph: { ...deps.graph, postMessage } },
    {
      ...{ userId, deliveryId: noId, messageId: null, filterId: null, destinationId: '', memberIds: [], ...of },
      ...{ waId: '0', waUserId: null, attempt: 1, probesPause: null },
      ...{ startedAt: now, leaseUntil: now, nextTokenAt: now },
    },
    async () => true,
  )
  const [content] = contents
  return content ? bubbleOf(content, content.type === 'template' ? await listTemplates(deps.db) : []) : null
}

/** What is never sent has as many letters in its buttons as what is. */
const noId = '00000000-0000-7000-8000-000000000000'
