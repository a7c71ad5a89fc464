// What a test or a demonstration does to a template from Meta's side: /_sim/templates.
import type { FastifyInstance } from 'fastify'
import { z } from 'zod/mini'
import type { StandIn } from '../stand-in.ts'
import { approve, complainAbout, disable, pause, rate, recategorise, reject } from './life.ts'
import { categories, type Stored } from './stored.ts'

const paramsShape = z.object({ name: z.string() })
const bodyShape = z.prefault(
  z.strictObject({
    language: z.optional(z.string()),
    reason: z._default(z.string(), 'INVALID_FORMAT'),
    category: z._default(z.enum(categories), 'MARKETING'),
    quality: z._default(z.enum(['GREEN', 'YELLOW', 'RED']), 'YELLOW'),
  }),
  {},
)
type Asked = z.infer<typeof bodyShape>

const acts: Record<string, (standIn: StandIn, template: Stored, asked: Asked) => void> = {
  approve: (standIn, template) => approve(standIn, template),
  reject: (standIn, template, { reason }) => reject(standIn, template, reason),
  pause: (standIn, template) => pause(standIn, template),
  disable: (standIn, template) => disable(standIn, template),
  recategorise: (standIn, template, { category }) => recategorise(standIn, template, category),
  rate: (standIn, template, { quality }) => rate(standIn, template, quality),
  complain: (standIn, template) => complainAbout(standIn, template),
}

/** `/_sim/templates/:name/:act` meets every language of the name, or the one that the body names; an id is a name too. */
export function templateReviewRoutes(app: FastifyInstance, standIn: StandIn): void {
  app.get('/templates', () => ({ templates: [...standIn.world.templates.values()] }))
  for (const [act, does] of Object.entries(acts)) {
    app.post(`/templates/:name/${act}`, (request, reply) => {
      const { name } = paramsShape.parse(request.params)
      const asked = bodyShape.parse(request.body ?? {})
      const found = [...standIn.world.templates.values()].filter(
        one => (one.name === name || one.id === name) && (asked.language ?? one.language) === one.language,
      )
      for (const one of found) does(standIn, one, asked)
      return found.length > 0
        ? { templates: found.map(one => standIn.world.templates.get(one.id)) }
        : reply.code(404).send({ message: 'There is no such template.' })
    })
  }
}
