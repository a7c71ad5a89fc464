// Tests that only administrators see and run the WhatsApp connection checks.
import { afterEach, expect, test, vi } from 'vitest'
import { type Answer, stageScreen } from '../stage-screen.fixture.tsx'
import { Checks } from './Checks.tsx'

afterEach(() => vi.unstubAllGlobals())

const play = (answer: Answer) =>
  stageScreen({ catalogs: ['connect'], at: '/', routes: { '/': <Checks /> }, answers: { 'GET /api/admin/whatsapp/checks': answer } })

test('each check shows its result and what to do, and can be repeated', async () => {
  let asked = 0
  const { screen } = await play(() => {
    asked++
    const missing = {
      check: 'subscription',
      title: 'Subscription',
      found: 'No app hears this account.',
      fix: 'Run: npm run doctor -- --subscribe',
    }
    return {
      items: [
        { check: 'token', state: 'ok', title: 'Access token', found: 'Valid without an end.', fix: null },
        { ...missing, state: asked === 1 ? 'failing' : 'ok' },
        { check: 'templates', state: 'skipped', title: 'Templates', found: 'Not looked at yet: Subscription comes first.', fix: null },
      ],
    }
  })
  await expect.element(screen.getByRole('status')).toHaveTextContent('One thing needs you.')
  await expect.element(screen.getByRole('img', { name: 'Needs you' })).toBeVisible()
  await expect.element(screen.getByText('Run: npm run doctor -- --subscribe')).toBeVisible()
  await screen.getByRole('button', { name: 'Check again' }).click()
  await expect.element(screen.getByRole('status')).toHaveTextContent('Everything is in order.')
})

test('a refusal is said in its own words', async () => {
  const { screen } = await play(() => ({
    status: 403,
    body: { code: 'admins_only', message: 'Only administrators may do this. Ask one of them.' },
  }))
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('The checks could not be made. Only administrators may do this. Ask one of them.')
})
