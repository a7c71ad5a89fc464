// Parses JSON bodies: keeps the raw bytes for signatures, and removes characters that no database can store.
import type { FastifyInstance } from 'fastify'
import { HttpError } from './errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The raw bytes of a JSON body, for checking signatures. */
    rawBody: Buffer | null
  }
  interface FastifyContextConfig {
    /** The handler gets `rawBody` alone, and parses it once it has checked the signature: parsing costs ten times as much. */
    isSigned?: boolean
  }
}

// A webhook's signature covers the raw bytes, which parsing would lose.
export function keepRawJson(app: FastifyInstance): void {
  app.decorateRequest('rawBody', null)
  app.addContentTypeParser(['application/json', 'text/plain'], { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    request.rawBody = body
    if (request.routeOptions.config.isSigned) return done(null, undefined)
    try {
      done(null, parseJson(body))
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)))
    }
  })
}

/** Undefined for an empty body; throws 400. */
export function parseJson(body: Buffer): unknown {
  if (body.length === 0) return undefined
  if (isTooDeep(body)) throw new HttpError(400, 'bad_json', 'The body is nested too deeply. Send it flatter.')
  const text = body.toString('utf8')
  const value = parse(text)
  return unstorable.test(text) ? removeUnstorable(value) : value
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new HttpError(400, 'bad_json', 'The body is not JSON. Check it and send it again.')
  }
}

const maxDepth = 100

/** Whether JSON nests deeper than recursive checks can follow; counted on the raw bytes, before parsing. */
function isTooDeep(json: Buffer): boolean {
  let depth = 0
  let inString = false
  for (let i = 0; i < json.length; i++) {
    const byte = json[i]
    if (byte === 0x5c && inString) i++
    else if (byte === 0x22) inString = !inString
    else if (inString) continue
    else if (byte === 0x5b || byte === 0x7b) {
      if (++depth > maxDepth) return true
    } else if (byte === 0x5d || byte === 0x7d) depth--
  }
  return false
}

/** Escapes of NUL and of lone surrogates, which PostgreSQL refuses in text and jsonb; valid pairs match too. */
const unstorable = /\\u(0000|d[89a-f])/i

/** The same value without them. Refusing would make Meta resend a message for days; `isTooDeep` bounds the recursion. */
function removeUnstorable(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '').toWellFormed()
  if (Array.isArray(value)) return value.map(removeUnstorable)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [String(removeUnstorable(name)), removeUnstorable(part)]))
}
