// A stand-in for the verifiers of hCaptcha and Turnstile: POST /siteverify, as strict as they are.
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'

export interface CaptchaStandIn {
  url: string
  /** Solves a captcha as a person in a browser does; the returned token works once. */
  solve(): string
  /** How the verifier fails from now on; null: not at all. */
  misbehave(fault: 'away' | 'nonsense' | null): void
  /** The verification requests, newest last. */
  requests: Record<string, string>[]
  stop(): Promise<void>
}

export async function startCaptcha({ secret, port = 0 }: { secret: string; port?: number }): Promise<CaptchaStandIn> {
  const solved = new Map<string, 'fresh' | 'seen'>()
  const requests: Record<string, string>[] = []
  let currentFault: 'away' | 'nonsense' | null = null

  const verify = (form: URLSearchParams): string[] => {
    if (!form.get('secret')) return ['missing-input-secret']
    if (form.get('secret') !== secret) return ['invalid-input-secret']
    const token = form.get('response')
    if (!token) return ['missing-input-response']
    const state = solved.get(token)
    if (state === 'fresh') solved.set(token, 'seen')
    if (state === 'fresh') return []
    return [state === 'seen' ? 'timeout-or-duplicate' : 'invalid-input-response']
  }

  const server = createServer((request, response) => {
    void (async () => {
      const send = (status: number, body: string) => response.writeHead(status, { 'content-type': 'application/json' }).end(body)
      if (currentFault === 'away') return send(502, '{}')
      if (currentFault === 'nonsense') return send(200, '<!doctype html>')
      const isForm = request.headers['content-type'] === 'application/x-www-form-urlencoded'
      if (request.method !== 'POST' || request.url !== '/siteverify' || !isForm)
        return send(400, '{"success":false,"error-codes":["bad-request"]}')
      const form = new URLSearchParams(await readBody(request))
      requests.push(Object.fromEntries(form))
      const errors = verify(form)
      return send(200, JSON.stringify({ success: errors.length === 0, hostname: 'mailferry.example', 'error-codes': errors }))
    })()
  })
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : port}/siteverify`,
    solve() {
      const token = `P1_${randomUUID()}`
      solved.set(token, 'fresh')
      return token
    },
    misbehave(fault) {
      currentFault = fault
    },
    requests,
    stop: () => new Promise(resolve => server.close(() => resolve()).closeAllConnections()),
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString()
}
