// Tests the onboarding card on the dashboard: progress, next step, and dismissal for good.
import { afterEach, expect, test, vi } from 'vitest'
import type { Onboarding } from '../../../core/api/onboarding.ts'
import { madeUpSettings } from '../queries/settings.fixture.ts'
import { type Answer, stageScreen } from '../stage-screen.fixture.tsx'
import { OnboardingCard } from './OnboardingCard.tsx'

afterEach(() => vi.unstubAllGlobals())

const half: Onboarding = { done: { mailbox: true, phone: false, filter: true, delivered: false }, address: null, dismissed: false }

const play = (onboarding: () => Onboarding, answers: Record<string, Answer> = {}) =>
  stageScreen({
    catalogs: ['onboarding'],
    at: '/',
    routes: { '/': <OnboardingCard />, '/whatsapp-setup': <p>here</p> },
    answers: { 'GET /api/onboarding': onboarding, ...answers },
  })

test('it counts what is done and leads to the first step that is open', async () => {
  const { screen, address } = await play(() => half)
  await expect.element(screen.getByRole('region')).toMatchTextContent(/2 of 4 done/)
  await screen.getByRole('link', { name: 'Next: Phone' }).click()
  await expect.poll(address).toBe('/whatsapp-setup')
})

test('it goes at once when it is not wanted, and the server keeps that', async () => {
  let dismissed = false
  const { screen, asked } = await play(() => ({ ...half, dismissed }), {
    'PATCH /api/settings': () => {
      dismissed = true
      return { ...madeUpSettings, onboardingDismissed: true }
    },
  })
  await screen.getByRole('button', { name: 'Do not offer this any more' }).click()
  await expect.element(screen.getByRole('region')).not.toBeInTheDocument()
  await expect.poll(() => asked.find(ask => ask.method === 'PATCH')?.body).toEqual({ onboardingDismissed: true })
})

test('it comes back when the server refuses', async () => {
  const { screen } = await play(() => half, {
    'PATCH /api/settings': () => ({ status: 500, body: { code: 'broken', message: 'Try again.' } }),
  })
  await screen.getByRole('button', { name: 'Do not offer this any more' }).click()
  await expect.element(screen.getByRole('region')).toBeVisible()
})

test('who has done all four, or wants no offer, sees none', async () => {
  for (const onboarding of [
    { ...half, done: { mailbox: true, phone: true, filter: true, delivered: true } },
    { ...half, dismissed: true },
  ]) {
    const { screen, asked } = await play(() => onboarding)
    await expect.poll(() => asked.some(ask => ask.path === '/api/onboarding')).toBe(true)
    await expect.element(screen.getByRole('region')).not.toBeInTheDocument()
    await screen.unmount()
  }
})
