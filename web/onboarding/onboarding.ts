// What the steps ask and tell the server.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getOnboarding, type Onboarding, sendTestMail } from '../../core/api/onboarding.ts'
import { liveMs } from '../app/ledger.ts'
import { shows, useEvery } from '../app/live/Live.tsx'
import { useChangeSettings } from '../app/settings/settings.ts'
import { useCall } from '../session.tsx'

const key = ['onboarding']

/** Asked again as rows change, so that a step ticks by itself. */
export function useOnboarding() {
  const call = useCall()
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(getOnboarding, 'GET', '/api/onboarding', { signal }),
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
  return useMutation({ mutationFn: () => call(sendTestMail, 'POST', '/api/test-mails', {}) })
}
