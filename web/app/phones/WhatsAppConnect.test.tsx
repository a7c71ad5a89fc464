// Tests the phones page: each state with its advice, and what each control sends to the server.
import { afterEach, expect, test, vi } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import type { Destination } from '../../../core/api/delivery.ts'
import { findPauseEnd } from '../phone-state.ts'
import { testId } from '../queries/messages.fixture.ts'
import { type FakeResponse, stageScreen } from '../stage-screen.fixture.tsx'
import { findSpokenSeconds } from './LinkingCode.tsx'
import { WhatsAppConnect } from './WhatsAppConnect.tsx'

afterEach(() => vi.unstubAllGlobals())

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

const phone = (n: number, overrides: Partial<Destination> = {}): Destination => ({
  id: testId(800 + n),
  name: `Phone ${n}`,
  phone: '254700000418',
  state: 'linked',
  windowOpenUntil: inHours(20),
  pausedUntil: null,
  rights: 'read',
  fallback: null,
  unreachableSince: null,
  createdAt: inHours(-30),
  ...overrides,
})

const linkedPhone = phone(1)
const path = `/api/destinations/${linkedPhone.id}`

function render(phones: () => Destination[], responses: Record<string, FakeResponse> = {}) {
  return stageScreen({
    catalogs: ['connect', 'link', 'oncall', 'builder'],
    at: '/whatsapp-connect',
    routes: { '/whatsapp-connect': <WhatsAppConnect />, '/filters': <h1>All filters</h1> },
    responses: { 'GET /api/destinations': () => ({ items: phones(), next: null }), [`PATCH ${path}`]: () => linkedPhone, ...responses },
  })
}

/** Clicks without hit testing: without styles, the backdrop covers menus and dialogs. */
async function press(control: Locator) {
  await expect.element(control).toBeVisible()
  const element = control.element()
  if (element instanceof HTMLElement) element.click()
}

test('each state shows the current situation, or the one thing to do', async () => {
  const { screen } = await render(() => [
    linkedPhone,
    phone(2, { windowOpenUntil: null }),
    phone(3, { pausedUntil: inHours(3) }),
    phone(4, { state: 'stopped' }),
    phone(5, { state: 'unreachable', unreachableSince: inHours(-5) }),
    phone(6, { state: 'pending', phone: null }),
  ])
  const card = (n: number) => screen.getByRole('region', { name: `Phone ${n}` })
  await expect.element(card(1).getByText(/^Open until .*We can send full emails\.$/)).toBeVisible()
  await expect.element(card(2).getByText(/Tap a notice there or send us any message/)).toBeVisible()
  await expect.element(card(3).getByText(/^Rests until /)).toBeVisible()
  await expect.element(card(3).getByRole('button', { name: 'Resume' })).toBeVisible()
  await expect.element(card(4).getByText(/Send START from it/)).toBeVisible()
  await expect.element(card(5).getByText(/couldn’t deliver there since .*Unblock our chat there/)).toBeVisible()
  await expect.element(card(6).getByRole('button', { name: 'Get a new code' })).toBeVisible()
  await expect.element(screen.getByText('One phone needs attention. The rest is fine.')).toBeVisible()
})

test('a pause, a fallback and a name are saved', async () => {
  const { screen, requests } = await render(() => [linkedPhone, phone(2, { name: 'Shop counter' })])
  const card = screen.getByRole('region', { name: 'Phone 1' })
  const patches = () => requests.filter(request => request.method === 'PATCH').map(request => request.body)
  await card.getByRole('button', { name: 'Pause' }).click()
  await press(page.getByRole('menuitem', { name: 'For 1 hour' }))
  await expect.poll(patches).toEqual([{ pausedUntil: expect.stringMatching(/Z$/) }])
  await card.getByLabelText('What to do with emails Phone 1 doesn’t get').selectOptions('send them to Shop counter')
  await expect.poll(() => patches()[1]).toEqual({ fallback: { kind: 'destination', id: testId(802) } })
  await card.getByRole('button', { name: 'Rename' }).click()
  await page.getByRole('dialog').getByLabelText('Phone name').fill('  ')
  await press(page.getByRole('button', { name: 'Save' }))
  await expect.element(page.getByText('Enter a name for the phone.')).toBeVisible()
  await page.getByRole('dialog').getByLabelText('Phone name').fill('Maya’s phone')
  await press(page.getByRole('button', { name: 'Save' }))
  await expect.poll(() => patches()[2]).toEqual({ name: 'Maya’s phone' })
})

test('unlinking explains what happens to held emails, and links to them', async () => {
  const { screen, requests } = await render(() => [linkedPhone], { [`DELETE ${path}`]: () => ({}) })
  await screen.getByRole('button', { name: 'Unlink' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect.element(dialog.getByText(/Emails waiting for it are canceled and stay in your list/)).toBeVisible()
  await expect
    .element(dialog.getByRole('link', { name: 'See what’s waiting' }))
    .toHaveAttribute('href', `/forwarded-emails?state=held&phone=${linkedPhone.id}`)
  await press(dialog.getByRole('button', { name: 'Unlink phone' }))
  await expect.poll(() => requests.some(request => request.method === 'DELETE' && request.path === path)).toBe(true)
})

test('a phone linked while the page is open is announced, gets the focus, and replaces the code', async () => {
  let isLinked = false
  const pending = phone(1, { state: 'pending', phone: null, windowOpenUntil: null })
  const offer = { destination: pending, code: 'KX4P-7TRM', text: 'Link: KX4P-7TRM', number: '+15550100', expiresAt: inHours(0.25) }
  const { screen } = await render(() => [isLinked ? linkedPhone : pending], {
    [`POST ${path}/links`]: () => Response.json({ ...offer, url: 'https://wa.me/15550100?text=x' }, { status: 201 }),
  })
  await screen.getByRole('button', { name: 'Get a new code' }).click()
  await expect.element(screen.getByText('KX4P-7TRM', { exact: true })).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: 'Open WhatsApp on this phone' }))
    .toHaveAttribute('href', 'https://wa.me/15550100?text=x')
  await expect.element(screen.getByText(/^This code expires in 1[45]:\d\d\./)).toBeVisible()
  isLinked = true
  await expect
    .element(screen.getByRole('status').filter({ hasText: 'Phone 1 is linked, and its conversation is open.' }))
    .toBeInTheDocument()
  await expect.element(screen.getByRole('heading', { name: 'Phone 1 is linked' })).toHaveFocus()
  await expect.element(screen.getByText('KX4P-7TRM', { exact: true })).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Done' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Link another phone' })).toBeVisible()
})

test('the countdown is read aloud at four moments, and a pause until morning ends at eight', () => {
  const spoken = [900, 120, 119, 60, 45, 30, 12, 10, 1, 0.5].map(seconds => findSpokenSeconds(seconds * 1000))
  expect(spoken).toEqual([null, 120, 120, 60, 60, 30, 30, 10, 10, null])
  expect(findPauseEnd('morning', new Date(2026, 10, 30, 23, 50))).toEqual(new Date(2026, 11, 1, 8))
})

test('the focus moves to the button that replaces another, and to the title when a card disappears', async () => {
  let phones = [linkedPhone]
  const { screen } = await render(() => phones, {
    [`PATCH ${path}`]: () => {
      phones = phones.map(phone => ({ ...phone, pausedUntil: phone.pausedUntil ? null : inHours(1) }))
      return phones[0]
    },
    [`DELETE ${path}`]: () => {
      phones = []
      return {}
    },
  })
  await screen.getByRole('button', { name: 'Pause' }).click()
  await press(page.getByRole('menuitem', { name: 'For 1 hour' }))
  await expect.element(screen.getByRole('button', { name: 'Resume' })).toHaveFocus()
  await press(screen.getByRole('button', { name: 'Resume' }))
  await expect.element(screen.getByRole('button', { name: 'Pause' })).toHaveFocus()
  await screen.getByRole('button', { name: 'Rename' }).click()
  await expect.element(page.getByRole('dialog').getByLabelText('Phone name')).toHaveFocus()
  await press(page.getByRole('dialog').getByRole('button', { name: 'Close' }))
  await screen.getByRole('button', { name: 'Unlink' }).click()
  await press(page.getByRole('button', { name: 'Unlink phone' }))
  await expect.element(screen.getByRole('heading', { level: 1 })).toHaveFocus()
})
