// API calls of the onboarding.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getOnboardingApi, type Onboarding, sendTestMailApi } from '../../../core/api/onboarding.ts'
import { useCall } from '../../session/session.tsx'
import { shows, useEvery } from '../live/Live.tsx'
import { liveMs } from '../queries/ledger.ts'
import { useChangeSettings } from '../queries/settings.ts'

const key = ['onboarding']

/** Refetched as rows change, so that steps complete without a reload. */
export function useOnboarding() {
  const call = useCall()
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(getOnboardingApi, 'GET', '/api/onboarding', { signal }),
    ...shows('mailboxes', 'destinations', 'messages', 'deliveries'),
    refetchInterval: useEvery(liveMs),
  })
}

/** Asks at once: this screen has just done something. */
export function useLookAgain(): () => void {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: key })
}

/** Gone from the screen at once, and back when the server refuses. */
export function useDismiss() {
  const client = useQueryClient()
  const change = useChangeSettings()
  const set = (dismissed: boolean) => client.setQueryData<Onboarding>(key, known => known && { ...known, dismissed })
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

export function useTestMail() {
  const call = useCall()
  return useMutation({ mutationFn: () => call(sendTestMailApi, 'POST', '/api/test-mails', {}) })
}
