// Removes second factors whose enrollment was never finished.
import type { AuthClient } from '../../auth/client.ts'

export async function removeUnfinishedFactors(client: AuthClient) {
  const { data: factors, error } = await client.auth.mfa.listFactors()
  if (error) return { error }
  for (const { id, status } of factors.all) if (status !== 'verified') await client.auth.mfa.unenroll({ factorId: id })
  return { error: null }
}
