// The URLs of user administration, and refusals for the ones we do not offer.
import { z } from 'zod/mini'
import type { AuthRoutes } from '../endpoint.ts'
import { type AuthCode, refuse } from '../errors.ts'
import { Audited, Factor, MadeLink, Nothing, User } from '../shapes.ts'
import { listAudit } from './audit.ts'
import { updateUser } from './change.ts'
import { createUser } from './create.ts'
import { deleteUser } from './delete.ts'
import { changeFactor, deleteFactor, listFactors } from './factors.ts'
import { invite } from './invite.ts'
import { makeLink } from './link.ts'
import { getUser, listUsers } from './users.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** Every URL below /admin asks for the key first: only who may administer learns what is there. */
export function administration({ operator }: AuthRoutes): void {
  operator('GET', '/admin/users', z.object({ users: z.array(User), aud: z.string() }), listUsers)
  operator('POST', '/admin/users', User, createUser)
  operator('GET', '/admin/users/:id', User, getUser)
  operator('PUT', '/admin/users/:id', User, updateUser)
  operator('DELETE', '/admin/users/:id', Nothing, deleteUser)
  operator('GET', '/admin/users/:id/factors', z.array(Factor), listFactors)
  operator('PUT', '/admin/users/:id/factors/:factorId', Factor, changeFactor)
  operator('DELETE', '/admin/users/:id/factors/:factorId', Factor, deleteFactor)
  operator('POST', '/admin/generate_link', MadeLink, makeLink)
  operator('GET', '/admin/audit', z.array(Audited), listAudit)
  operator('POST', '/invite', User, invite)
  for (const method of methods) {
    for (const url of ['/admin/users/:id/passkeys', '/admin/users/:id/passkeys/*'])
      operator(method, url, Nothing, refused('passkey_disabled'))
    operator(method, '/admin/*', Nothing, refused('not_found'))
  }
}

const refused = (code: AuthCode) => async () => {
  throw refuse(code)
}
