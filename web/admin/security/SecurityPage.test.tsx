// Tests what the two-factor section says, and which sections and filters the URL names.
import { expect, test } from 'vitest'
import type { SecondFactors } from '../../../core/api/admin/security.ts'
import { stage } from '../../stage.fixture.tsx'
import { FactorsView } from './FactorsTab.tsx'
import { MasterKeySteps } from './SecretsTab.tsx'
import { csvPath, oneOf } from './useTabFilters.ts'

const factors: SecondFactors = {
  ...{ at: '2026-11-26T10:00:00Z', users: 1_000_000, usersWithFactor: 4_321, staff: 3, staffWithFactor: 2 },
  byType: [
    { type: 'totp', users: 4_000 },
    { type: 'phone', users: 0 },
    { type: 'webauthn', users: 400 },
  ],
  staffWithout: [{ id: '00000000-0000-4000-8000-000000000001', email: 'bob@example.com', roles: ['billing'] }],
}

test('the share of users and staff is shown, and staff without a second factor are named', async () => {
  const screen = await stage(<FactorsView factors={factors} />, ['adminsecurity'])
  await expect.element(screen.getByText('0.43%')).toBeVisible()
  await expect.element(screen.getByText('4,321 of 1,000,000 users')).toBeVisible()
  await expect.element(screen.getByText('67%')).toBeVisible()
  await expect.element(screen.getByRole('row', { name: /Authenticator app/ })).toMatchTextContent(/4,000/)
  await expect
    .element(screen.getByRole('link', { name: 'bob@example.com' }))
    .toHaveAttribute('href', `/admin/users/${factors.staffWithout[0]?.id}`)
})

test('when all of the staff have one, nothing needs attention', async () => {
  const screen = await stage(<FactorsView factors={{ ...factors, staffWithFactor: 3, staffWithout: [] }} />, ['adminsecurity'])
  await expect.element(screen.getByText('All staff have a second factor.')).toBeVisible()
})

test('a file has the filters of its list, and an unknown value in the URL is no filter', () => {
  expect(csvPath('/keys.csv', { state: 'unused', prefix: '' })).toBe('/keys.csv?state=unused')
  expect(csvPath('/keys.csv', {})).toBe('/keys.csv')
  expect(oneOf(['active', 'ended'], 'invented')).toBe('')
})

test('the page says which commands replace the master key, in their order', async () => {
  const screen = await stage(<MasterKeySteps />, ['adminsecurity'])
  const steps = screen.getByRole('listitem')
  await expect.element(steps.nth(0)).toMatchTextContent(/npm run admin -- rotate-key start/)
  await expect.element(steps.nth(1)).toMatchTextContent(/npm run admin -- rotate-key finish/)
  await expect.element(steps.nth(2)).toMatchTextContent(/npm run admin -- rotate-key forget/)
})
