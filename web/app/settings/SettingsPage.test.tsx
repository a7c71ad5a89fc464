// Tests the settings: edits survive a refetch, and a shorter retention asks first.
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { chooseLanguage, currentLanguage } from '../../words/language.ts'
import { testSettings } from '../queries/settings.fixture.ts'
import { type FakeResponse, stageScreen } from '../stage-screen.fixture.tsx'
import { SettingsPage } from './SettingsPage.tsx'

afterEach(() => vi.unstubAllGlobals())

const serverError = { status: 500, body: { code: 'internal', message: 'Try again in a minute.' } }

async function open(
  patch: FakeResponse = ({ body }) => ({ ...testSettings, ...(body as object) }),
  read: FakeResponse = () => testSettings,
) {
  await page.viewport(1280, 900)
  const staged = await stageScreen({
    catalogs: ['settings', 'hours', 'push', 'pause', 'shortcuts', 'keys', 'exports', 'account'],
    at: '/settings',
    routes: { '/settings': <SettingsPage />, '*': <p>elsewhere</p> },
    responses: {
      'GET /api/settings': read,
      'PATCH /api/settings': patch,
      'GET /api/push-subscriptions': () => ({ items: [], next: null, publicKey: 'our-key' }),
    },
  })
  const saved = () => staged.requests.filter(request => request.method === 'PATCH').map(request => request.body)
  return { ...staged, saved }
}
const button = (name: string | RegExp) => page.getByRole('button', { name })
const saveTimes = () => button('Save times')
const saveRetention = () => button('Save retention')

test('quiet hours are saved, and only what was changed is sent', async () => {
  const { saved } = await open()
  await expect.element(page.getByText('No quiet hours.')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Use quiet hours' }).click()
  await page.getByLabelText('from').fill('21:30')
  await saveTimes().click()
  await expect.poll(saved).toEqual([{ quiet: { from: '21:30', to: '07:00', then: 'urgent_only' } }])
  await expect.element(page.getByText('Quiet hours from 21:30 to 07:00, unless a filter says otherwise.')).toBeVisible()
})

test('the language changes at once, on every screen', async () => {
  onTestFinished(() => chooseLanguage('en'))
  const { saved } = await open()
  await page.getByLabelText('Language').selectOptions('español')
  await expect.poll(saved).toEqual([{ language: 'es' }])
  await expect.element(page.getByLabelText('Language')).toHaveValue('es')
  await expect.poll(currentLanguage).toBe('es')
})

test('quiet hours that end when they begin are marked, and nothing is sent', async () => {
  const { saved } = await open()
  await page.getByRole('checkbox', { name: 'Use quiet hours' }).click()
  await page.getByLabelText('until').fill('22:00')
  await saveTimes().click()
  await expect.element(page.getByLabelText('from')).toHaveFocus()
  expect(saved()).toEqual([])
})

test('a time zone is found by its city, and the browser’s own is offered', async () => {
  const { saved } = await open()
  await page.getByRole('combobox', { name: 'Time zone: Tokyo, Asia' }).click()
  await page.getByRole('combobox', { name: 'Search for a city' }).fill('asia kat')
  await expect.element(page.getByRole('option', { name: /Kat[hm]+andu, Asia/ })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await saveTimes().click()
  await expect.poll(() => JSON.stringify(saved())).toMatch(/Asia\/Kat[hm]+andu/)
  await button(/^This browser is in another time zone. Use /).click()
  await saveTimes().click()
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  await expect.poll(() => saved().at(-1)).toEqual({ timeZone: zone })
})

test('an error keeps the input, and leaving then asks first', async () => {
  const { go, address } = await open(() => serverError)
  await page.getByLabelText('Digest time').fill('06:45')
  await saveTimes().click()
  await expect.element(page.getByRole('alert')).toMatchTextContent(/Try again in a minute\. Your changes are still here\./)
  await expect.element(page.getByLabelText('Digest time')).toHaveValue('06:45')
  go('/elsewhere')
  await expect.element(button('Keep editing')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(address()).toBe('/settings')
})

test('a longer retention is saved at once, a shorter one after confirmation, and invalid input is rejected', async () => {
  const { saved } = await open()
  const days = page.getByRole('textbox', { name: 'Days' })
  await days.fill('a year')
  await saveRetention().click()
  await expect.element(page.getByText('Enter a whole number from 0 to 365.')).toBeVisible()
  await expect.element(days).toHaveFocus()
  await days.fill('90')
  await saveRetention().click()
  await expect.poll(saved).toEqual([{ retentionDays: 90 }])
  await days.fill('7')
  await saveRetention().click()
  await expect.element(page.getByRole('alertdialog', { name: 'Store emails for 7 days?' })).toBeVisible()
  await expect.element(button('Cancel')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(days).toHaveValue('7')
  expect(saved()).toHaveLength(1)
  await saveRetention().click()
  await expect.element(button('Cancel')).toHaveFocus()
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => saved().at(-1)).toEqual({ retentionDays: 7 })
})

test('settings that could not be loaded can be retried', async () => {
  let isUp = false
  await open(undefined, () => (isUp ? testSettings : serverError))
  await expect.element(page.getByRole('alert')).toMatchTextContent(/couldn’t load your settings\. Try again in a minute\./)
  isUp = true
  await button('Try again').click()
  await expect.element(page.getByText('No quiet hours.')).toBeVisible()
})

test('a system email is turned off at once', async () => {
  const { saved } = await open()
  const emailSwitch = page.getByRole('switch', { name: 'An email account stops working' })
  await expect.element(emailSwitch).toHaveAttribute('aria-checked', 'true')
  emailSwitch.element().focus()
  await userEvent.keyboard(' ')
  await expect.poll(saved).toEqual([{ notices: { mailbox_down: false } }])
})
