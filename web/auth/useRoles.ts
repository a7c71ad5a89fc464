// The roles of the signed-in person; none if they cannot be read.
import { useEffect, useState } from 'react'
import { z } from 'zod/mini'
import { shape } from '../../core/api/shape.ts'
import { call } from '../api.ts'
import { readBearer } from './client.ts'

const none: readonly string[] = []
const listRoles = shape({
  status: 200,
  query: z.object({ select: z.literal('role'), user_id: z.string() }),
  answer: z.array(z.object({ role: z.string() })),
})

export function useRoles(userId: string | null): { roles: readonly string[]; areRolesKnown: boolean } {
  const [found, setFound] = useState<{ userId: string; roles: readonly string[] } | null>(null)
  useEffect(() => {
    if (!userId) return
    let gone = false
    const settle = (roles: readonly string[]) => {
      if (!gone) setFound({ userId, roles })
    }
    readRoles(userId).then(settle, (error: unknown) => {
      console.error(error)
      settle(none)
    })
    return () => {
      gone = true
    }
  }, [userId])
  const areRolesKnown = found?.userId === userId
  return { roles: areRolesKnown ? found.roles : none, areRolesKnown }
}

async function readRoles(userId: string): Promise<string[]> {
  const query = { select: 'role', user_id: `eq.${userId}` } as const
  return (await call(listRoles, 'GET', '/rest/v1/user_roles', { query }, await readBearer())).map(row => row.role)
}
