// The roles of the signed-in user; none if they cannot be read.
import { useEffect, useState } from 'react'
import { z } from 'zod/mini'
import { shape } from '../../core/api/shape.ts'
import { call } from '../api.ts'
import { readBearer } from './client.ts'

const none: readonly string[] = []
const listRolesApi = shape({
  status: 200,
  query: z.object({ select: z.literal('role'), user_id: z.string() }),
  answer: z.array(z.object({ role: z.string() })),
})

export function useRoles(userId: string | null): { roles: readonly string[]; areRolesKnown: boolean } {
  const [loaded, setLoaded] = useState<{ userId: string; roles: readonly string[] } | null>(null)
  useEffect(() => {
    if (!userId) return
    let isCancelled = false
    const finish = (roles: readonly string[]) => {
      if (!isCancelled) setLoaded({ userId, roles })
    }
    readRoles(userId).then(finish, (error: unknown) => {
      console.error(error)
      finish(none)
    })
    return () => {
      isCancelled = true
    }
  }, [userId])
  const areRolesKnown = loaded?.userId === userId
  return { roles: areRolesKnown ? loaded.roles : none, areRolesKnown }
}

async function readRoles(userId: string): Promise<string[]> {
  const query = { select: 'role', user_id: `eq.${userId}` } as const
  return (await call(listRolesApi, 'GET', '/rest/v1/user_roles', { query }, await readBearer())).map(row => row.role)
}
