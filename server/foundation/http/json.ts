// Parses JSON bodies: keeps their bytes for signatures, and removes what no database can store.
import type { FastifyInstance } from 'fastify'
import { HttpError } from './errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The bytes of a JSON body as they came, for signatures over them. */
    rawBody: Buffer | null
  }
}

// The signature of a webhook covers the bytes, which parsing would lose.
export function keepRawJson(app: FastifyInstance): void {
  app.decorateRequest('rawBody', null)
  app.addContentTypeParser(['application/json', 'text/plain'], { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    request.rawBody = body
    if (body.length === 0) return done(null, undefined)
    if (isTooDeep(body)) return done(new HttpError(400, 'bad_json', 'The body is nested too deeply. Send it flatter.'))
    try {
      const text = body.toString('utf8')
      const value: unknown = JSON.parse(text)
      done(null, unkeepable.test(text) ? keepable(value) : value)
    } catch {
      done(new HttpError(400, 'bad_json', 'The body is not JSON. Check it and send it again.'))
    }
  })
}

const deepest = 100

/** Whether JSON nests deeper than what recursive checks can follow; counted on the bytes, before anything is built from them. */
function isTooDeep(json: Buffer): boolean {
  let depth = 0
  let inText = false
  for (let i = 0; i < json.length; i++) {
    const letter = json[i]
    if (letter === 0x5c && inText) i++
    else if (letter === 0x22) inText = !inText
    else if (inText) continue
    else if (letter === 0x5b || letter === 0x7b) {
      if (++depth > deepest) return true
    } else if (letter === 0x5d || letter === 0x7d) depth--
  }
  return false
}

/** Escapes of NUL and of halves of letters, which PostgreSQL refuses in text and in jsonb; whole pairs match too. */
const unkeepable = /\\u(0000|d[89a-f])/i

/** The same value without them. Refusing would have Meta repeat a message for days; `isTooDeep` bounds the depth. */
function keepable(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '').toWellFormed()
  if (Array.isArray(value)) return value.map(keepable)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [String(keepable(name)), keepable(part)]))
}
