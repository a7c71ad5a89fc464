// Tests the palette and keyboard shortcuts, and that shortcuts do nothing while typing or when turned off.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { filterLine, subjectContains } from '../queries/filters.fixture.ts'
import { at, testId } from '../queries/messages.fixture.ts'
import { type FakeResponse, stageScreen } from '../stage-screen.fixture.tsx'
import { LazyPauseBanner } from './pause/LazyPauseBanner.tsx'
import { NotificationsBell, SearchButton } from './ShellButtons.tsx'
import { ShellDialogsProvider } from './ShellDialogs.tsx'

beforeEach(() => localStorage.removeItem('keys'))
afterEach(() => vi.unstubAllGlobals())

async function open(responses: Record<string, FakeResponse> = {}) {
  await page.viewport(1280, 900)
  const shell = (
    <ShellDialogsProvider>
      <SearchButton />
      <NotificationsBell />
      <LazyPauseBanner />
      <input aria-label="a field" />
      <h1 tabIndex={-1}>Here</h1>
    </ShellDialogsProvider>
  )
  return stageScreen({
    catalogs: ['shell'],
    at: '/dashboard',
    routes: { '*': shell },
    responses: {
      'GET /api/pause': () => ({ until: null }),
      'GET /api/notifications': () => ({ items: [], next: null, unseen: 0 }),
      'GET /api/filters': () => ({ items: [filterLine(1, 'Bank codes', subjectContains('a'))], next: null }),
      ...responses,
    },
  })
}

/** Uses the keyboard: without the style sheet, the backdrop covers the dialog. */
async function press(button: Locator): Promise<void> {
  await expect.element(button).toBeInTheDocument()
  button.element().focus()
  await userEvent.keyboard('{Enter}')
}

const searchInput = () => page.getByRole('combobox', { name: 'Find anything' })
const option = (name: string | RegExp) => page.getByRole('option', { name })

describe('the palette', () => {
  test('receives everything typed after Ctrl K, even while it is still loading', async () => {
    const { address } = await open()
    await expect.element(page.getByRole('heading', { name: 'Here' })).toBeInTheDocument()
    for (const init of [{ key: 'k', ctrlKey: true }, { key: 'n' }])
      document.body.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true }))
    await expect.element(searchInput()).toBeInTheDocument()
    expect(address()).toBe('/dashboard')
  })

  test('opens on Ctrl K, finds a filter by name and opens it on Enter', async () => {
    const { address } = await open()
    await expect.element(page.getByRole('button', { name: 'Find anything' })).toBeVisible()
    await userEvent.keyboard('{Control>}k{/Control}')
    await expect.element(searchInput()).toHaveFocus()
    await userEvent.keyboard('bank')
    await expect.element(option(/Bank codes/)).toHaveAttribute('data-highlighted')
    await userEvent.keyboard('{Enter}')
    await expect.poll(address).toBe(`/filters/${testId(1)}`)
    await expect.element(page.getByRole('heading', { name: 'Here' })).toHaveFocus()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  })

  test('searches emails on the server when typing pauses, and says so if nothing is found', async () => {
    const line = {
      ...{
        id: testId(9),
        mailboxId: testId(8),
        mailboxAddress: 'anna@example.org',
        from: { name: 'Harbour Office', address: 'o@example.net' },
      },
      ...{
        subject: 'The zebra crossing',
        arrivedAt: at('08:00:00'),
        datedAt: at('08:00:00'),
        sizeBytes: 1,
        state: 'forwarded',
        reason: null,
      },
      ...{ filterName: null, delivery: null },
    }
    const { requests, address } = await open({
      'GET /api/messages': ({ query }) => ({ items: query.get('q')?.startsWith('zebra') ? [line] : [], next: null }),
    })
    await page.getByRole('button', { name: 'Find anything' }).click()
    await searchInput().fill('zebra')
    await expect.element(option(/The zebra crossing/)).toBeVisible()
    expect(requests.filter(request => request.path === '/api/messages' && request.query.get('q'))).toHaveLength(1)
    await searchInput().fill('qqqqq')
    await expect.element(page.getByText(/No results/)).toBeVisible()
    await searchInput().fill('zebra')
    await expect.element(option(/The zebra crossing/)).toHaveAttribute('data-highlighted')
    await userEvent.keyboard('{Enter}')
    await expect.poll(address).toBe(`/forwarded-emails/${testId(9)}`)
  })

  test('returns the focus when it closes', async () => {
    await open()
    await page.getByRole('textbox', { name: 'a field' }).click()
    await userEvent.keyboard('{Control>}k{/Control}')
    await expect.element(searchInput()).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('textbox', { name: 'a field' })).toHaveFocus()
  })
})

describe('keys', () => {
  test('open their page, and are plain text in a field', async () => {
    const { address } = await open()
    await expect.element(page.getByRole('heading', { name: 'Here' })).toBeVisible()
    await userEvent.keyboard('gf')
    await expect.poll(address).toBe('/filters')
    await page.getByRole('textbox', { name: 'a field' }).fill('')
    await userEvent.keyboard('ngd')
    await expect.element(page.getByRole('textbox', { name: 'a field' })).toHaveValue('ngd')
    expect(address()).toBe('/filters')
  })

  test('are listed on ?, where single keys can be switched off permanently', async () => {
    const { address } = await open()
    await expect.element(page.getByRole('heading', { name: 'Here' })).toBeVisible()
    await userEvent.keyboard('?')
    await expect.element(page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('New filter')).toBeVisible()
    await press(page.getByRole('switch', { name: 'Single-key shortcuts' }))
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    await userEvent.keyboard('gf?n')
    await userEvent.keyboard('{Control>}k{/Control}')
    await expect.element(searchInput()).toHaveFocus()
    expect(address()).toBe('/dashboard')
  })
})

describe('the bell', () => {
  const notifications = [
    {
      id: 'a',
      kind: 'mailbox_needs_you',
      subject: { id: testId(4), name: 'anna@example.org' },
      ...{ count: null, amount: null, until: null },
      at: at('08:00:00'),
      isNew: true,
    },
    { id: 'b', kind: 'deliveries_failed', subject: null, count: 3, amount: null, until: null, at: at('07:00:00'), isNew: false },
  ]

  test('shows the number of new notifications, lists each with its action, and clears once opened', async () => {
    let unseenCount = 1
    const { requests } = await open({
      'GET /api/notifications': () => ({ items: notifications, next: null, unseen: unseenCount }),
      'PUT /api/notifications/seen': () => {
        unseenCount = 0
        return {}
      },
    })
    await page.getByRole('button', { name: 'Action needed: 1 new' }).click()
    const dialog = page.getByRole('dialog', { name: 'Action needed' })
    await expect.element(dialog.getByText('We can’t read anna@example.org')).toBeVisible()
    await expect.element(dialog.getByText('New', { exact: true })).toBeVisible()
    await expect.element(dialog.getByRole('link', { name: 'Fix it' })).toHaveAttribute('href', `/email-accounts/${testId(4)}`)
    await expect.element(dialog.getByRole('link', { name: 'View emails' })).toHaveAttribute('href', '/forwarded-emails?state=failed')
    await expect
      .poll(() => requests.find(request => request.path === '/api/notifications/seen')?.body)
      .toEqual({ seen: notifications.map(notification => ({ id: notification.id, at: notification.at })) })
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('button', { name: 'Action needed', exact: true })).toHaveFocus()
  })

  test('names the amount and the day of payments, with the way to them', async () => {
    const fixed = { subject: null, count: null, at: at('08:00:00'), isNew: false }
    const until = '2031-12-04T12:00:00.000Z'
    const amount = { amount: 590, currency: 'usd' }
    const items = [
      { ...fixed, id: 'a', kind: 'payment_failed', amount: null, until },
      { ...fixed, id: 'b', kind: 'trial_ending', amount, until },
      { ...fixed, id: 'c', kind: 'invoice_open', amount, until: null },
    ]
    await open({ 'GET /api/notifications': () => ({ items, next: null, unseen: 0 }) })
    await page.getByRole('button', { name: 'Action needed' }).click()
    const rows = page.getByRole('dialog').getByRole('listitem')
    await expect.element(rows.nth(0)).toMatchTextContent(/digest.*After Thu 4 December 2031/)
    await expect.element(rows.nth(1)).toMatchTextContent(/trial ends on Thu 4 December 2031.*costs \$5\.90/)
    await expect.element(rows.nth(2)).toMatchTextContent(/invoice is due: \$5\.90/)
    for (const row of [0, 1, 2]) await expect.element(rows.nth(row).getByRole('link')).toHaveAttribute('href', '/subscription')
  })

  test('explains its purpose while there are no notifications', async () => {
    await open()
    await page.getByRole('button', { name: 'Action needed' }).click()
    await expect.element(page.getByRole('heading', { name: 'You’re all set' })).toBeVisible()
  })
})

describe('pausing everything', () => {
  test('shows a banner with its end at once, and resuming removes the banner', async () => {
    let until: unknown = null
    const { requests } = await open({
      'GET /api/pause': () => ({ until }),
      'PUT /api/pause': ({ body }) => {
        ;({ until } = body as { until: unknown })
        return { until }
      },
    })
    await userEvent.keyboard('{Control>}k{/Control}')
    await expect.element(searchInput()).toHaveFocus()
    await userEvent.keyboard('pause')
    await expect.element(option(/Pause everything/)).toHaveAttribute('data-highlighted')
    await userEvent.keyboard('{Enter}')
    await press(page.getByRole('button', { name: /For 1 hour/ }))
    const line = page.getByRole('status').filter({ hasText: /Everything is paused until .*\d\d:\d\d/ })
    await expect.element(line).toBeVisible()
    expect(requests.find(request => request.method === 'PUT')?.body).toEqual({ until: expect.stringMatching(/Z$/) })
    await line.getByRole('button', { name: 'Resume' }).click()
    await expect.element(line).not.toBeInTheDocument()
    expect(requests.findLast(request => request.method === 'PUT')?.body).toEqual({ until: null })
  })

  test('is rolled back with the error message if the server refuses', async () => {
    const refused = { status: 503, body: { code: 'busy', message: 'Not now. Try again in a minute.' } }
    const { client } = await open({ 'PUT /api/pause': () => refused })
    await userEvent.keyboard('{Control>}k{/Control}')
    await expect.element(searchInput()).toHaveFocus()
    await userEvent.keyboard('pause{Enter}')
    await press(page.getByRole('button', { name: /For 1 hour/ }))
    await expect.poll(() => client.getQueryData(['pause'])).toEqual({ until: null })
    await expect.element(page.getByText(/Everything is paused/)).not.toBeInTheDocument()
  })
})
