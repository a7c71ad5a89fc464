// Every URL of the auth wire under /auth/v1: who may ask, what is answered, and by which endpoint.
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Empty, openAuthDoors } from './endpoint.ts'
import { refuse, renderAuthError } from './errors.ts'
import { getHealth } from './health.ts'
import { listKeys } from './jwks.ts'
import { signOut } from './logout.ts'
import type { AuthParts } from './parts.ts'
import { getSettings } from './settings.ts'
import { Health, PublicKeys, Session, Settings, User } from './shapes.ts'
import { signUp } from './signup.ts'
import { token } from './token.ts'
import { getUser } from './user.ts'

export function authRoutes(app: FastifyInstance, parts: AuthParts): void {
  app.setErrorHandler(renderAuthError)
  app.setNotFoundHandler(() => {
    throw refuse('not_found')
  })
  const { anyone, person } = openAuthDoors(app, parts)
  anyone('POST', '/signup', z.union([Session, User]), signUp)
  anyone('POST', '/token', Session, token)
  person('GET', '/user', User, getUser)
  person('POST', '/logout', Empty, signOut)
  anyone('GET', '/.well-known/jwks.json', PublicKeys, listKeys, { 'cache-control': 'public, max-age=600' })
  anyone('GET', '/settings', Settings, getSettings)
  anyone('GET', '/health', Health, getHealth)
}
