// The URL of a user's gifts, and the queries to reload after a change.
import { useQueryClient } from '@tanstack/react-query'

export const giftsPath = (userId: string): string => `/api/admin/users/${userId}/plan-gifts`

/** A gift shows on the user's page too. */
export function useReloadUser(): () => void {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: ['admin'] })
}
