// Starts the WhatsApp stand-in for tests, with a listener for its webhooks and a client for its endpoints.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod/mini'
import { accessToken, demoPhone, phoneNumberId, verifyToken, wabaId } from './whatsapp/credentials.ts'
import { startWhatsApp, type WhatsAppOptions } from './whatsapp/start.ts'

/** The components of a template as Mailferry might submit it. */
export const mailTemplate = {
  components: [
    { type: 'BODY', text: 'A new e-mail from {{1}} has arrived for you.', example: { body_text: [['Ann Lee']] } },
    { type: 'FOOTER', text: 'Reply STOP to end' },
    {
      type: 'BUTTONS',
      buttons: [
        { type: 'QUICK_REPLY', text: 'Show email' },
        { type: 'QUICK_REPLY', text: 'Pause 24 h' },
      ],
    },
  ],
}

export type ReceivedWebhook = {
  body: string
  signature: string
  authorization: string | undefined
  statuses: Status[]
  messages: Written[]
}
type Status = z.infer<typeof statusShape>
type Written = z.infer<typeof writtenShape>
export type SandboxResponse = { status: number; body: unknown; text: string }

const statusShape = z.looseObject({ id: z.string(), status: z.string(), biz_opaque_callback_data: z.optional(z.string()) })
const writtenShape = z.looseObject({ from: z.optional(z.string()), id: z.string(), type: z.string() })
const webhookShape = z.object({
  entry: z.array(
    z.object({
      changes: z.array(
        z.object({
          value: z.looseObject({ statuses: z._default(z.array(statusShape), []), messages: z._default(z.array(writtenShape), []) }),
        }),
      ),
    }),
  ),
})
const receivedShape = z.object({
  messages: z.array(
    z.looseObject({
      wamid: z.string(),
      to: z.string(),
      text: z.string(),
      state: z.string(),
      biz_opaque_callback_data: z.nullable(z.string()),
    }),
  ),
})

/** Listens for webhooks; `respond` decides the status of each by its number. */
export async function listenForWebhooks(respond: (count: number) => number = () => 200) {
  const received: ReceivedWebhook[] = []
  const server = createServer((request, response) => {
    if (request.method === 'GET') return answerHandshake(request, response)
    void readAll(request).then(body => {
      const values = webhookShape.parse(JSON.parse(body)).entry.flatMap(entry => entry.changes.map(change => change.value))
      const signature = String(request.headers['x-hub-signature-256'])
      const { authorization } = request.headers
      received.push({
        body,
        signature,
        authorization,
        statuses: values.flatMap(value => value.statuses),
        messages: values.flatMap(value => value.messages),
      })
      response.writeHead(respond(received.length)).end()
    })
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    return new Promise<void>(done => server.close(() => done()))
  }
  return { url: `http://127.0.0.1:${port}/webhooks/whatsapp`, received, close }
}

/** Starts a stand-in with fast statuses and a person who has just written, so that the window is open. */
export async function openSandbox(options: Partial<WhatsAppOptions> = {}) {
  const webhooks = await listenForWebhooks()
  const fastTimings = { sentDelayMs: 5, deliveredDelayMs: 15, webhookRetryMs: 20 }
  const whatsapp = await startWhatsApp({ port: 0, webhookUrl: webhooks.url, ...fastTimings, ...options })
  const client = connectTo(whatsapp.url)
  await client.sim('phones/15550100777/messages', { text: 'hello' })
  const close = async () => {
    await whatsapp.stop()
    await webhooks.close()
  }
  return { ...client, webhooks, close, stop: whatsapp.stop }
}

export function connectTo(url: string) {
  const call = async (path: string, body?: unknown, headers: Record<string, string> = {}): Promise<SandboxResponse> => {
    const json = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    const response = await fetch(`${url}/${path}`, {
      ...json,
      headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
    })
    const text = await response.text()
    return { status: response.status, text, body: isJson(text) ? JSON.parse(text) : null }
  }
  const authorization = { authorization: `Bearer ${accessToken}` }
  return {
    url,
    call,
    sim: (path: string, body?: unknown) => call(`_sim/${path}`, body),
    graph: (body: unknown) => call(`v26.0/${phoneNumberId}/messages`, body, authorization),
    sendText: (text: string, more: object = {}) =>
      call(
        `v26.0/${phoneNumberId}/messages`,
        { messaging_product: 'whatsapp', to: demoPhone.wa, type: 'text', text: { body: text }, ...more },
        authorization,
      ),
    /** Calls the Graph API; the path has no version. */
    api: async (
      method: string,
      path: string,
      body?: unknown,
      headers: Record<string, string> = authorization,
    ): Promise<SandboxResponse> => {
      const json = body === undefined ? {} : { body: JSON.stringify(body) }
      const type = body === undefined ? {} : { 'content-type': 'application/json' }
      const response = await fetch(`${url}/v26.0/${path}`, { method, ...json, headers: { ...type, ...headers } })
      const text = await response.text()
      return { status: response.status, text, body: isJson(text) ? JSON.parse(text) : null }
    },
    /** Submits a template and approves it. */
    approve: async (template: object): Promise<string> => {
      const draft = { name: 'new_mail', language: 'en', category: 'UTILITY', ...template }
      const response = await call(`v26.0/${wabaId}/message_templates`, draft, authorization)
      if (response.status !== 200) throw new Error(response.text)
      const { id } = z.object({ id: z.string() }).parse(response.body)
      await call(`_sim/templates/${id}/approve`, {})
      return id
    },
    received: async () => receivedShape.parse((await call('_sim/messages')).body).messages,
  }
}

/** Waits until `isDone` returns true, for at most a minute. */
export async function until(isDone: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000
  while (!(await isDone())) {
    if (Date.now() > deadline) throw new Error('The condition was not met within a minute.')
    await pause(10)
  }
}

export function readError(response: SandboxResponse): { code: number; message: string; error_data?: { details: string } | undefined } {
  const shape = z.looseObject({ code: z.number(), message: z.string(), error_data: z.optional(z.object({ details: z.string() })) })
  return z.object({ error: shape }).parse(response.body).error
}

// Answers the webhook handshake with the verify token.
function answerHandshake(request: IncomingMessage, response: ServerResponse): void {
  const query = new URL(request.url ?? '', 'http://localhost').searchParams
  if (query.get('hub.verify_token') === verifyToken) response.end(query.get('hub.challenge'))
  else response.writeHead(403).end()
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
