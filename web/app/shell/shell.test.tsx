// Tests the palette and keyboard shortcuts, and that they stay silent while typing or switched off.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { filterLine, says } from '../queries/filters.fixture.ts'
import { at, idOf } from '../queries/messages.fixture.ts'
import { type Answer, stageScreen } from '../stage-screen.fixture.tsx'
import { PausedAtAll } from './pause/PausedAtAll.tsx'
import { ShellDialogsProvider } from './ShellDialogs.tsx'
import { FindAnything, NeedsBell } from './Tools.tsx'

beforeEach(() => localStorage.removeItem('keys'))
afterEach(() => vi.unstubAllGlobals())

async function open(answers: Record<string, Answer> = {}) {
  await page.viewport(1280, 900)
  const shell = (
    <ShellDialogsProvider>
      <FindAnything />
      <NeedsBell />
      <PausedAtAll />
      <input aria-label="a field" />
      <h1 tabIndex={-1}>Here</h1>
    </ShellDialogsProvider>
  )
  return stageScreen({
    catalogs: ['shell'],
    at: '/dashboard',
    routes: { '*': shell },
    answers: {
      'GET /api/pause': () => ({ until: null }),
      'GET /api/notifications': () => ({ items: [], next: null, unseen: 0 }),
      'GET /api/filters': () => ({ items: [filterLine(1, 'Bank codes', says('a'))], next: null }),
      ...answers,
    },
  })
}

/** Without the style sheet the scrim also covers the dialog; the keyboard works all the same. */
async function press(button: Locator): Promise<void> {
  await expect.element(button).toBeInTheDocument()
  button.element().focus()
  await userEvent.keyboard('{Enter}')
}

const finder = () => page.getByRole('combobox', { name: 'Find anything' })
const option = (name: string | RegExp) => page.getByRole('option', { name })

describe('the palette', () => {
  test('has what is typed after Ctrl K to itself, also while it is being fetched', async () => {
    const { address } = await open()
    await expect.element(page.getByRole('heading', { name: 'Here' })).toBeInTheDocument()
    for (const init of [{ key: 'k', ctrlKey: true }, { key: 'n' }])
      document.body.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true }))
    await expect.element(finder()).toBeInTheDocument()
    expect(address()).toBe('/dashboard')
  })

  test('opens by Ctrl K, finds a filter by its name and goes there by Enter', async () => {
    const { address } = await open()
    await expect.element(page.getByRole('button', { name: 'Find anything' })).toBeVisible()
    await userEvent.keyboard('{Control>}k{/Control}')
    await expect.element(finder()).toHaveFocus()
    await userEvent.keyboard('bank')
    await expect.element(option(/Bank codes/)).toHaveAttribute('data-highlighted')
    await userEvent.keyboard('{Enter}')
    await expect.poll(address).toBe(`/filters/${idOf(1)}`)
    await expect.element(page.getByRole('heading', { name: 'Here' })).toHaveFocus()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  })

  test('searches mail on the server once the typing rests, and says so when nothing is called that', async () => {
    const line = {
      ...{
        id: idOf(9),
        mailboxId: idOf(8),
        mailboxAddress: 'anna@example.org',
        from: { name: 'Harbour Office', address: 'o@example.net' },
      },
      ...{ subject: 'The zebra crossing', arrivedAt: at('08:00:00'), sizeBytes: 1, state: 'forwarded', reason: null },
      ...{ filterName: null, delivery: null },
    }
    const { asked, address } = await open({
      'GET /api/messages': ({ query }) => ({ items: query.get('q')?.startsWith('zebra') ? [line] : [], next: null }),
    })
    await page.getByRole('button', { name: 'Find anything' }).click()
    await finder().fill('zebra')
    await expect.element(option(/The zebra crossing/)).toBeVisible()
    expect(asked.filter(ask => ask.path === '/api/messages' && ask.query.get('q'))).toHaveLength(1)
    await finder().fill('qqqqq')
    await expect.element(page.getByText(/Nothing is called that/)).toBeVisible()
    await finder().fill('zebra')
    await expect.element(option(/The zebra crossing/)).toHaveAttribute('data-highlighted')
    await userEvent.keyboard('{Enter}')
    await expect.poll(address).toBe(`/forwarded-emails/${idOf(9)}`)
  })

  test('gives the focus back when it is left', async () => {
    await open()
    await page.getByRole('textbox', { name: 'a field' }).click()
    await userEvent.keyboard('{Control>}k{/Control}')
    await expect.element(finder()).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('textbox', { name: 'a field' })).toHaveFocus()
  })
})

describe('keys', () => {
  test('lead to their page, and are text in a field', async () => {
    const { address } = await open()
    await expect.element(page.getByRole('heading', { name: 'Here' })).toBeVisible()
    await userEvent.keyboard('gf')
    await expect.poll(address).toBe('/filters')
    await page.getByRole('textbox', { name: 'a field' }).fill('')
    await userEvent.keyboard('ngd')
    await expect.element(page.getByRole('textbox', { name: 'a field' })).toHaveValue('ngd')
    expect(address()).toBe('/filters')
  })

  test('are listed by ?, and the single ones are switched off there for good', async () => {
    const { address } = await open()
    await expect.element(page.getByRole('heading', { name: 'Here' })).toBeVisible()
    await userEvent.keyboard('?')
    await expect.element(page.getByRole('dialog', { name: 'Keys' }).getByText('New filter')).toBeVisible()
    await press(page.getByRole('switch', { name: 'Single keys' }))
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    await userEvent.keyboard('gf?n')
    await userEvent.keyboard('{Control>}k{/Control}')
    await expect.element(finder()).toHaveFocus()
    expect(address()).toBe('/dashboard')
  })
})

describe('the bell', () => {
  const needs = [
    {
      id: 'a',
      kind: 'mailbox_needs_you',
      subject: { id: idOf(4), name: 'anna@example.org' },
      count: null,
      at: at('08:00:00'),
      isNew: true,
    },
    { id: 'b', kind: 'deliveries_failed', subject: null, count: 3, at: at('07:00:00'), isNew: false },
  ]

  test('says how many are new, lists each with its one action, and is still once it was opened', async () => {
    let unseen = 1
    const { asked } = await open({
      'GET /api/notifications': () => ({ items: needs, next: null, unseen }),
      'PUT /api/notifications/seen': () => {
        unseen = 0
        return {}
      },
    })
    await page.getByRole('button', { name: 'What needs you: 1 new' }).click()
    const dialog = page.getByRole('dialog', { name: 'What needs you' })
    await expect.element(dialog.getByText('anna@example.org is not read any more')).toBeVisible()
    await expect.element(dialog.getByText('New', { exact: true })).toBeVisible()
    await expect.element(dialog.getByRole('link', { name: 'Mend it' })).toHaveAttribute('href', `/email-accounts/${idOf(4)}`)
    await expect.element(dialog.getByRole('link', { name: 'Look at them' })).toHaveAttribute('href', '/forwarded-emails?state=failed')
    await expect
      .poll(() => asked.find(ask => ask.path === '/api/notifications/seen')?.body)
      .toEqual({ seen: needs.map(one => ({ id: one.id, at: one.at })) })
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('button', { name: 'What needs you', exact: true })).toHaveFocus()
  })

  test('teaches what it is for while nothing needs anybody', async () => {
    await open()
    await page.getByRole('button', { name: 'What needs you' }).click()
    await expect.element(page.getByRole('heading', { name: 'Nothing needs you' })).toBeVisible()
  })
})

describe('pausing everything', () => {
  test('shows at once on a line with its end, and resuming takes it away', async () => {
    let until: unknown = null
    const { asked } = await open({
      'GET /api/pause': () => ({ until }),
      'PUT /api/pause': ({ body }) => {
        ;({ until } = body as { until: unknown })
        return { until }
      },
    })
    await userEvent.keyboard('{Control>}k{/Control}')
    await expect.element(finder()).toHaveFocus()
    await userEvent.keyboard('pause')
    await expect.element(option(/Pause everything/)).toHaveAttribute('data-highlighted')
    await userEvent.keyboard('{Enter}')
    await press(page.getByRole('button', { name: /For 1 hour/ }))
    const line = page.getByRole('status').filter({ hasText: /Everything is paused until .*\d\d:\d\d/ })
    await expect.element(line).toBeVisible()
    expect(asked.find(ask => ask.method === 'PUT')?.body).toEqual({ until: expect.stringMatching(/Z$/) })
    await line.getByRole('button', { name: 'Resume' }).click()
    await expect.element(line).not.toBeInTheDocument()
    expect(asked.findLast(ask => ask.method === 'PUT')?.body).toEqual({ until: null })
  })

  test('that the server refuses is taken back, with its sentence', async () => {
    const refused = { status: 503, body: { code: 'busy', message: 'Not now. Try again in a minute.' } }
    const { client } = await open({ 'PUT /api/pause': () => refused })
    await userEvent.keyboard('{Control>}k{/Control}')
    await expect.element(finder()).toHaveFocus()
    await userEvent.keyboard('pause{Enter}')
    await press(page.getByRole('button', { name: /For 1 hour/ }))
    await expect.poll(() => client.getQueryData(['pause'])).toEqual({ until: null })
    await expect.element(page.getByText(/Everything is paused/)).not.toBeInTheDocument()
  })
})
