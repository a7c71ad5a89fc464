// API calls for phone commands about an email.
import { useQuery } from '@tanstack/react-query'
import { listCommandsApi } from '../../../../core/api/commands.ts'
import { useCall } from '../../../session/session.tsx'
import { shows, useEvery } from '../../live/Live.tsx'
import { liveMs } from '../../queries/ledger.ts'

export function useCommands(messageId: string) {
  const call = useCall()
  return useQuery({
    queryKey: ['commands', messageId],
    queryFn: ({ signal }) => call(listCommandsApi, 'GET', '/api/messages/:id/commands', { params: { id: messageId }, signal }),
    ...shows('messages', 'deliveries'),
    refetchInterval: useEvery(liveMs),
  })
}
