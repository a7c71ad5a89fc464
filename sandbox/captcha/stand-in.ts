// A stand-in for the verifiers of hCaptcha and Turnstile: POST /siteverify, as strict as they are.
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'

export interface CaptchaStandIn {
  url: string
  /** Solves a captcha as a person in their browser does; what it returns works once. */
  solve(): string
  /** From now on it answers so; null: as it should. */
  misbehave(how: 'away' | 'nonsense' | null): void
  /** What was asked, the newest last. */
  asked: Record<string, string>[]
  stop(): Promise<void>
}

export async function startCaptcha({ secret, port = 0 }: { secret: string; port?: number }): Promise<CaptchaStandIn> {
  const solved = new Map<string, 'fresh' | 'seen'>()
  const asked: Record<string, string>[] = []
  let fault: 'away' | 'nonsense' | null = null

  const judge = (form: URLSearchParams): string[] => {
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
      const answer = (status: number, body: string) => response.writeHead(status, { 'content-type': 'application/json' }).end(body)
      if (fault === 'away') return answer(502, '{}')
      if (fault === 'nonsense') return answer(200, '<!doctype html>')
      const isForm = request.headers['content-type'] === 'application/x-www-form-urlencoded'
      if (request.method !== 'POST' || request.url !== '/siteverify' || !isForm)
        return answer(400, '{"success":false,"error-codes":["bad-request"]}')
      const form = new URLSearchParams(await bodyOf(request))
      asked.push(Object.fromEntries(form))
      const errors = judge(form)
      return answer(200, JSON.stringify({ success: errors.length === 0, hostname: 'mailferry.example', 'error-codes': errors }))
    })()
  })
  await new Promise<void>(done => server.listen(port, '127.0.0.1', done))
  const at = server.address()
  return {
    url: `http://127.0.0.1:${typeof at === 'object' && at ? at.port : port}/siteverify`,
    solve() {
      const token = `P1_${randomUUID()}`
      solved.set(token, 'fresh')
      return token
    },
    misbehave(how) {
      fault = how
    },
    asked,
    stop: () => new Promise(done => server.close(() => done()).closeAllConnections()),
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(Buffer.from(part))
  return Buffer.concat(parts).toString()
}
