// Tests recovery codes on screen: shown once after a factor is added, counted, replaced after a question, and used to sign in.
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { type FakeResponse, stageScreen } from '../../app/stage-screen.fixture.tsx'
import { makeKey, storeSession } from '../../auth/session.fixture.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { RecoveryStep } from './RecoveryStep.tsx'

const signer = await makeKey('ES256', 'a')
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

const codes = Array.from({ length: 10 }, (_, n) => `AAAA${n}-BBBB${n}`)
const count = (left: number, total: number) => () => ({ left, total, createdAt: total ? '2026-11-20T00:00:00Z' : null })
const url = '/auth/v1/recovery-codes'

async function open(screen: React.ReactNode, responses: Record<string, FakeResponse>) {
  await storeSession(1000, signer)
  const { requests } = await stageScreen({ catalogs: ['account', 'recovery'], at: '/', routes: { '/': screen }, responses })
  return () => requests.filter(({ method, path }) => method === 'POST' && path.startsWith(url))
}

test('codes are made and shown as soon as a factor was added, to copy and download, and only once', async () => {
  let total = 0
  const made = await open(<RecoveryCodes factorCount={1} isNew />, {
    [`GET ${url}`]: () => count(total, total)(),
    [`POST ${url}`]: () => {
      total = 10
      return { codes }
    },
  })
  await expect.element(page.getByText('AAAA0-BBBB0')).toBeVisible()
  expect(made()).toHaveLength(1)
  const file = page.getByRole('link', { name: 'Download' })
  await expect.element(file).toHaveAttribute('download', 'mailferry-recovery-codes.txt')
  expect(decodeURIComponent(file.element().getAttribute('href') ?? '')).toContain('AAAA9-BBBB9')
  await page.getByRole('button', { name: 'I’ve saved them' }).click()
  await expect.element(page.getByText(/10 of 10 codes left/)).toBeVisible()
  await expect.element(page.getByText('AAAA0-BBBB0')).not.toBeInTheDocument()
  await expect.element(page.getByText(/Add another, such as a passkey/)).toBeVisible()
  expect(made()).toHaveLength(1)
})

test('new codes are made only after a question, as the old ones stop working', async () => {
  const made = await open(<RecoveryCodes factorCount={2} isNew={false} />, {
    [`GET ${url}`]: count(2, 10),
    [`POST ${url}`]: () => ({ codes }),
  })
  await expect.element(page.getByText(/Only 2 of 10 recovery codes left/)).toBeVisible()
  await page.getByRole('button', { name: 'Create new codes' }).click()
  expect(made()).toHaveLength(0)
  const sure = page.getByRole('alertdialog').getByRole('button', { name: 'Create new codes' })
  await expect.element(sure).toBeVisible()
  // Without the page's styles, the layer that blocks the page lies over the dialog.
  sure.element().dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await expect.element(page.getByText('AAAA0-BBBB0')).toBeVisible()
})

test('a wrong code says so, and can be corrected at once', async () => {
  const sent = await open(<RecoveryStep />, {
    [`POST ${url}/verify`]: () => ({ status: 422, body: { code: 422, error_code: 'mfa_verification_failed', msg: 'no' } }),
  })
  const input = page.getByLabelText('Recovery code')
  await expect.element(input).toHaveFocus()
  await input.fill('abcde-fghjk')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect.element(page.getByText(/already used/)).toBeVisible()
  await expect.element(input).toHaveFocus()
  expect(sent()[0]?.body).toEqual({ code: 'abcde-fghjk' })
})
