// API calls for onboarding.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getOnboardingApi, type Onboarding, sendTestMailApi } from '../../../core/api/onboarding.ts'
import { useCall } from '../../session/session.tsx'
import { refetchOn, usePollInterval } from '../live/LiveUpdates.tsx'
import { pollMs } from '../queries/ledger.ts'
import { useChangeSettings } from '../queries/settings.ts'

const key = ['onboarding']

/** Refetched as rows change, so that steps complete without a reload. */
export function useOnboarding() {
  const call = useCall()
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(getOnboardingApi, 'GET', '/api/onboarding', { signal }),
    ...refetchOn('mailboxes', 'destinations', 'messages', 'deliveries'),
    refetchInterval: usePollInterval(pollMs),
  })
}

/** Refetches the progress at once, after this screen has completed something. */
export function useRefreshOnboarding(): () => void {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: key })
}

/** Hides the card at once, and shows it again if the server refuses. */
export function useDismissOnboarding() {
  const client = useQueryClient()
  const change = useChangeSettings()
  const set = (dismissed: boolean) => client.setQueryData<Onboarding>(key, onboarding => onboarding && { ...onboarding, dismissed })
  return (onError: (error: unknown) => void) => {
    set(true)
    change.mutate(
      { onboardingDismissed: true },
      {
        onError: error => {
          set(false)
          onError(error)
        },
      },
    )
  }
}

export function useSendTestEmail() {
  const call = useCall()
  return useMutation({ mutationFn: () => call(sendTestMailApi, 'POST', '/api/test-mails', {}) })
}
