// Gives Stripe's library a fetch that leaves through server/foundation/outside.ts, and that waits when Stripe asks for fewer requests.
import { elapsed, sleep } from '../../foundation/clock.ts'
import type { HttpRequest, HttpResponse, Outside } from '../../foundation/outside.ts'

export interface OutsideFetchOptions {
  outside: Outside
  /** For one request, with all its tries. */
  timeoutMs: number
  /** Replaced in tests. */
  pause?: (ms: number) => Promise<void>
}

type Fetch = (url: string | URL | Request, init?: RequestInit) => Promise<Response>

/** Stripe's lists of a hundred objects with everything in them. */
const maxBytes = 32 * 1024 * 1024
/** The library doesn't retry a 429, so these are the waits before our second and third try, unless Stripe names one. */
const waitsMs = [500, 1000]

export function openOutsideFetch({ outside, timeoutMs, pause = sleep }: OutsideFetchOptions): Fetch {
  return async (url, init = {}) => {
    const startedAt = elapsed()
    const leftMs = () => timeoutMs - (elapsed() - startedAt)
    const request = { ...toRequest(url, init), maxBytes }
    let response = await outside.request({ ...request, timeoutMs })
    for (const waitMs of waitsMs) {
      const asked = readRetryAfterMs(response) ?? waitMs
      if (response.status !== 429 || asked >= leftMs()) break
      await pause(asked)
      response = await outside.request({ ...request, timeoutMs: Math.max(1, Math.floor(leftMs())) })
    }
    return toResponse(response)
  }
}

function toRequest(target: string | URL | Request, init: RequestInit): Pick<HttpRequest, 'method' | 'url' | 'headers' | 'body'> {
  const url = typeof target === 'string' ? target : 'href' in target ? target.href : target.url
  const { method } = init
  if (method !== 'GET' && method !== 'POST' && method !== 'DELETE') throw new Error(`Stripe has no method ${method}.`)
  if (init.body !== undefined && typeof init.body !== 'string') throw new Error('Bodies for Stripe are forms.')
  const headers = Object.fromEntries(new Headers(init.headers))
  return { method, url, headers, ...(init.body !== undefined && { body: init.body }) }
}

function toResponse({ status, headers, body }: HttpResponse): Response {
  const single = Object.entries(headers).flatMap(([name, value]): [string, string][] => (typeof value === 'string' ? [[name, value]] : []))
  return new Response(status === 204 ? null : new Uint8Array(body), { status, headers: single })
}

function readRetryAfterMs({ headers }: HttpResponse): number | null {
  const value = headers['retry-after']
  return value && /^\d{1,5}$/.test(value) ? Number(value) * 1000 : null
}
