// The roles of the person who is signed in; none when they cannot be read.
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { openDoor } from './client.ts'

const none: readonly string[] = []
const Roles = z.array(z.object({ role: z.string() }))

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
  const { client } = await openDoor()
  const { data, error } = await client.from('user_roles').select('role').eq('user_id', userId)
  if (error) throw error
  return Roles.parse(data).map(row => row.role)
}
