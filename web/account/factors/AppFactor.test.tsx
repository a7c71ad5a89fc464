// Tests that a code of six digits sends itself, once, and that the field has the focus.
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { stageScreen } from '../../app/stage-screen.fixture.tsx'
import { makeKey, storeSession } from '../../auth/session.fixture.ts'
import { AppStep } from './AppFactor.tsx'

const signer = await makeKey('ES256', 'a')
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

test('the sixth digit sends the code, and Enter right after it sends nothing more', async () => {
  await storeSession(1000, signer)
  const id = '0199c3a0-0000-7000-8000-000000000001'
  const factor = { id, factor_type: 'totp' as const, status: 'verified' as const, friendly_name: 'app', created_at: '', updated_at: '' }
  const { requests } = await stageScreen({
    catalogs: ['account'],
    at: '/',
    routes: { '/': <AppStep factor={factor} /> },
    responses: {
      [`POST /auth/v1/factors/${id}/challenge`]: () => ({ id: 'c', type: 'totp', expires_at: 1 }),
      [`POST /auth/v1/factors/${id}/verify`]: () => ({ status: 422, body: { code: 422, error_code: 'mfa_verification_failed', msg: 'no' } }),
    },
  })
  const input = page.getByLabelText('Code')
  await expect.element(input).toHaveFocus()
  await userEvent.keyboard('123 456{Enter}')
  await expect.poll(() => requests.filter(({ path }) => path.endsWith('/verify')).length).toBe(1)
  expect(requests.find(({ path }) => path.endsWith('/verify'))?.body).toMatchObject({ code: '123456' })
  await expect.element(page.getByRole('alert')).toBeVisible()
  expect(requests.filter(({ path }) => path.endsWith('/verify'))).toHaveLength(1)
})
