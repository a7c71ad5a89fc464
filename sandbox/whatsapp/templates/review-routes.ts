// HTTP routes that change templates from Meta's side, for tests and demonstrations: /_sim/templates.
import type { FastifyInstance } from 'fastify'
import { z } from 'zod/mini'
import type { StandIn } from '../stand-in.ts'
import { approve, complainAbout, disable, pause, rate, recategorize, reject } from './lifecycle.ts'
import { categories, type StoredTemplate } from './stored.ts'

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
type ReviewOptions = z.infer<typeof bodyShape>

const actions: Record<string, (standIn: StandIn, template: StoredTemplate, options: ReviewOptions) => void> = {
  approve: (standIn, template) => approve(standIn, template),
  reject: (standIn, template, { reason }) => reject(standIn, template, reason),
  pause: (standIn, template) => pause(standIn, template),
  disable: (standIn, template) => disable(standIn, template),
  recategorise: (standIn, template, { category }) => recategorize(standIn, template, category),
  rate: (standIn, template, { quality }) => rate(standIn, template, quality),
  complain: (standIn, template) => complainAbout(standIn, template),
}

/** `/_sim/templates/:name/:action` affects all languages of a template, or the one in the body; an id works as a name too. */
export function templateReviewRoutes(app: FastifyInstance, standIn: StandIn): void {
  app.get('/templates', () => ({ templates: [...standIn.world.templates.values()] }))
  for (const [action, run] of Object.entries(actions)) {
    app.post(`/templates/:name/${action}`, (request, reply) => {
      const { name } = paramsShape.parse(request.params)
      const options = bodyShape.parse(request.body ?? {})
      const matching = [...standIn.world.templates.values()].filter(
        template => (template.name === name || template.id === name) && (options.language ?? template.language) === template.language,
      )
      for (const template of matching) run(standIn, template, options)
      return matching.length > 0
        ? { templates: matching.map(template => standIn.world.templates.get(template.id)) }
        : reply.code(404).send({ message: 'There is no such template.' })
    })
  }
}
