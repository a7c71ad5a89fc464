// Reads the parameters of requests to hosted pages.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod/mini'

const paramsShape = z.object({ id: z.string() })
const backShape = z.object({ back: z.optional(z.string()) })

export const idOf = (request: FastifyRequest): string => paramsShape.parse(request.params).id

/** The page that people came from; null unless it is one of ours. */
export function backOf(request: FastifyRequest): string | null {
  const { back = '' } = backShape.parse(request.query)
  return /^\/(c\/pay|p\/session|i)\/\w+$/.test(back) ? back : null
}

/** Forms are the only bodies here. */
export function acceptForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: 20_000 }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
}
