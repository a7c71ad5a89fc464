// The one caller of WhatsApp's Graph API: asks, checks every answer, and tells refusals from silence.
import { z } from 'zod'
import { type HttpAnswer, type Outside, OutsideError } from '../outside.ts'
import { keyedDigest } from '../seal.ts'
import { waitMsOf } from './quota.ts'

export interface GraphOptions {
  outside: Outside
  /** Without a slash at its end. */
  graphUrl: string
  graphVersion: string
  accessToken: string
  numberId: string
  timeoutMs: number
  /** Given: every call proves that it knows the secret (appsecret_proof), which Meta may demand. */
  appSecret?: string
}

/** Meta refused: nothing was accepted. `code` is null when the refusal is not in Meta's own form. */
export interface GraphRefusal {
  kind: 'graph'
  status: number
  code: number | null
  subcode: number | null
  isTransient: boolean
  message: string
  details: string | null
  retryAfterMs: number | null
}

/** No answer that can be read. `mayHaveArrived`: Meta may have accepted what was sent. */
export interface TransportFailure {
  kind: 'transport'
  mayHaveArrived: boolean
  reason: string
}

export type GraphFailure = GraphRefusal | TransportFailure
export type Accepted = { kind: 'accepted'; wamid: string; waId: string | null }
export type NumberInfo = {
  kind: 'number'
  displayNumber: string | null
  verifiedName: string | null
  quality: string | null
  throughput: string | null
}

export interface Graph {
  numberId: string
  /** Sends one message (`/messages`, without its messaging_product). A 200 is acceptance, not delivery. */
  postMessage(body: Record<string, unknown>): Promise<Accepted | GraphFailure>
  /** Shows the person the blue ticks. */
  markRead(wamid: string): Promise<{ kind: 'done' } | GraphFailure>
  /** What Meta says about our number: the test of a connection. */
  numberInfo(): Promise<NumberInfo | GraphFailure>
}

const numberFields = 'display_phone_number,verified_name,quality_rating,throughput'

export function openGraph(options: GraphOptions): Graph {
  const { numberId } = options
  const post = <S extends z.ZodType>(body: Record<string, unknown>, shape: S) =>
    ask(options, 'POST', `/${numberId}/messages`, { messaging_product: 'whatsapp', ...body }, shape)
  return {
    numberId,
    async postMessage(body) {
      const answer = await post({ recipient_type: 'individual', ...body }, AcceptedBody)
      if (answer.kind !== 'ok') return answer
      return { kind: 'accepted', wamid: answer.data.messages[0].id, waId: answer.data.contacts?.[0]?.wa_id ?? null }
    },
    async markRead(wamid) {
      const answer = await post({ status: 'read', message_id: wamid }, z.looseObject({ success: z.literal(true) }))
      return answer.kind === 'ok' ? { kind: 'done' } : answer
    },
    async numberInfo() {
      const answer = await ask(options, 'GET', `/${numberId}?fields=${numberFields}`, null, NumberBody)
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

// Sending a message: developers.facebook.com/documentation/business-messaging/whatsapp/messages/send-messages
const AcceptedBody = z.looseObject({
  messages: z.tuple([z.looseObject({ id: z.string().min(1) })], z.unknown()),
  contacts: z.array(z.looseObject({ wa_id: z.string().optional() })).optional(),
})

const NumberBody = z.looseObject({
  id: z.string(),
  display_phone_number: z.string().optional(),
  verified_name: z.string().optional(),
  quality_rating: z.string().optional(),
  throughput: z.looseObject({ level: z.string().optional() }).optional(),
})

// Meta branches on `code`; titles and subcodes are not stable (…/whatsapp/support/error-codes).
const ErrorBody = z.looseObject({
  error: z.looseObject({
    code: z.number(),
    message: z.string().default(''),
    error_subcode: z.number().optional(),
    is_transient: z.boolean().optional(),
    error_data: z.looseObject({ details: z.string().optional() }).optional().catch(undefined),
  }),
})

/** One call; `path` begins with a slash. Other calls than those of sending stand in files beside this one. */
export async function ask<S extends z.ZodType>(
  options: GraphOptions,
  method: 'GET' | 'POST',
  path: string,
  body: Record<string, unknown> | null,
  shape: S,
): Promise<{ kind: 'ok'; data: z.output<S> } | GraphFailure> {
  try {
    const answer = await options.outside.request({
      method,
      url: urlOf(options, path),
      headers: {
        authorization: `Bearer ${options.accessToken}`,
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      timeoutMs: options.timeoutMs,
    })
    return read(answer, shape)
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error
    return { kind: 'transport', mayHaveArrived: error.mayHaveArrived, reason: error.kind }
  }
}

function urlOf(options: GraphOptions, path: string): string {
  const url = new URL(`${options.graphUrl}/${options.graphVersion}${path}`)
  if (options.appSecret)
    url.searchParams.set('appsecret_proof', keyedDigest(Buffer.from(options.appSecret), options.accessToken).toString('hex'))
  return url.href
}

function read<S extends z.ZodType>(answer: HttpAnswer, shape: S): { kind: 'ok'; data: z.output<S> } | GraphFailure {
  const data = jsonOf(answer.body)
  const good = answer.status >= 200 && answer.status < 300 ? shape.safeParse(data) : null
  if (good?.success) return { kind: 'ok', data: good.data }
  const refusal = ErrorBody.safeParse(data)
  if (refusal.success) return refused(answer, refusal.data.error)
  // Without Meta's own words a 2xx or 5xx (a gateway's page, a body cut short) may stand for a message that was accepted.
  if (answer.status < 300 || answer.status >= 500) return { kind: 'transport', mayHaveArrived: true, reason: 'unreadable_answer' }
  return refused(answer, { code: null, message: `HTTP ${answer.status}` })
}

interface Said {
  code: number | null
  message: string
  error_subcode?: number | undefined
  is_transient?: boolean | undefined
  error_data?: { details?: string | undefined } | undefined
}

const refused = (answer: HttpAnswer, said: Said): GraphRefusal => ({
  kind: 'graph',
  status: answer.status,
  code: said.code,
  subcode: said.error_subcode ?? null,
  isTransient: said.is_transient ?? false,
  message: said.message,
  details: said.error_data?.details ?? null,
  retryAfterMs: waitMsOf(answer.headers),
})

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
