// The client of WhatsApp's Graph API: messages, files, templates and our number.
import { z } from 'zod/mini'
import {
  authorizationHeader,
  callGraph,
  type GraphFailure,
  type GraphOptions,
  type GraphRequest,
  transportFailureOf,
} from './graph-request.ts'
import { limitsOf, type WhatsAppLimits } from './limits.ts'
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
  /** Whether the operator says that Meta lets us write outside the window without a template. */
  directSend: boolean
  /** Sends one message (`/messages`, without its messaging_product). A 200 is acceptance, not delivery. */
  postMessage(payload: Payload): Promise<Accepted | GraphFailure>
  /** Shows the person the blue ticks and, with `typing`, that we are writing (25 s at most). */
  markRead(wamid: string, typing?: boolean): Promise<GraphDone>
  /** What Meta says about our number; also shows that Meta can be reached. */
  numberInfo(): Promise<NumberInfo | GraphFailure>
  /** Keeps a file at Meta for 30 days, to be sent by its id. */
  uploadMedia(upload: Upload): Promise<{ kind: 'uploaded'; mediaId: string } | GraphFailure>
  mediaInfo(mediaId: string): Promise<MediaInfo | GraphFailure>
  /** A file that a person sent. Our key goes to known hosts alone; of another the reason is `media_host`. */
  fetchMedia(mediaId: string, mostBytes?: number): Promise<MediaFile | { kind: 'too_large' } | GraphFailure>
  listTemplates(): Promise<{ kind: 'templates'; items: TemplateListed[] } | GraphFailure>
  createTemplate(definition: TemplateDefinition): Promise<{ kind: 'created'; metaId: string; status: string } | GraphFailure>
  editTemplate(metaId: string, definition: TemplateDefinition): Promise<GraphDone>
}

export function openGraph(options: GraphOptions): Graph {
  const { numberId, limits = {}, directSend = false } = options
  return {
    numberId,
    limits: limitsOf(limits),
    directSend,
    ...messagesOf(options),
    ...mediaOf(options),
    ...templatesOf(options),
  }
}

const numberFields = 'display_phone_number,verified_name,quality_rating,throughput'

function messagesOf(options: GraphOptions): Pick<Graph, 'postMessage' | 'markRead' | 'numberInfo'> {
  return {
    async postMessage(payload) {
      const json = { messaging_product: 'whatsapp', recipient_type: 'individual', ...payload }
      const answer = await callGraph(options, { method: 'POST', path: 'messages', json }, AcceptedBody)
      if (answer.kind !== 'ok') return answer
      return { kind: 'accepted', wamid: answer.data.messages[0].id, waId: answer.data.contacts?.[0]?.wa_id ?? null }
    },
    markRead(wamid, typing = false) {
      const mark = { status: 'read', message_id: wamid, ...(typing && { typing_indicator: { type: 'text' } }) }
      return done(options, { method: 'POST', path: 'messages', json: { messaging_product: 'whatsapp', ...mark } })
    },
    async numberInfo() {
      const answer = await callGraph(options, { method: 'GET', path: 'number', query: { fields: numberFields } }, NumberBody)
      if (answer.kind !== 'ok') return answer
      const { display_phone_number, verified_name, quality_rating, throughput } = answer.data
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

const mediaMs = 60_000
/** What is no larger goes up as fast as any message, and must, while a claim holds. */
const smallBytes = 1_000_000
/** What people send; no document of WhatsApp's is larger. */
const mostFetched = 100 * 1024 * 1024

// Files: developers.facebook.com/documentation/business-messaging/whatsapp/business-phone-numbers/media
function mediaOf(options: GraphOptions): Pick<Graph, 'uploadMedia' | 'mediaInfo' | 'fetchMedia'> {
  const timeoutMs = options.mediaTimeoutMs ?? mediaMs
  const info = async (mediaId: string): Promise<MediaInfo | GraphFailure> => {
    const answer = await callGraph(options, { method: 'GET', path: `/${encodeURIComponent(mediaId)}` }, MediaBody)
    if (answer.kind !== 'ok') return answer
    return { kind: 'media', url: answer.data.url, mimeType: answer.data.mime_type, sizeBytes: answer.data.file_size ?? null }
  }
  return {
    async uploadMedia(upload) {
      const form = multipart({ ...product, type: upload.mimeType }, upload)
      const isSmall = upload.bytes.length <= smallBytes
      const ask: GraphRequest = { method: 'POST', path: 'media', form, timeoutMs: isSmall ? options.timeoutMs : timeoutMs }
      const answer = await callGraph(options, ask, z.looseObject({ id: z.string().check(z.minLength(1)) }))
      return answer.kind === 'ok' ? { kind: 'uploaded', mediaId: answer.data.id } : answer
    },
    mediaInfo: info,
    async fetchMedia(mediaId, mostBytes = mostFetched) {
      const found = await info(mediaId)
      if (found.kind !== 'media') return found
      if ((found.sizeBytes ?? 0) > mostBytes) return { kind: 'too_large' }
      return fetchFrom(options, found, { timeoutMs, mostBytes })
    },
  }
}

async function fetchFrom(
  options: GraphOptions,
  { url, mimeType }: MediaInfo,
  within: { timeoutMs: number; mostBytes: number },
): Promise<MediaFile | GraphFailure> {
  const { protocol, host, hostname } = new URL(url)
  const ours = new URL(options.graphUrl)
  const isKnown = host === ours.host || (protocol === 'https:' && options.mediaHosts?.includes(hostname))
  if (!isKnown) return { kind: 'transport', mayHaveArrived: false, reason: 'media_host' }
  try {
    const { status, body } = await options.outside.request({ method: 'GET', url, headers: authorizationHeader(options), ...within })
    if (status === 200) return { kind: 'file', bytes: body, mimeType }
    return { kind: 'transport', mayHaveArrived: false, reason: `http_${status}` }
  } catch (error) {
    return transportFailureOf(error)
  }
}

const templatesPerPage = '100'
const mostPages = 20

// Templates: developers.facebook.com/documentation/business-messaging/whatsapp/templates
function templatesOf(options: GraphOptions): Pick<Graph, 'listTemplates' | 'createTemplate' | 'editTemplate'> {
  const query = { fields: 'name,status,category,language,components,quality_score,rejected_reason', limit: templatesPerPage }
  return {
    async listTemplates() {
      const items: TemplateListed[] = []
      let after: string | undefined
      for (let page = 0; page < mostPages; page++) {
        const ask = { method: 'GET' as const, path: 'templates' as const, query: { ...query, ...(after && { after }) } }
        const answer = await callGraph(options, ask, TemplateList)
        if (answer.kind !== 'ok') return answer
        items.push(...answer.data.data)
        after = answer.data.paging?.next ? answer.data.paging.cursors?.after : undefined
        if (!after) break
      }
      return { kind: 'templates', items }
    },
    async createTemplate(definition) {
      const answer = await callGraph(options, { method: 'POST', path: 'templates', json: { ...definition } }, CreatedBody)
      return answer.kind === 'ok' ? { kind: 'created', metaId: answer.data.id, status: answer.data.status } : answer
    },
    editTemplate: (metaId, { category, components }) =>
      done(options, { method: 'POST', path: `/${encodeURIComponent(metaId)}`, json: { category, components } }),
  }
}

const product = { messaging_product: 'whatsapp' }

async function done(options: GraphOptions, ask: GraphRequest): Promise<GraphDone> {
  const answer = await callGraph(options, ask, z.looseObject({ success: z.literal(true) }))
  return answer.kind === 'ok' ? { kind: 'done' } : answer
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

// Meta writes sizes as text in some answers and as numbers in others.
const MediaBody = z.looseObject({ url: z.url(), mime_type: z.string(), file_size: z.optional(z.coerce.number()) })

const CreatedBody = z.looseObject({ id: z.string(), status: z._default(z.string(), 'PENDING') })
