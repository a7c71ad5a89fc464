// Tests that only administrators see and run the WhatsApp connection checks.
import { afterEach, expect, test, vi } from 'vitest'
import { type FakeResponse, stageScreen } from '../stage-screen.fixture.tsx'
import { WhatsAppChecks } from './WhatsAppChecks.tsx'

afterEach(() => vi.unstubAllGlobals())

const render = (response: FakeResponse) =>
  stageScreen({
    catalogs: ['connect'],
    at: '/',
    routes: { '/': <WhatsAppChecks /> },
    responses: { 'GET /api/admin/whatsapp/checks': response },
  })

test('each check shows its result and what to do, and can be repeated', async () => {
  let requests = 0
  const { screen } = await render(() => {
    requests++
    const subscription = {
      check: 'subscription',
      title: 'Subscription',
      found: 'No app hears this account.',
      fix: 'Run: npm run doctor -- --subscribe',
    }
    return {
      items: [
        { check: 'token', state: 'ok', title: 'Access token', found: 'Valid without an end.', fix: null },
        { ...subscription, state: requests === 1 ? 'failing' : 'ok' },
        { check: 'templates', state: 'skipped', title: 'Templates', found: 'Not checked yet: fix Subscription first.', fix: null },
      ],
    }
  })
  await expect.element(screen.getByRole('status')).toHaveTextContent('One problem to fix.')
  await expect.element(screen.getByRole('img', { name: 'Action needed' })).toBeVisible()
  await expect.element(screen.getByText('Run: npm run doctor -- --subscribe')).toBeVisible()
  await screen.getByRole('button', { name: 'Check again' }).click()
  await expect.element(screen.getByRole('status')).toHaveTextContent('Everything is working.')
})

test('an error is shown with its message', async () => {
  const { screen } = await render(() => ({
    status: 403,
    body: { code: 'admins_only', message: 'Only administrators can do this. Ask one for help.' },
  }))
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('We couldn’t run the checks. Only administrators can do this. Ask one for help.')
})
