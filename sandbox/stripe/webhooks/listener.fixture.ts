// Listens for webhooks in tests, and waits for what they bring about.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export interface ReceivedEvent {
  body: string
  signature: string
  /** Null if the body is no JSON. */
  id: string | null
  type: string | null
}

/** `respond` decides the status of each webhook by its number. */
export async function listenForEvents(respond: (count: number) => number | Promise<number> = () => 200) {
  const received: ReceivedEvent[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8')
      received.push({ body, signature: String(request.headers['stripe-signature']), ...readEvent(body) })
      void Promise.resolve(respond(received.length)).then(status => response.writeHead(status).end())
    })
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    return new Promise<void>(done => server.close(() => done()))
  }
  return { url: `http://127.0.0.1:${port}/webhooks/stripe`, received, close }
}

export async function eventually(isDone: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 30_000
  while (!(await isDone())) {
    if (Date.now() > deadline) throw new Error('The condition was not met within 30 seconds.')
    await pause(5)
  }
}

function readEvent(body: string): { id: string | null; type: string | null } {
  try {
    const { id, type } = Object(JSON.parse(body))
    return { id: typeof id === 'string' ? id : null, type: typeof type === 'string' ? type : null }
  } catch {
    return { id: null, type: null }
  }
}
