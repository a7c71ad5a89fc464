// 360dialog's endpoints for templates and the number (docs.360dialog.com; the format of the list is our interpretation).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { wabaId } from '../credentials.ts'
import { numberFields } from '../graph/nodes.ts'
import { refuseCall } from '../guard.ts'
import { sendError } from '../misbehave.ts'
import type { StandIn } from '../stand-in.ts'
import { removeTemplates, submitTemplate } from './routes.ts'
import type { StoredTemplate } from './stored.ts'

const defaultLimit = 1000

export function dialogRoutes(app: FastifyInstance, standIn: StandIn): void {
  const route = (method: 'GET' | 'POST' | 'DELETE', url: string, handler: (request: FastifyRequest, reply: FastifyReply) => FastifyReply) =>
    app.route({
      method,
      url,
      handler: (request, reply) => {
        const error = refuseCall(standIn, request, 'whatsapp_business_management')
        return error ? sendError(reply, error) : handler(request, reply)
      },
    })
  route('GET', '/v1/configs/phone_number', (_request, reply) => reply.send(numberFields(standIn)))
  route('GET', '/v1/configs/templates', (request, reply) => {
    const { limit = defaultLimit, offset = 0 } = Object(request.query)
    const all = [...standIn.world.templates.values()]
    const page = all.slice(Number(offset), Number(offset) + Number(limit))
    return reply.send({
      waba_templates: page.map(dialogView),
      count: page.length,
      total: all.length,
      limit: Number(limit),
      offset: Number(offset),
    })
  })
  route('POST', '/v1/configs/templates', (request, reply) => submitTemplate(standIn, request.body, reply))
  route('DELETE', '/v1/configs/templates/:name', (request, reply) => removeTemplates(standIn, Object(request.params), reply))
}

function dialogView({
  id,
  name,
  language,
  category,
  status,
  components,
  quality,
  rejectedReason,
}: StoredTemplate): Record<string, unknown> {
  return {
    id,
    external_id: id,
    name,
    language,
    category,
    components,
    status: status.toLowerCase(),
    namespace: wabaId,
    quality_score: { score: quality },
    rejected_reason: rejectedReason,
  }
}
