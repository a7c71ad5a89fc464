// Routes user administration, and refuses the endpoints we do not offer.
import { z } from 'zod/mini'
import type { AuthRoutes } from '../endpoint.ts'
import { type AuthCode, refuse } from '../errors.ts'
import { AuditLogEntry, EmptyObject, Factor, GeneratedLink, PasskeyList, User } from '../shapes.ts'
import { listAudit } from './audit.ts'
import { updateUser } from './change.ts'
import { createUser } from './create.ts'
import { deleteUser } from './delete.ts'
import { changeFactor, deleteFactor, listFactors } from './factors.ts'
import { invite } from './invite.ts'
import { generateLink } from './link.ts'
import { deleteUserPasskey, listUserPasskeys } from './passkeys.ts'
import { getUserById, listUsers } from './users.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** Every URL below /admin requires a service key first, so that nobody else learns which endpoints exist. */
export function administration({ operator }: AuthRoutes): void {
  operator('GET', '/admin/users', z.object({ users: z.array(User), aud: z.string() }), listUsers)
  operator('POST', '/admin/users', User, createUser)
  operator('GET', '/admin/users/:id', User, getUserById)
  operator('PUT', '/admin/users/:id', User, updateUser)
  operator('DELETE', '/admin/users/:id', EmptyObject, deleteUser)
  operator('GET', '/admin/users/:id/factors', z.array(Factor), listFactors)
  operator('PUT', '/admin/users/:id/factors/:factorId', Factor, changeFactor)
  operator('DELETE', '/admin/users/:id/factors/:factorId', Factor, deleteFactor)
  operator('GET', '/admin/users/:id/passkeys', PasskeyList, listUserPasskeys)
  operator('DELETE', '/admin/users/:id/passkeys/:passkeyId', EmptyObject, deleteUserPasskey)
  operator('POST', '/admin/generate_link', GeneratedLink, generateLink)
  operator('GET', '/admin/audit', z.array(AuditLogEntry), listAudit)
  operator('POST', '/invite', User, invite)
  for (const method of methods) operator(method, '/admin/*', EmptyObject, refuseAlways('not_found'))
}

const refuseAlways = (code: AuthCode) => async () => {
  throw refuse(code)
}
