// Begins a second factor, in place of one that was begun and left.
import type { Client } from '../../auth/client.ts'

export async function dropUnfinished(client: Client) {
  const { data: kept, error } = await client.auth.mfa.listFactors()
  if (error) return { error }
  for (const { id, status } of kept.all) if (status !== 'verified') await client.auth.mfa.unenroll({ factorId: id })
  return { error: null }
}
