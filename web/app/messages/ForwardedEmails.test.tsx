// Tests the message list and the open message: keys, focus, paging, and updates while reading.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Delivery, Destination } from '../../../core/api/delivery.ts'
import type { Carrier, Hidden, MessageLine } from '../../../core/api/ledger.ts'
import type { State } from '../../../core/delivery/states.ts'
import { testMailbox } from '../queries/mailboxes.fixture.ts'
import { at, messageDetail, messageLine, testDelivery, testId } from '../queries/messages.fixture.ts'
import { testSettings } from '../queries/settings.fixture.ts'
import { type FakeResponse, stageScreen } from '../stage-screen.fixture.tsx'
import { ForwardedEmails } from './ForwardedEmails.tsx'

const path = '/forwarded-emails'
const threeLines = [messageLine(3, 'sending'), messageLine(2, 'failed', { reason: 'Not accepted by WhatsApp.' }), messageLine(1, 'read')]

beforeEach(() => page.viewport(1300, 900))
afterEach(() => vi.unstubAllGlobals())

async function open(at = path, more: Record<string, FakeResponse> = {}, lines = [...threeLines]) {
  const staged = await stageScreen({
    catalogs: ['forwarded', 'answers', 'commands', 'whole', 'sender', 'sentence', 'oncall'],
    at,
    routes: { '/forwarded-emails/:id?': <ForwardedEmails />, '*': <p>elsewhere</p> },
    responses: {
      'GET /api/messages': ({ query }) => ({ items: query.get('cursor') ? [] : lines, next: query.get('cursor') ? null : 'c1' }),
      'GET /api/settings': () => testSettings,
      'GET /api/ledger': () => ({ status: 503, body: { code: 'busy', message: 'Busy.' } }),
      ...Object.fromEntries(threeLines.map(message => [`GET ${url(message)}`, () => messageDetail(message)])),
      ...Object.fromEntries(threeLines.map(message => [`GET ${url(message)}/replies`, () => ({ items: [], next: null })])),
      ...Object.fromEntries(threeLines.map(message => [`GET ${url(message)}/commands`, () => ({ items: [], next: null })])),
      ...more,
    },
  })
  return { ...staged, lines, refetch: () => staged.client.invalidateQueries() }
}

const url = (message: MessageLine) => `/api/messages/${message.id}`
const row = (n: number) => page.getByRole('link', { name: new RegExp(`Subject ${n}`) })
const panel = () => page.getByRole('complementary')

const lineWithDelivery = (n: number, state: State, change: Partial<Delivery>) =>
  messageLine(n, state, { delivery: testDelivery(state, { id: testId(900 + n), ...change }) })

const phone = (n: number, name: string): Destination => ({
  ...{ id: testId(n), name, phone: '15550100777', state: 'linked', createdAt: at('08:00:00') },
  ...{ windowOpenUntil: null, pausedUntil: null, rights: 'read' as const, fallback: null, unreachableSince: null },
})

test('each email shows its state, sender and subject, and why it needs attention', async () => {
  await open()
  await expect.element(row(3)).toMatchTextContent(/SendingSender 3 Subject 3/)
  await expect.element(row(2)).toMatchTextContent(/Not accepted by WhatsApp\./)
})

test('an email that the person was notified about by email says so, and needs no attention', async () => {
  await open(path, {}, [{ ...lineWithDelivery(4, 'failed', { fellBack: 'mail' }), reason: 'We also emailed you about it.' }])
  await expect.element(row(4)).toMatchTextContent(/Emailed to you.*We also emailed you/)
  expect(row(4).element().className).not.toContain('failed')
})

test('j, k and Enter open an email; its title gets the focus, and Escape returns it to the row', async () => {
  const { address } = await open()
  await expect.element(row(3)).toBeVisible()
  await userEvent.keyboard('jj')
  await expect.element(row(2)).toHaveFocus()
  await userEvent.keyboard('k{Enter}')
  expect(address()).toBe(`${path}/${testId(3)}`)
  await expect.element(panel().getByRole('heading', { name: 'Subject 3', level: 2 })).toHaveFocus()
  await userEvent.keyboard('j')
  await expect.element(row(2)).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(panel().getByRole('heading', { name: 'Subject 2' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  expect(address()).toBe(path)
  await expect.element(row(2)).toHaveFocus()
})

test('on a narrow screen the email opens as a sheet that traps the focus and returns it', async () => {
  await page.viewport(390, 844)
  const { address } = await open(`${path}?state=failed`)
  await row(2).click()
  const sheet = page.getByRole('dialog', { name: 'Subject 2' })
  await expect.element(sheet.getByRole('heading', { name: 'Subject 2' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(sheet).not.toBeInTheDocument()
  expect(address()).toBe(`${path}?state=failed`)
  await expect.element(row(2)).toHaveFocus()
})

test('while an email is open, new ones wait behind a button until it is pressed', async () => {
  const { lines, refetch } = await open(`${path}/${testId(2)}`)
  await expect.element(panel().getByText(/^Matched/)).toBeVisible()
  lines.unshift(messageLine(5, 'queued'), messageLine(4, 'queued'))
  await refetch()
  await expect.element(page.getByRole('button', { name: '2 new emails' })).toBeVisible()
  expect(row(5).query()).toBeNull()
  await page.getByRole('button', { name: '2 new emails' }).click()
  await expect.element(row(5)).toHaveFocus()
  await expect.element(page.getByRole('button', { name: '2 new emails' })).not.toBeInTheDocument()
})

test('a change is announced once, in one sentence', async () => {
  const { lines, refetch } = await open()
  await expect.element(row(3)).toBeVisible()
  lines[0] = messageLine(3, 'delivered')
  await refetch()
  await expect.element(page.getByRole('status')).toMatchTextContent(/Sender 3: Delivered\./)
})

test('the state and the page are in the URL', async () => {
  const { address, requests } = await open()
  await page.getByRole('button', { name: 'Failed' }).click()
  expect(address()).toBe(`${path}?state=failed`)
  await page.getByRole('link', { name: 'Older' }).click()
  expect(address()).toBe(`${path}?state=failed&before=c1`)
  await expect.element(page.getByText('Nothing older')).toBeVisible()
  expect(requests.findLast(request => request.path === '/api/messages')?.query.toString()).toBe('state=failed&cursor=c1')
  await page.getByRole('link', { name: 'Back to the newest' }).click()
  expect(address()).toBe(`${path}?state=failed`)
  await page.getByRole('button', { name: 'All' }).click()
  expect(address()).toBe(`${path}?state=all`)
  await page.getByRole('button', { name: 'Forwarded' }).click()
  expect(address()).toBe(path)
})

test('the list begins with what was forwarded, in whatever state, and that part is always there', async () => {
  const { requests } = await open()
  await expect.element(row(3)).toBeVisible()
  const asked = () => requests.findLast(request => request.path === '/api/messages')?.query.get('state')
  expect(asked()).toBe('matched')
  await expect.element(page.getByRole('button', { name: 'Forwarded' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Not matched' }).click()
  await expect.poll(asked).toBe('not_matched')
  await expect.element(page.getByRole('button', { name: 'Forwarded' })).toBeVisible()
})

test('a search among the forwarded ones that finds nothing can go on in all emails', async () => {
  const { address } = await open(`${path}?q=sender`, {
    'GET /api/messages': ({ query }) => ({ items: query.get('state') === 'all' ? threeLines : [], next: null }),
  })
  await page.getByRole('link', { name: 'Search all emails' }).click()
  await expect.element(row(3)).toBeVisible()
  expect(address()).toBe(`${path}?state=all&q=sender`)
})

test('an email has its own date in the list and in the panel, and the panel says when it was received here', async () => {
  const own = messageLine(5, 'read', { datedAt: '2026-10-04T08:00:00.000Z', arrivedAt: '2026-11-21T09:26:37.000Z' })
  const detail = messageDetail(own, { date: 'Sun, 4 Jan 2015 10:00:00 +0000' })
  const none = () => ({ items: [], next: null })
  await open(path, { [`GET ${url(own)}`]: () => detail, [`GET ${url(own)}/replies`]: none, [`GET ${url(own)}/commands`]: none }, [own])
  await expect.element(row(5)).toMatchTextContent(/4 October/)
  await row(5).click()
  await expect.element(panel()).toMatchTextContent(/Sunday.*4 October 2026/)
  await expect.element(panel()).toMatchTextContent(/The sender dated it .*4 January 2015/)
  await expect.element(panel()).toMatchTextContent(/Mailferry received it .*21 November 2026/)
})

test('a search is stored in the URL, highlights what it found, and can be cleared if it found nothing', async () => {
  const { address, requests } = await open(path, {
    'GET /api/messages': ({ query }) => ({ items: query.get('q') === 'xyz' ? [] : threeLines.slice(0, 2), next: null }),
  })
  await expect.element(row(3)).toBeVisible()
  await userEvent.keyboard('/')
  const searchBox = page.getByRole('searchbox', { name: 'Search by sender or subject' })
  await expect.element(searchBox).toHaveFocus()
  await userEvent.keyboard('sender 3{Enter}')
  await expect.element(page.getByText('2 emails found')).toBeVisible()
  // What was typed first is found meanwhile.
  await expect.poll(address).toBe(`${path}?q=sender+3`)
  await expect
    .poll(() => [...document.querySelectorAll('[data-row] mark')].map(mark => mark.textContent))
    .toEqual(['Sender', '3', '3', 'Sender'])
  expect(requests.at(-1)?.query.get('q')).toBe('sender 3')
  await searchBox.fill('xyz')
  await expect.element(page.getByRole('heading', { name: 'No results for “xyz”' })).toBeVisible()
  await page.getByRole('link', { name: 'Search all emails' }).click()
  await expect.poll(address).toBe(`${path}?state=all&q=xyz`)
  await page.getByRole('link', { name: 'Show all emails' }).click()
  await expect.element(row(3)).toBeVisible()
  await expect.element(searchBox).toHaveValue('')
  expect(address()).toBe(`${path}?state=all`)
})

test('account, phone and days filter the list; edited dates form a single history entry', async () => {
  const { address, requests, back } = await open(path, {
    'GET /api/mailboxes': () => ({
      items: ['a', 'b'].map((name, n) => testMailbox({ id: testId(700 + n), address: `${name}@example.com` })),
      next: null,
    }),
    'GET /api/destinations': () => ({ items: [phone(800, 'Mine'), phone(801, 'Office')], next: null }),
  })
  await page.getByLabelText('Email account').selectOptions('b@example.com')
  await page.getByLabelText('Phone').selectOptions('Office')
  await page.getByLabelText('Date').selectOptions('Custom range')
  await page.getByLabelText('From').fill('2026-11-01')
  await page.getByLabelText('To').fill('2026-11-02')
  const chosen = `?mailbox=${testId(701)}&phone=${testId(801)}&from=2026-11-01&to=2026-11-02`
  await expect.poll(address).toBe(path + chosen)
  await expect.poll(() => requests.at(-1)?.query.get('until')).toBe(new Date(2026, 10, 3).toISOString())
  expect(requests.at(-1)?.query.get('destinationId')).toBe(testId(801))
  await page.getByRole('link', { name: 'Clear search and filters' }).click()
  expect(address()).toBe(path)
  back()
  await expect.poll(address).toBe(path + chosen)
  back()
  await expect.poll(address).toBe(`${path}?mailbox=${testId(701)}&phone=${testId(801)}`)
})

test('a search that stopped early says how far back it looked, and can continue', async () => {
  const searchedTo = '2026-11-04T08:00:00.000Z'
  await open(`${path}?q=xyz`, {
    'GET /api/messages': ({ query }) => (query.get('cursor') ? { items: threeLines, next: null } : { items: [], next: 'c9', searchedTo }),
  })
  await expect.element(page.getByRole('heading', { name: 'No results back to Wed 4 November' })).toBeVisible()
  await page.getByRole('link', { name: 'Search further back' }).first().click()
  await expect.element(row(3)).toBeVisible()
})

test('rows with problems are tinted: failed, held, overdue, or failed after delivery, but not those waiting for a set time', async () => {
  await open(path, {}, [
    lineWithDelivery(9, 'held', {}),
    lineWithDelivery(8, 'held', { waitUntil: at('18:00:00') }),
    lineWithDelivery(7, 'accepted', { overdueAt: at('14:00:00') }),
    lineWithDelivery(6, 'accepted', {}),
    lineWithDelivery(5, 'delivered', { incident: 'delivered_and_failed' }),
    lineWithDelivery(4, 'cancelled', {}),
  ])
  const tint = (n: number) => /bg-(warn|danger)-soft/.exec(row(n).element().className)?.[1] ?? null
  await expect.element(row(9)).toBeVisible()
  expect([9, 8, 7, 6, 5, 4].map(tint)).toEqual(['warn', null, 'warn', null, 'danger', null])
})

test.each([
  [path, 'Nothing has been forwarded yet'],
  [`${path}?state=all`, 'No emails yet'],
  [`${path}?from=2026-11-01`, 'No matches'],
  [`${path}?state=held`, 'Nothing on hold'],
  [`${path}?state=suppressed`, 'Nothing was suppressed'],
])('an empty list at %s says why', async (at, title) => {
  await open(at, { 'GET /api/messages': () => ({ items: [], next: null }) })
  await expect.element(page.getByRole('heading', { name: title })).toBeVisible()
})

test('a list that cannot be loaded says so, and can be retried', async () => {
  let isUp = false
  await open(path, {
    'GET /api/messages': () => (isUp ? { items: threeLines, next: null } : { status: 500, body: { code: 'x', message: 'Try later.' } }),
  })
  await expect.element(page.getByRole('alert')).toMatchTextContent(/We couldn’t load your emails\. Try later\./)
  isUp = true
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(row(3)).toBeVisible()
})

test('an email that does not exist says so', async () => {
  const notFound = { status: 404, body: { code: 'message_unknown', message: 'Gone.' } }
  await open(`${path}/${testId(77)}`, { [`GET /api/messages/${testId(77)}`]: () => notFound })
  await expect.element(page.getByRole('heading', { name: 'This email isn’t in your list' })).toBeVisible()
})

test('an email whose contents were erased still shows its deliveries', async () => {
  const erasedLine = messageLine(1, 'read', { from: null, subject: null })
  await open(`${path}/${erasedLine.id}`, { [`GET ${url(erasedLine)}`]: () => messageDetail(erasedLine, { to: [], body: null }) }, [
    erasedLine,
  ])
  await expect.element(panel().getByRole('heading', { name: 'Contents deleted' })).toBeVisible()
  await expect.element(panel().getByText(/We deleted its contents/)).toBeVisible()
  await expect.element(panel().getByText('Delivered')).toBeVisible()
})

test('a failed delivery can be sent again, each phone separately, and a completed one cannot', async () => {
  const [failedDelivery, deliveredDelivery] = [
    testDelivery('failed', { id: testId(11) }),
    testDelivery('delivered', { id: testId(12), destinationName: 'Office' }),
  ]
  const { requests } = await open(`${path}/${testId(2)}`, {
    [`GET /api/messages/${testId(2)}`]: () => messageDetail(messageLine(2, 'failed'), { deliveries: [failedDelivery, deliveredDelivery] }),
    [`POST /api/deliveries/${testId(11)}/attempts`]: () => ({ status: 202, body: {} }),
  })
  await panel().getByRole('button', { name: 'Send again to Maya’s phone' }).click()
  await expect
    .poll(() => requests.filter(request => request.method === 'POST').map(request => request.path))
    .toEqual([`/api/deliveries/${testId(11)}/attempts`])
  await expect.poll(() => requests.filter(request => request.path === `/api/messages/${testId(2)}`).length).toBeGreaterThan(1)
  expect(panel().getByRole('button', { name: 'Send again to Office' }).query()).toBeNull()
})

test('the attempts of a delivery are listed if there was more than one', async () => {
  const [retried, sentOnce] = [
    testDelivery('delivered', { id: testId(11) }),
    testDelivery('delivered', { id: testId(12), destinationName: 'Office' }),
  ]
  const attempt = (n: number, outcome: string | null, reason: string | null) => ({
    n,
    startedAt: at(`14:0${n}:00`),
    price: n === 2 ? { category: 'utility', isBilled: true } : null,
    endedAt: null,
    outcome,
    reason,
  })
  const lostAttempt = attempt(1, 'unknown', 'The answer was lost on the way.')
  await open(`${path}/${testId(1)}`, {
    [`GET ${url(messageLine(1, 'read'))}`]: () => messageDetail(messageLine(1, 'read'), { deliveries: [retried, sentOnce] }),
    [`GET /api/deliveries/${testId(11)}/attempts`]: () => ({ items: [lostAttempt, attempt(2, 'sent', null)], next: null }),
    [`GET /api/deliveries/${testId(12)}/attempts`]: () => ({ items: [attempt(1, 'sent', null)], next: null }),
  })
  const heading = panel().getByRole('heading', { name: 'Attempts' })
  await expect.element(heading).toBeVisible()
  expect(heading.elements()).toHaveLength(1)
  await expect
    .element(panel())
    .toMatchTextContent(/1Not confirmed by WhatsAppThe answer was lost on the way\..*2Accepted by WhatsAppWhatsApp rate: utility, billed/)
})

test('the panel shows what the phone shows: the email, the digest that carries it, or its announcement', async () => {
  let collected: number | null = null
  let hidden: Hidden | null = null
  const previewResponse =
    (body: string, more = {}) =>
    () => ({ preview: { header: null, body, footer: null, buttons: [], file: null, ...more }, hidden, collected })
  const carrier = (n: number, kind: Carrier['kind']): Carrier => ({
    ...{ id: testId(n), deliveryId: testId(11), kind, state: 'delivered', messageCount: 3, createdAt: at('14:02:00') },
    ...{ acceptedAt: at('14:02:01'), deliveredAt: at('14:02:02'), readAt: null },
  })
  let current = { state: 'held' as State, carriers: [carrier(50, 'announcement')] }
  const { refetch } = await open(`${path}/${testId(1)}`, {
    [`GET ${url(messageLine(1, 'read'))}`]: () =>
      messageDetail(messageLine(1, current.state), {
        carriers: current.carriers,
        deliveries: [testDelivery(current.state, { id: testId(11), acceptedAt: at('14:03:00') })],
      }),
    [`GET /api/deliveries/${testId(50)}/bubble`]: previewResponse('You have 3 new emails.', { buttons: ['Show emails', 'Pause 24 h'] }),
    [`GET /api/deliveries/${testId(51)}/bubble`]: previewResponse('a', { header: '3 emails' }),
    [`GET /api/deliveries/${testId(11)}/bubble`]: previewResponse('*Rent receipt*\nhttps://a.example/_x_'),
  })
  const bubble = () => document.querySelector('.bubble')
  await expect.poll(() => bubble()?.textContent ?? '').toMatch(/You have 3 new emails\..*Show emailsPause 24 h/)
  await expect.element(panel().getByText(/^We sent the phone a notice/)).toBeVisible()
  await expect.element(panel().getByText(/^Notice sent to Maya’s phone, with 2 other emails/)).toBeVisible()
  current = { state: 'delivered', carriers: [carrier(51, 'digest')] }
  await refetch()
  await expect.poll(() => bubble()?.textContent ?? '').toMatch(/3 emailsa/)
  current = { state: 'delivered', carriers: [] }
  await refetch()
  await expect.poll(() => bubble()?.querySelector('b')?.textContent).toBe('Rent receipt')
  expect(bubble()?.querySelector('a')).toBeNull()
  hidden = { show: 'summary', files: 1, redactions: 2 }
  await refetch()
  await expect
    .element(panel().getByRole('note'))
    .toMatchTextContent(/shows a summary.*1 file stays in your mailbox\. 2 parts are redacted\./)
  collected = 3
  await refetch()
  await expect.element(panel().getByText('Will be sent in one message with 2 others.')).toBeVisible()
  await panel().getByRole('button', { name: 'Show text' }).click()
  await expect.element(panel().getByText('Hello Maya.')).toBeVisible()
})

test('reversed days are pointed out, and swapped by a button', async () => {
  const { address } = await open(`${path}?from=2026-11-20&to=2026-11-12&q=`, {}, [])
  await expect.element(page.getByText('The start date is after the end date')).toBeVisible()
  await page.getByRole('link', { name: 'Swap dates' }).click()
  await expect.poll(address).toBe(`${path}?from=2026-11-12&to=2026-11-20`)
  await expect.element(page.getByText('No matches')).toBeVisible()
})

test('an address never breaks after its hyphen, and is copied unchanged', async () => {
  const mailboxAddress = 'u-h8qwxb69fc3pzzk5eguq@in.mailferry.example'
  await open(`${path}/${testId(1)}`, {
    [`GET ${url(messageLine(1, 'read'))}`]: () => messageDetail(messageLine(1, 'read'), { mailboxAddress, to: [] }),
  })
  const addresses = panel().getByText(mailboxAddress)
  await expect.element(addresses.first()).toBeVisible()
  expect(addresses.elements().map(message => message.querySelector('.whitespace-nowrap')?.textContent)).toEqual(['-h', '-h'])
})

test('the list shows the retention time that the person chose', async () => {
  await open(path, { 'GET /api/settings': () => ({ ...testSettings, retentionDays: 7 }) })
  await expect.element(page.getByText('Contents are stored for 7 days')).toBeVisible()
})

test('an email links to making a filter from it', async () => {
  const { address } = await open(`${path}/${testId(1)}`)
  await panel().getByRole('link', { name: 'Create filter from this' }).click()
  expect(address()).toBe(`/filters/examples?message=${testId(1)}`)
})
