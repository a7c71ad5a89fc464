// Tests the message list and the open message: keys, focus, paging, and updates while reading.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Delivery, Destination } from '../../../core/api/delivery.ts'
import type { Carrier, Hidden, MessageLine } from '../../../core/api/ledger.ts'
import type { State } from '../../../core/delivery/states.ts'
import { mailbox } from '../queries/mailboxes.fixture.ts'
import { at, delivery, detail, idOf, line } from '../queries/messages.fixture.ts'
import { madeUpSettings } from '../queries/settings.fixture.ts'
import { type Answer, stageScreen } from '../stage-screen.fixture.tsx'
import { ForwardedEmails } from './ForwardedEmails.tsx'

const path = '/forwarded-emails'
const three = [line(3, 'sending'), line(2, 'failed', { reason: 'WhatsApp did not take it.' }), line(1, 'read')]

beforeEach(() => page.viewport(1300, 900))
afterEach(() => vi.unstubAllGlobals())

async function open(at = path, more: Record<string, Answer> = {}, lines = [...three]) {
  const staged = await stageScreen({
    catalogs: ['forwarded', 'answers', 'commands', 'whole', 'sender', 'sentence', 'oncall'],
    at,
    routes: { '/forwarded-emails/:id?': <ForwardedEmails />, '*': <p>elsewhere</p> },
    answers: {
      'GET /api/messages': ({ query }) => ({ items: query.get('cursor') ? [] : lines, next: query.get('cursor') ? null : 'c1' }),
      'GET /api/settings': () => madeUpSettings,
      'GET /api/ledger': () => ({ status: 503, body: { code: 'busy', message: 'Busy.' } }),
      ...Object.fromEntries(three.map(one => [`GET ${url(one)}`, () => detail(one)])),
      ...Object.fromEntries(three.map(one => [`GET ${url(one)}/replies`, () => ({ items: [], next: null })])),
      ...Object.fromEntries(three.map(one => [`GET ${url(one)}/commands`, () => ({ items: [], next: null })])),
      ...more,
    },
  })
  return { ...staged, lines, renew: () => staged.client.invalidateQueries() }
}

const url = (one: MessageLine) => `/api/messages/${one.id}`
const row = (n: number) => page.getByRole('link', { name: new RegExp(`Subject ${n}`) })
const panel = () => page.getByRole('complementary')

const lineWith = (n: number, state: State, change: Partial<Delivery>) =>
  line(n, state, { delivery: delivery(state, { id: idOf(900 + n), ...change }) })

const phone = (n: number, name: string): Destination => ({
  ...{ id: idOf(n), name, phone: '15550100777', state: 'linked', createdAt: at('08:00:00') },
  ...{ windowOpenUntil: null, pausedUntil: null, rights: 'read' as const, fallback: null, unreachableSince: null },
})

test('each mail says how far it is, from whom and about what, and why it needs eyes', async () => {
  await open()
  await expect.element(row(3)).toMatchTextContent(/SendingSender 3 Subject 3/)
  await expect.element(row(2)).toMatchTextContent(/WhatsApp did not take it\./)
})

test('an email that its person was notified of by email says so, and needs no attention', async () => {
  await open(path, {}, [{ ...lineWith(4, 'failed', { fellBack: 'mail' }), reason: 'We wrote you an e-mail about it as well.' }])
  await expect.element(row(4)).toMatchTextContent(/Told by e-mail.*We wrote you an e-mail/)
  expect(row(4).element().className).not.toContain('failed')
})

test('j, k and Enter open a mail; the title has the focus, Escape gives it back to the row', async () => {
  const { address } = await open()
  await expect.element(row(3)).toBeVisible()
  await userEvent.keyboard('jj')
  await expect.element(row(2)).toHaveFocus()
  await userEvent.keyboard('k{Enter}')
  expect(address()).toBe(`${path}/${idOf(3)}`)
  await expect.element(panel().getByRole('heading', { name: 'Subject 3', level: 2 })).toHaveFocus()
  await userEvent.keyboard('j')
  await expect.element(row(2)).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(panel().getByRole('heading', { name: 'Subject 2' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  expect(address()).toBe(path)
  await expect.element(row(2)).toHaveFocus()
})

test('on a narrow screen the mail opens as a sheet that keeps the focus and gives it back', async () => {
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

test('while a mail is open new ones wait behind a button, and come when it is pressed', async () => {
  const { lines, renew } = await open(`${path}/${idOf(2)}`)
  await expect.element(panel().getByText(/^Matched/)).toBeVisible()
  lines.unshift(line(5, 'queued'), line(4, 'queued'))
  await renew()
  await expect.element(page.getByRole('button', { name: '2 new e-mails' })).toBeVisible()
  expect(row(5).query()).toBeNull()
  await page.getByRole('button', { name: '2 new e-mails' }).click()
  await expect.element(row(5)).toHaveFocus()
  await expect.element(page.getByRole('button', { name: '2 new e-mails' })).not.toBeInTheDocument()
})

test('a change is announced once, in one sentence', async () => {
  const { lines, renew } = await open()
  await expect.element(row(3)).toBeVisible()
  lines[0] = line(3, 'delivered')
  await renew()
  await expect.element(page.getByRole('status')).toMatchTextContent(/Sender 3: Delivered\./)
})

test('the parts and pages are in the address', async () => {
  const { address, asked } = await open()
  await page.getByRole('button', { name: 'Failed' }).click()
  expect(address()).toBe(`${path}?state=failed`)
  await page.getByRole('link', { name: 'Older' }).click()
  expect(address()).toBe(`${path}?state=failed&before=c1`)
  await expect.element(page.getByText('There is nothing older')).toBeVisible()
  expect(asked.findLast(ask => ask.path === '/api/messages')?.query.toString()).toBe('state=failed&cursor=c1')
  await page.getByRole('link', { name: 'Back to the newest' }).click()
  expect(address()).toBe(`${path}?state=failed`)
  await page.getByRole('button', { name: 'All' }).click()
  expect(address()).toBe(path)
})

test('a search is kept in the URL, marks what it found, and is cleared where it found nothing', async () => {
  const { address, asked } = await open(path, {
    'GET /api/messages': ({ query }) => ({ items: query.get('q') === 'xyz' ? [] : three.slice(0, 2), next: null }),
  })
  await expect.element(row(3)).toBeVisible()
  await userEvent.keyboard('/')
  const box = page.getByRole('searchbox', { name: 'Search by sender or subject' })
  await expect.element(box).toHaveFocus()
  await userEvent.keyboard('sender 3{Enter}')
  await expect.element(page.getByText('2 e-mails found')).toBeVisible()
  expect(address()).toBe(`${path}?q=sender+3`)
  expect([...document.querySelectorAll('[data-row] mark')].map(mark => mark.textContent)).toEqual(['Sender', '3', '3', 'Sender'])
  expect(asked.at(-1)?.query.get('q')).toBe('sender 3')
  await box.fill('xyz')
  await expect.element(page.getByRole('heading', { name: 'Nothing found for “xyz”' })).toBeVisible()
  await page.getByRole('link', { name: 'Show all e-mails' }).click()
  await expect.element(row(3)).toBeVisible()
  await expect.element(box).toHaveValue('')
  expect(address()).toBe(path)
})

test('account, phone and days narrow the list; what was typed step by step is one step back', async () => {
  const { address, asked, back } = await open(path, {
    'GET /api/mailboxes': () => ({
      items: ['a', 'b'].map((name, n) => mailbox({ id: idOf(700 + n), address: `${name}@example.com` })),
      next: null,
    }),
    'GET /api/destinations': () => ({ items: [phone(800, 'Mine'), phone(801, 'Office')], next: null }),
  })
  await page.getByLabelText('E-mail account').selectOptions('b@example.com')
  await page.getByLabelText('Phone').selectOptions('Office')
  await page.getByLabelText('When it arrived').selectOptions('Choose days')
  await page.getByLabelText('From this day').fill('2026-11-01')
  await page.getByLabelText('To this day').fill('2026-11-02')
  const chosen = `?mailbox=${idOf(701)}&phone=${idOf(801)}&from=2026-11-01&to=2026-11-02`
  await expect.poll(address).toBe(path + chosen)
  await expect.poll(() => asked.at(-1)?.query.get('until')).toBe(new Date(2026, 10, 3).toISOString())
  expect(asked.at(-1)?.query.get('destinationId')).toBe(idOf(801))
  await page.getByRole('link', { name: 'Clear search and choices' }).click()
  expect(address()).toBe(path)
  back()
  await expect.poll(address).toBe(path + chosen)
  back()
  await expect.poll(address).toBe(`${path}?mailbox=${idOf(701)}&phone=${idOf(801)}`)
})

test('a search that stopped on its way says how far it looked, and goes on', async () => {
  const searchedTo = '2026-11-04T08:00:00.000Z'
  await open(`${path}?q=xyz`, {
    'GET /api/messages': ({ query }) => (query.get('cursor') ? { items: three, next: null } : { items: [], next: 'c9', searchedTo }),
  })
  await expect.element(page.getByRole('heading', { name: 'Nothing found back to Wed 4 November' })).toBeVisible()
  await page.getByRole('link', { name: 'Search further back' }).first().click()
  await expect.element(row(3)).toBeVisible()
})

test('rows in trouble are tinted: failed, held, overdue, and delivered that failed later; one that waits for its hour is not', async () => {
  await open(path, {}, [
    lineWith(9, 'held', {}),
    lineWith(8, 'held', { waitUntil: at('18:00:00') }),
    lineWith(7, 'accepted', { overdueAt: at('14:00:00') }),
    lineWith(6, 'accepted', {}),
    lineWith(5, 'delivered', { incident: 'delivered_and_failed' }),
    lineWith(4, 'cancelled', {}),
  ])
  const tint = (n: number) => /bg-(warn|danger)-soft/.exec(row(n).element().className)?.[1] ?? null
  await expect.element(row(9)).toBeVisible()
  expect([9, 8, 7, 6, 5, 4].map(tint)).toEqual(['warn', null, 'warn', null, 'danger', null])
})

test.each([
  [path, 'No mail has crossed yet'],
  [`${path}?from=2026-11-01`, 'No mail fits'],
  [`${path}?state=held`, 'Nothing is held'],
  [`${path}?state=suppressed`, 'Nothing was suppressed'],
])('an empty list at %s says why', async (at, title) => {
  await open(at, { 'GET /api/messages': () => ({ items: [], next: null }) })
  await expect.element(page.getByRole('heading', { name: title })).toBeVisible()
})

test('a list that cannot be read says so, and tries again', async () => {
  let isUp = false
  await open(path, {
    'GET /api/messages': () => (isUp ? { items: three, next: null } : { status: 500, body: { code: 'x', message: 'Try later.' } }),
  })
  await expect.element(page.getByRole('alert')).toMatchTextContent(/Your e-mails could not be read\. Try later\./)
  isUp = true
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(row(3)).toBeVisible()
})

test('a mail that is not there says so', async () => {
  const gone = { status: 404, body: { code: 'message_unknown', message: 'Gone.' } }
  await open(`${path}/${idOf(77)}`, { [`GET /api/messages/${idOf(77)}`]: () => gone })
  await expect.element(page.getByRole('heading', { name: 'This mail is not in your list' })).toBeVisible()
})

test('a mail whose contents were erased still says what became of it', async () => {
  const erased = line(1, 'read', { from: null, subject: null })
  await open(`${path}/${erased.id}`, { [`GET ${url(erased)}`]: () => detail(erased, { to: [], body: null }) }, [erased])
  await expect.element(panel().getByRole('heading', { name: 'Contents erased' })).toBeVisible()
  await expect.element(panel().getByText(/Its contents were erased/)).toBeVisible()
  await expect.element(panel().getByText('Delivered')).toBeVisible()
})

test('a failed delivery can be sent again, each phone separately, and a completed one cannot', async () => {
  const [failed, fine] = [delivery('failed', { id: idOf(11) }), delivery('delivered', { id: idOf(12), destinationName: 'Office' })]
  const { asked } = await open(`${path}/${idOf(2)}`, {
    [`GET /api/messages/${idOf(2)}`]: () => detail(line(2, 'failed'), { deliveries: [failed, fine] }),
    [`POST /api/deliveries/${idOf(11)}/attempts`]: () => ({ status: 202, body: {} }),
  })
  await panel().getByRole('button', { name: 'Send again to Maya’s phone' }).click()
  await expect.poll(() => asked.filter(ask => ask.method === 'POST').map(ask => ask.path)).toEqual([`/api/deliveries/${idOf(11)}/attempts`])
  await expect.poll(() => asked.filter(ask => ask.path === `/api/messages/${idOf(2)}`).length).toBeGreaterThan(1)
  expect(panel().getByRole('button', { name: 'Send again to Office' }).query()).toBeNull()
})

test('the attempts of a delivery are listed if there was more than one', async () => {
  const [twice, once] = [delivery('delivered', { id: idOf(11) }), delivery('delivered', { id: idOf(12), destinationName: 'Office' })]
  const attempt = (n: number, outcome: string | null, reason: string | null) => ({
    n,
    startedAt: at(`14:0${n}:00`),
    price: n === 2 ? { category: 'utility', isBilled: true } : null,
    endedAt: null,
    outcome,
    reason,
  })
  const lost = attempt(1, 'unknown', 'The answer was lost on the way.')
  await open(`${path}/${idOf(1)}`, {
    [`GET ${url(line(1, 'read'))}`]: () => detail(line(1, 'read'), { deliveries: [twice, once] }),
    [`GET /api/deliveries/${idOf(11)}/attempts`]: () => ({ items: [lost, attempt(2, 'sent', null)], next: null }),
    [`GET /api/deliveries/${idOf(12)}/attempts`]: () => ({ items: [attempt(1, 'sent', null)], next: null }),
  })
  const heading = panel().getByRole('heading', { name: 'Attempts' })
  await expect.element(heading).toBeVisible()
  expect(heading.elements()).toHaveLength(1)
  await expect
    .element(panel())
    .toMatchTextContent(
      /1WhatsApp did not confirm itThe answer was lost on the way\..*2WhatsApp took itTariff of WhatsApp: utility, billed/,
    )
})

test('the panel shows what the phone shows: the email, the digest that carries it, or its announcement', async () => {
  let collected: number | null = null
  let hidden: Hidden | null = null
  const said =
    (body: string, more = {}) =>
    () => ({ shown: { header: null, body, footer: null, buttons: [], file: null, ...more }, hidden, collected })
  const carrier = (n: number, kind: Carrier['kind']): Carrier => ({
    ...{ id: idOf(n), deliveryId: idOf(11), kind, state: 'delivered', messageCount: 3, createdAt: at('14:02:00') },
    ...{ acceptedAt: at('14:02:01'), deliveredAt: at('14:02:02'), readAt: null },
  })
  let now = { state: 'held' as State, carriers: [carrier(50, 'announcement')] }
  const { renew } = await open(`${path}/${idOf(1)}`, {
    [`GET ${url(line(1, 'read'))}`]: () =>
      detail(line(1, now.state), {
        carriers: now.carriers,
        deliveries: [delivery(now.state, { id: idOf(11), acceptedAt: at('14:03:00') })],
      }),
    [`GET /api/deliveries/${idOf(50)}/bubble`]: said('You have 3 new e-mails.', { buttons: ['Show e-mails', 'Pause 24 h'] }),
    [`GET /api/deliveries/${idOf(51)}/bubble`]: said('a', { header: '3 e-mails' }),
    [`GET /api/deliveries/${idOf(11)}/bubble`]: said('*Rent receipt*\nhttps://a.example/_x_'),
  })
  const bubble = () => document.querySelector('.bubble')
  await expect.poll(() => bubble()?.textContent ?? '').toMatch(/You have 3 new e-mails\..*Show e-mailsPause 24 h/)
  await expect.element(panel().getByText(/^The phone knows/)).toBeVisible()
  await expect.element(panel().getByText(/^Announced to Maya’s phone, with 2 other e-mails/)).toBeVisible()
  now = { state: 'delivered', carriers: [carrier(51, 'digest')] }
  await renew()
  await expect.poll(() => bubble()?.textContent ?? '').toMatch(/3 e-mailsa/)
  now = { state: 'delivered', carriers: [] }
  await renew()
  await expect.poll(() => bubble()?.querySelector('b')?.textContent).toBe('Rent receipt')
  expect(bubble()?.querySelector('a')).toBeNull()
  hidden = { show: 'summary', files: 1, redactions: 2 }
  await renew()
  await expect
    .element(panel().getByRole('note'))
    .toMatchTextContent(/shows a summary.*1 file stays in your mailbox\. 2 places are blacked out\./)
  collected = 3
  await renew()
  await expect.element(panel().getByText('As of now it will go in one message with 2 others.')).toBeVisible()
  await panel().getByRole('button', { name: 'Show the text of the mail' }).click()
  await expect.element(panel().getByText('Hello Maya.')).toBeVisible()
})

test('days that are turned around are named, and swapped by a button', async () => {
  const { address } = await open(`${path}?from=2026-11-20&to=2026-11-12&q=`, {}, [])
  await expect.element(page.getByText('The first day is after the last')).toBeVisible()
  await page.getByRole('link', { name: 'Swap the two days' }).click()
  await expect.poll(address).toBe(`${path}?from=2026-11-12&to=2026-11-20`)
  await expect.element(page.getByText('No mail fits')).toBeVisible()
})

test('an address is never parted after its hyphen, and is copied as it is', async () => {
  const ours = 'u-h8qwxb69fc3pzzk5eguq@in.mailferry.example'
  await open(`${path}/${idOf(1)}`, { [`GET ${url(line(1, 'read'))}`]: () => detail(line(1, 'read'), { mailboxAddress: ours, to: [] }) })
  const shown = panel().getByText(ours)
  await expect.element(shown.first()).toBeVisible()
  expect(shown.elements().map(one => one.querySelector('.whitespace-nowrap')?.textContent)).toEqual(['-h', '-h'])
})

test('how long contents are kept is what the person chose', async () => {
  await open(path, { 'GET /api/settings': () => ({ ...madeUpSettings, retentionDays: 7 }) })
  await expect.element(page.getByText('Contents are kept for 7 days')).toBeVisible()
})

test('a mail leads on to the filter that is made from it', async () => {
  const { address } = await open(`${path}/${idOf(1)}`)
  await panel().getByRole('link', { name: 'Make a filter from this' }).click()
  expect(address()).toBe(`/filters/examples?message=${idOf(1)}`)
})
