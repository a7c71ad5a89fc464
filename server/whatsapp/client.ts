// Calls WhatsApp's Graph API: messages, files, templates and our number.
import { z } from 'zod/mini'
import {
  authorizationHeader,
  callGraph,
  type GraphFailure,
  type GraphOptions,
  type GraphRequest,
  transportFailureOf,
} from './graph-request.ts'
import { applyLimits, type WhatsAppLimits } from './limits.ts'
import { multipart, type Upload } from './multipart.ts'
import type { Payload } from './payload/shapes.ts'
import { type TemplateDefinition, TemplateList, type TemplateListed } from './templates/wire.ts'

export type { GraphFailure } from './graph-request.ts'

export type Accepted = { kind: 'accepted'; wamid: string; waId: string | null }
export type GraphDone = { kind: 'done' } | GraphFailure
export type NumberInfo = {
  kind: 'number'
  displayNumber: string | null
  verifiedName: string | null
  quality: string | null
  throughput: string | null
}
export type MediaInfo = { kind: 'media'; url: string; mimeType: string; sizeBytes: number | null }
export type MediaFile = { kind: 'file'; bytes: Buffer; mimeType: string }

export interface Graph {
  numberId: string
  limits: WhatsAppLimits
  /** Whether the operator has enabled sending outside the window without a template. */
  directSend: boolean
  /** Sends one message (`/messages`, without its messaging_product). A 200 is acceptance, not delivery. */
  postMessage(payload: Payload): Promise<Accepted | GraphFailure>
  /** Shows the user blue ticks and, with `typing`, that we are writing (for up to 25 s). */
  markRead(wamid: string, typing?: boolean): Promise<GraphDone>
  /** Meta's information about our number; also shows that Meta can be reached. */
  numberInfo(): Promise<NumberInfo | GraphFailure>
  /** Stores a file at Meta for 30 days, to be sent by its id. */
  uploadMedia(upload: Upload): Promise<{ kind: 'uploaded'; mediaId: string } | GraphFailure>
  mediaInfo(mediaId: string): Promise<MediaInfo | GraphFailure>
  /** Fetches a file that a user sent. Our token is sent to known hosts only; otherwise the reason is `media_host`. */
  fetchMedia(mediaId: string, maxBytes?: number): Promise<MediaFile | { kind: 'too_large' } | GraphFailure>
  listTemplates(): Promise<{ kind: 'templates'; items: TemplateListed[] } | GraphFailure>
  createTemplate(definition: TemplateDefinition): Promise<{ kind: 'created'; metaId: string; status: string } | GraphFailure>
  editTemplate(metaId: string, definition: TemplateDefinition): Promise<GraphDone>
}

export function openGraph(options: GraphOptions): Graph {
  const { numberId, limits = {}, directSend = false } = options
  return {
    numberId,
    limits: applyLimits(limits),
    directSend,
    ...messageCalls(options),
    ...mediaCalls(options),
    ...templateCalls(options),
  }
}

const numberFields = 'display_phone_number,verified_name,quality_rating,throughput'

function messageCalls(options: GraphOptions): Pick<Graph, 'postMessage' | 'markRead' | 'numberInfo'> {
  return {
    async postMessage(payload) {
      const json = { messaging_product: 'whatsapp', recipient_type: 'individual', ...payload }
      const response = await callGraph(options, { method: 'POST', path: 'messages', json }, AcceptedBody)
      if (response.kind !== 'ok') return response
      return { kind: 'accepted', wamid: response.data.messages[0].id, waId: response.data.contacts?.[0]?.wa_id ?? null }
    },
    markRead(wamid, typing = false) {
      const mark = { status: 'read', message_id: wamid, ...(typing && { typing_indicator: { type: 'text' } }) }
      return callForSuccess(options, { method: 'POST', path: 'messages', json: { messaging_product: 'whatsapp', ...mark } })
    },
    async numberInfo() {
      const response = await callGraph(options, { method: 'GET', path: 'number', query: { fields: numberFields } }, NumberBody)
      if (response.kind !== 'ok') return response
      const { display_phone_number, verified_name, quality_rating, throughput } = response.data
      return {
        kind: 'number',
        displayNumber: display_phone_number ?? null,
        verifiedName: verified_name ?? null,
        quality: quality_rating ?? null,
        throughput: throughput?.level ?? null,
      }
    },
  }
}

const defaultMediaTimeoutMs = 60_000
/** Files up to this size must upload within the normal timeout, while the claim lasts. */
const smallBytes = 1_000_000
/** WhatsApp's own limit for documents. */
const maxFetchedBytes = 100 * 1024 * 1024

// Files: developers.facebook.com/documentation/business-messaging/whatsapp/business-phone-numbers/media
function mediaCalls(options: GraphOptions): Pick<Graph, 'uploadMedia' | 'mediaInfo' | 'fetchMedia'> {
  const timeoutMs = options.mediaTimeoutMs ?? defaultMediaTimeoutMs
  const info = async (mediaId: string): Promise<MediaInfo | GraphFailure> => {
    const response = await callGraph(options, { method: 'GET', path: `/${encodeURIComponent(mediaId)}` }, MediaBody)
    if (response.kind !== 'ok') return response
    return { kind: 'media', url: response.data.url, mimeType: response.data.mime_type, sizeBytes: response.data.file_size ?? null }
  }
  return {
    async uploadMedia(upload) {
      const form = multipart({ ...product, type: upload.mimeType }, upload)
      const isSmall = upload.bytes.length <= smallBytes
      const request: GraphRequest = { method: 'POST', path: 'media', form, timeoutMs: isSmall ? options.timeoutMs : timeoutMs }
      const response = await callGraph(options, request, z.looseObject({ id: z.string().check(z.minLength(1)) }))
      return response.kind === 'ok' ? { kind: 'uploaded', mediaId: response.data.id } : response
    },
    mediaInfo: info,
    async fetchMedia(mediaId, maxBytes = maxFetchedBytes) {
      const media = await info(mediaId)
      if (media.kind !== 'media') return media
      if ((media.sizeBytes ?? 0) > maxBytes) return { kind: 'too_large' }
      return fetchFrom(options, media, { timeoutMs, maxBytes })
    },
  }
}

async function fetchFrom(
  options: GraphOptions,
  { url, mimeType }: MediaInfo,
  limits: { timeoutMs: number; maxBytes: number },
): Promise<MediaFile | GraphFailure> {
  const { protocol, host, hostname } = new URL(url)
  const graphHost = new URL(options.graphUrl)
  const isKnown = host === graphHost.host || (protocol === 'https:' && options.mediaHosts?.includes(hostname))
  if (!isKnown) return { kind: 'transport', mayHaveArrived: false, reason: 'media_host' }
  try {
    const { status, body } = await options.outside.request({ method: 'GET', url, headers: authorizationHeader(options), ...limits })
    if (status === 200) return { kind: 'file', bytes: body, mimeType }
    return { kind: 'transport', mayHaveArrived: false, reason: `http_${status}` }
  } catch (error) {
    return transportFailureOf(error)
  }
}

const templatesPerPage = '100'
const maxPages = 20

// Templates: developers.facebook.com/documentation/business-messaging/whatsapp/templates
function templateCalls(options: GraphOptions): Pick<Graph, 'listTemplates' | 'createTemplate' | 'editTemplate'> {
  const query = { fields: 'name,status,category,language,components,quality_score,rejected_reason', limit: templatesPerPage }
  return {
    async listTemplates() {
      const items: TemplateListed[] = []
      let after: string | undefined
      for (let page = 0; page < maxPages; page++) {
        const request = { method: 'GET' as const, path: 'templates' as const, query: { ...query, ...(after && { after }) } }
        const response = await callGraph(options, request, TemplateList)
        if (response.kind !== 'ok') return response
        items.push(...response.data.data)
        after = response.data.paging?.next ? response.data.paging.cursors?.after : undefined
        if (!after) break
      }
      return { kind: 'templates', items }
    },
    async createTemplate(definition) {
      const response = await callGraph(options, { method: 'POST', path: 'templates', json: { ...definition } }, CreatedBody)
      return response.kind === 'ok' ? { kind: 'created', metaId: response.data.id, status: response.data.status } : response
    },
    editTemplate: (metaId, { category, components }) =>
      callForSuccess(options, { method: 'POST', path: `/${encodeURIComponent(metaId)}`, json: { category, components } }),
  }
}

const product = { messaging_product: 'whatsapp' }

async function callForSuccess(options: GraphOptions, request: GraphRequest): Promise<GraphDone> {
  const response = await callGraph(options, request, z.looseObject({ success: z.literal(true) }))
  return response.kind === 'ok' ? { kind: 'done' } : response
}

// Sending a message: developers.facebook.com/documentation/business-messaging/whatsapp/messages/send-messages
const AcceptedBody = z.looseObject({
  messages: z.tuple([z.looseObject({ id: z.string().check(z.minLength(1)) })], z.unknown()),
  contacts: z.optional(z.array(z.looseObject({ wa_id: z.optional(z.string()) }))),
})

const NumberBody = z.looseObject({
  id: z.optional(z.string()),
  display_phone_number: z.optional(z.string()),
  verified_name: z.optional(z.string()),
  quality_rating: z.optional(z.string()),
  throughput: z.optional(z.looseObject({ level: z.optional(z.string()) })),
})

// Meta sends sizes as strings in some responses and as numbers in others.
const MediaBody = z.looseObject({ url: z.url(), mime_type: z.string(), file_size: z.optional(z.coerce.number()) })

const CreatedBody = z.looseObject({ id: z.string(), status: z._default(z.string(), 'PENDING') })
