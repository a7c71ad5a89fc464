// Previews what a phone shows for a delivery or a draft: the real payload, captured before it is sent.
import type { Hidden, OnPhone } from '../../../core/api/ledger.ts'
import type { Action, Filter } from '../../../core/filters/action.ts'
import { combinePrivacy, isUnrestricted, type PhonePrivacy } from '../../../core/filters/privacy.ts'
import { selectFilesToSend } from '../../../core/message/attachments.ts'
import type { MailView } from '../../../core/message/view.ts'
import type { LimitsOf } from '../../../core/plans/plans.ts'
import type { DeliveryKind } from '../../delivery/queue.ts'
import { listAttachments, selectFitting } from '../../files/attachments/store.ts'
import type { Config } from '../../foundation/config.ts'
import { toSummary } from '../../mail/messages/sealed.ts'
import type { Graph } from '../../whatsapp/client.ts'
import type { PayloadContent } from '../../whatsapp/payload/shapes.ts'
import { summarizeHidden } from '../../whatsapp/redacted.ts'
import { listTemplates } from '../../whatsapp/templates/owners.ts'
import { sendClaimed } from '../sending.ts'
import { toBubble } from './bubble.ts'
import { type ContentReader, contentReader } from './content.ts'
import type { SendingDeps } from './deps.ts'
import { exampleMessage } from './example-message.ts'

/** `memberIds`: the deliveries that an announcement names or a digest carries, in order. */
export interface DeliveryToPreview {
  deliveryId: string
  kind: DeliveryKind
  messageId: string | null
  filterId: string | null
  destinationId: string
  wasSent: boolean
  memberIds: string[]
}

export interface DeliveryPreview {
  /** Null when the content was erased, or no template would carry it. */
  preview: OnPhone | null
  hidden: Hidden | null
}

/** Hides what the filter hides. */
export async function previewDelivery(deps: SendingDeps, userId: string, sent: DeliveryToPreview): Promise<DeliveryPreview> {
  const content = contentReader(deps.db, deps.keys, sent.wasSent ? 'sent' : 'preview')
  const { deliveryId, messageId, filterId, destinationId, memberIds } = sent
  const rendered = await renderPayload({ ...deps, content }, userId, {
    kind: sent.kind,
    deliveryId,
    messageId,
    filterId,
    destinationId,
    memberIds,
  })
  const view = messageId === null || sent.kind === 'digest' ? null : await content.view(userId, messageId)
  const [privacy] = view ? await content.privacy(userId, [deliveryId]) : []
  return { preview: rendered, hidden: view && privacy ? summarizeHidden(view, privacy) : null }
}

type DraftPreviewDeps = SendingDeps & { config: Pick<Config, 'files' | 'mail'>; limitsOf: LimitsOf }

export interface DraftToPreview {
  name: string
  actions: Action[]
  messageIds: string[]
}

/** Previews a draft as if it were the user's only filter. */
export async function previewDraft(deps: DraftPreviewDeps, userId: string, { name, actions, messageIds }: DraftToPreview) {
  const draft: Filter = { id: '', name, paused: false, condition: { all: [] }, actions }
  const privacy = combinePrivacy(draft, [draft])
  const content = contentReader(deps.db, deps.keys, 'preview')
  const views = new Map<string, MailView>()
  for (const id of messageIds) {
    const view = await content.view(userId, id)
    if (view) views.set(id, view)
  }
  const isExample = views.size === 0
  if (isExample) views.set(placeholderId, exampleMessage(deps.words.of('trial')))
  const [first] = views
  const collects = views.size > 1 && actions.some(action => action.kind === 'digest') && !actions.some(action => action.kind === 'urgent')
  const request = collects
    ? { kind: 'digest' as const, memberIds: [...views.keys()] }
    : { kind: 'mail' as const, messageId: first?.[0] ?? null }
  const sendsFiles = isUnrestricted(privacy) && !actions.some(action => action.kind === 'forward' && action.attachments === false)
  const files = draftFiles(deps, sendsFiles, views)
  const rendered = await renderPayload({ ...deps, content: { ...draftContent(name, privacy, views), files } }, userId, request)
  return {
    preview: rendered,
    hidden: first && !collects ? summarizeHidden(first[1], privacy) : null,
    isExample,
    collected: collects ? views.size : null,
  }
}

const draftContent = (name: string, privacy: PhonePrivacy, views: ReadonlyMap<string, MailView>): Omit<ContentReader, 'files'> => ({
  view: async (_, messageId) => views.get(messageId) ?? null,
  summaries: async (_, messageIds) =>
    new Map(
      messageIds.flatMap(id => {
        const view = views.get(id)
        return view ? [[id, toSummary(view)] as const] : []
      }),
    ),
  privacy: async (_, ids) => ids.map(id => ({ ...privacy, id, messageId: id, filterId: null })),
  filterName: async () => name,
  isProven: async () => true,
})

/** As if the email arrived now: files that fit into the user's storage are saved and sent. */
const draftFiles =
  ({ config, db, graph, limitsOf }: DraftPreviewDeps, sendsFiles: boolean, views: ReadonlyMap<string, MailView>): ContentReader['files'] =>
  async (userId, { messageId, now }) => {
    const view = views.get(messageId)
    if (!sendsFiles || !view?.files) return { forwarded: null, stored: new Set(), asLink: false }
    const savedBefore = await listAttachments(db, userId, messageId, now)
    const isComplete = view.sizeBytes <= config.mail.maxBytes
    const stored =
      savedBefore.size > 0 || !isComplete ? savedBefore : await selectFitting(db, userId, view.files.items, config.files.bytesPerUser)
    const maxFiles = (await limitsOf(userId)).attachments ? config.files.perMessage : 0
    return { forwarded: selectFilesToSend(view.files, stored, graph.limits.documentBytes, maxFiles), stored, asLink: false }
  }

interface RenderRequest {
  kind: DeliveryKind
  deliveryId?: string
  messageId?: string | null
  filterId?: string | null
  destinationId?: string
  memberIds?: string[]
}

async function renderPayload(deps: SendingDeps, userId: string, request: RenderRequest): Promise<OnPhone | null> {
  const payloads: PayloadContent[] = []
  const now = deps.clock.now()
  const postMessage: Graph['postMessage'] = async payload => {
    payloads.push(payload)
    return { kind: 'accepted', wamid: '', waId: null }
  }
  await sendClaimed(
    { ...deps, graph: { ...deps.graph, postMessage } },
    {
      ...{ userId, deliveryId: placeholderId, messageId: null, filterId: null, destinationId: '', memberIds: [], ...request },
      ...{ waId: '0', waUserId: null, attempt: 1, probesPause: null, mayMeetTrouble: false },
      ...{ startedAt: now, leaseUntil: now, nextTokenAt: now },
    },
    async () => true,
  )
  const [payload] = payloads
  return payload ? toBubble(payload, payload.type === 'template' ? await listTemplates(deps.db) : []) : null
}

/** As long as a real id, so that previews hit the same length limits. */
const placeholderId = '00000000-0000-7000-8000-000000000000'
