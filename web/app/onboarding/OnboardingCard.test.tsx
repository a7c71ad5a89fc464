// Tests the onboarding card on the dashboard: progress, next step, and dismissal for good.
import { afterEach, expect, test, vi } from 'vitest'
import type { Onboarding } from '../../../core/api/onboarding.ts'
import { testSettings } from '../queries/settings.fixture.ts'
import { type FakeResponse, stageScreen } from '../stage-screen.fixture.tsx'
import { OnboardingCard } from './OnboardingCard.tsx'

afterEach(() => vi.unstubAllGlobals())

const halfDone: Onboarding = { done: { mailbox: true, phone: false, filter: true, delivered: false }, address: null, dismissed: false }

const render = (onboarding: () => Onboarding, responses: Record<string, FakeResponse> = {}) =>
  stageScreen({
    catalogs: ['onboarding'],
    at: '/',
    routes: { '/': <OnboardingCard />, '/whatsapp-setup': <p>here</p> },
    responses: { 'GET /api/onboarding': onboarding, ...responses },
  })

test('it counts the done steps and links to the first open one', async () => {
  const { screen, address } = await render(() => halfDone)
  await expect.element(screen.getByRole('region')).toMatchTextContent(/2 of 4 done/)
  await screen.getByRole('link', { name: 'Next: Phone' }).click()
  await expect.poll(address).toBe('/whatsapp-setup')
})

test('it disappears at once when dismissed, and the server stores that', async () => {
  let dismissed = false
  const { screen, requests } = await render(() => ({ ...halfDone, dismissed }), {
    'PATCH /api/settings': () => {
      dismissed = true
      return { ...testSettings, onboardingDismissed: true }
    },
  })
  await screen.getByRole('button', { name: 'Don’t show again' }).click()
  await expect.element(screen.getByRole('region')).not.toBeInTheDocument()
  await expect.poll(() => requests.find(request => request.method === 'PATCH')?.body).toEqual({ onboardingDismissed: true })
})

test('it comes back if the server refuses', async () => {
  const { screen } = await render(() => halfDone, {
    'PATCH /api/settings': () => ({ status: 500, body: { code: 'broken', message: 'Try again.' } }),
  })
  await screen.getByRole('button', { name: 'Don’t show again' }).click()
  await expect.element(screen.getByRole('region')).toBeVisible()
})

test('it is hidden once all steps are done or after it was dismissed', async () => {
  for (const onboarding of [
    { ...halfDone, done: { mailbox: true, phone: true, filter: true, delivered: true } },
    { ...halfDone, dismissed: true },
  ]) {
    const { screen, requests } = await render(() => onboarding)
    await expect.poll(() => requests.some(request => request.path === '/api/onboarding')).toBe(true)
    await expect.element(screen.getByRole('region')).not.toBeInTheDocument()
    await screen.unmount()
  }
})
