// Starts enrolling a second factor, replacing an enrollment that was never finished.
import type { AuthClient } from '../../auth/client.ts'

export async function dropUnfinished(client: AuthClient) {
  const { data: kept, error } = await client.auth.mfa.listFactors()
  if (error) return { error }
  for (const { id, status } of kept.all) if (status !== 'verified') await client.auth.mfa.unenroll({ factorId: id })
  return { error: null }
}
