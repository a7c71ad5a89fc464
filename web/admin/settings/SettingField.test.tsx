// Tests that each setting says where its value comes from, and that a secret can be replaced but not read.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import type { SettingView } from '../../../core/api/admin/settings.ts'
import { AuthContext, type AuthState } from '../../session/session.tsx'
import { stage } from '../../stage.fixture.tsx'
import { GroupForm } from './GroupForm.tsx'
import { SettingField } from './SettingField.tsx'

const base: SettingView = {
  ...{ key: 'REQUESTS_A_MINUTE', kind: 'number', choices: [], value: '600', isSet: false, source: 'default', default: '600' },
  ...{ isStored: false, version: 0, changed: null },
}
const auth: AuthState = {
  ...{ loading: false, isAuthenticated: true, session: null, user: null, roles: ['admin'], areRolesKnown: true, hasRole: () => true },
  ...{ isSecondStepDue: false, hasSignedOut: false, signIn: async () => null, signUp: async () => null, signOut: async () => null },
  ...{ expire: () => undefined, bearer: async () => 'token' },
}
const changed = { at: '2026-11-22T12:00:00Z', by: 'ada@example.com' }

test('what the environment sets is read-only, with the name of its variable', async () => {
  const screen = await stage(<SettingField setting={{ ...base, source: 'environment' }} draft={undefined} onChange={() => {}} />, [
    'adminsettings',
  ])
  await expect.element(screen.getByLabelText('Requests per minute from one IP address (at least 120)')).toHaveAttribute('readonly')
  await expect.element(screen.getByText(/Set by REQUESTS_A_MINUTE in the environment/)).toBeVisible()
})

test('what is stored names who changed it and its default, and can go back to that', async () => {
  const onChange = vi.fn<(value: string | null | undefined) => void>()
  const setting: SettingView = { ...base, value: '900', source: 'stored', isStored: true, version: 2, changed }
  const screen = await stage(<SettingField {...{ setting, onChange }} draft={undefined} />, ['adminsettings'])
  await expect.element(screen.getByText(/by ada@example.com\. Default: 600\./)).toBeVisible()
  await screen.getByRole('button', { name: 'Use the default' }).click()
  expect(onChange).toHaveBeenLastCalledWith(null)
  await screen.getByLabelText('Requests per minute from one IP address (at least 120)').fill('901')
  expect(onChange).toHaveBeenLastCalledWith('901')
})

test('a secret shows only that there is one', async () => {
  const onChange = vi.fn<(value: string | null | undefined) => void>()
  const setting: SettingView = { ...base, key: 'STRIPE_SECRET_KEY', kind: 'secret', value: null, isSet: true, source: 'stored', changed }
  const screen = await stage(<SettingField {...{ setting, onChange }} draft={undefined} />, ['adminsettings', 'ui'])
  const input = screen.getByLabelText('Secret key', { exact: true })
  await expect.element(input).toHaveValue('')
  await expect.element(input).toHaveAttribute('placeholder', 'Set. Enter a new one to replace it.')
  await input.fill('sk_live_1')
  expect(onChange).toHaveBeenLastCalledWith('sk_live_1')
})

test('a group is saved with a reason only after something changed', async () => {
  const view = { group: 'limits' as const, settings: [base], isTested: false, rejected: null }
  const screen = await stage(
    <QueryClientProvider client={new QueryClient()}>
      <AuthContext value={auth}>
        <GroupForm view={view} revision={3} />
      </AuthContext>
    </QueryClientProvider>,
    ['adminsettings', 'adminui'],
  )
  const save = screen.getByRole('button', { name: 'Save' })
  await expect.element(save).toHaveAttribute('aria-disabled', 'true')
  await screen.getByLabelText('Requests per minute from one IP address (at least 120)').fill('700')
  await save.click()
  await expect.element(screen.getByRole('dialog', { name: 'Save Limits' })).toBeVisible()
  await expect.element(screen.getByText('One setting changes on every host within 10 seconds.')).toBeVisible()
})
