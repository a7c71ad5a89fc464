// All routes of the Graph API that a business calls.
import type { FastifyInstance } from 'fastify'
import { numberRoutes } from '../account/number.ts'
import { profileRoutes } from '../account/profile.ts'
import { subscriptionRoutes } from '../account/subscriptions.ts'
import { tokenRoutes } from '../account/tokens.ts'
import { mediaRoutes } from '../media/routes.ts'
import type { StandIn } from '../stand-in.ts'
import { dialogRoutes } from '../templates/dialog.ts'
import { templateRoutes } from '../templates/routes.ts'
import { messageRoutes } from './messages.ts'
import { nodeRoutes } from './nodes.ts'

export function graphRoutes(app: FastifyInstance, standIn: StandIn): void {
  for (const routes of [
    messageRoutes,
    mediaRoutes,
    nodeRoutes,
    templateRoutes,
    numberRoutes,
    profileRoutes,
    subscriptionRoutes,
    tokenRoutes,
    dialogRoutes,
  ])
    routes(app, standIn)
}
