// Tests that a request that needs a fresh proof asks for it on screen, and goes on once it is given.
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listExportsApi } from '../../core/api/exports.ts'
import { stageScreen } from '../app/stage-screen.fixture.tsx'
import { StepUp } from '../auth/StepUp.tsx'
import { makeKey, storeSession } from '../auth/session.fixture.ts'
import { showProofIn } from '../proof.ts'
import { useCall } from '../session/session.tsx'
import { StepUpDialog } from './StepUpDialog.tsx'

const signer = await makeKey('ES256', 'a')
showProofIn(<StepUpDialog />)
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

function Asking() {
  const call = useCall()
  const [outcome, setOutcome] = useState('not asked')
  const ask = () =>
    call(listExportsApi, 'GET', '/api/exports', {}).then(
      () => setOutcome('answered'),
      () => setOutcome('refused'),
    )
  return (
    <>
      <button onClick={() => void ask()}>Ask</button>
      <p>{outcome}</p>
      <StepUp />
    </>
  )
}

async function open() {
  await storeSession(1000, signer)
  let isProven = false
  const needed = { status: 403, body: { code: 'reauthentication_needed', message: 'Confirm that it’s you.' } }
  const wrong = { status: 400, body: { error_code: 'invalid_credentials', code: 'invalid_credentials', msg: 'no' } }
  const { requests } = await stageScreen({
    catalogs: ['account', 'byphone'],
    at: '/',
    routes: { '/': <Asking /> },
    responses: {
      'GET /auth/v1/.well-known/jwks.json': () => ({ keys: [signer.jwk] }),
      'GET /rest/v1/user_roles': () => [],
      'GET /auth/v1/reauthenticate': () => ({}),
      'PUT /auth/v1/user': ({ body }) => {
        isProven = JSON.stringify(body).includes('12345678')
        return isProven ? { id: 'a', aud: 'authenticated', app_metadata: {}, user_metadata: {}, created_at: '' } : wrong
      },
      'GET /api/exports': () => (isProven ? { items: [], next: null } : needed),
    },
  })
  return () => requests.filter(({ path }) => path === '/api/exports').length
}

async function press(name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true })
  await expect.element(button).toBeVisible()
  button.element().focus()
  await userEvent.keyboard('{Enter}')
}

test('a refused request asks once, takes a code, and is sent again', async () => {
  const sent = await open()
  await press('Ask')
  await expect.element(page.getByText('Confirm that it’s you')).toBeVisible()
  await press('Send a code to maya@example.com')
  await page.getByLabelText('Code', { exact: true }).fill('00000000')
  await press('Confirm')
  await expect.element(page.getByText(/This code is wrong/)).toBeVisible()
  await page.getByLabelText('Code', { exact: true }).fill('12345678')
  await press('Confirm')
  await expect.element(page.getByText('answered')).toBeVisible()
  expect(sent()).toBe(2)
})

test('whoever closes the question is refused', async () => {
  const sent = await open()
  await press('Ask')
  await press('Close')
  await expect.element(page.getByText('refused')).toBeVisible()
  expect(sent()).toBe(1)
})
