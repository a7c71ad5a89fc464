// Reloads all subscription data after a change.
import { useQueryClient } from '@tanstack/react-query'

export function useReload(): () => void {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: ['admin', 'subscriptions'] })
}
