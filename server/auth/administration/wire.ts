// The URLs of administration, and what of it we do not offer.
import { z } from 'zod/mini'
import type { AuthDoors } from '../endpoint.ts'
import { type AuthCode, refuse } from '../errors.ts'
import { Audited, Factor, MadeLink, Nothing, User } from '../shapes.ts'
import { listAudit } from './audit.ts'
import { changePerson } from './change.ts'
import { createPerson } from './create.ts'
import { deletePerson } from './delete.ts'
import { changeFactor, deleteFactor, listFactors } from './factors.ts'
import { invite } from './invite.ts'
import { makeLink } from './link.ts'
import { getPerson, listPeople } from './people.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** Every URL below /admin asks for the key first: only who may administer learns what is there. */
export function administration({ operator }: AuthDoors): void {
  operator('GET', '/admin/users', z.object({ users: z.array(User), aud: z.string() }), listPeople)
  operator('POST', '/admin/users', User, createPerson)
  operator('GET', '/admin/users/:id', User, getPerson)
  operator('PUT', '/admin/users/:id', User, changePerson)
  operator('DELETE', '/admin/users/:id', Nothing, deletePerson)
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
