// Tests the filter editor: no input is lost, missing parts are marked, and the keyboard suffices.
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { FilterLine } from '../../../core/api/filters.ts'
import type { Condition } from '../../../core/filters/tree.ts'
import { doneLine, filterLine, found, sample, says, streamed } from '../queries/filters.fixture.ts'
import { idOf } from '../queries/messages.fixture.ts'
import { type Answer, stageScreen } from '../stage-screen.fixture.tsx'
import { FilterEditor } from './FilterEditor.tsx'

afterEach(() => vi.unstubAllGlobals())

const saved = (condition: Condition): FilterLine => filterLine(1, 'Home', condition)

async function open(start: string | { pathname: string; state: unknown }, filters: FilterLine[] = [], more: Record<string, Answer> = {}) {
  await page.viewport(1280, 900)
  const staged = await stageScreen({
    catalogs: ['filterlist', 'editor', 'builder', 'hours', 'sentence', 'oncall'],
    at: start,
    routes: { '/filters/new': <FilterEditor />, '/filters/:id': <FilterEditor />, '/filters': <p>the list</p>, '*': <p>elsewhere</p> },
    answers: {
      'GET /api/filters': () => ({ items: filters, next: null }),
      'POST /api/filters': ({ body }) => ({ status: 201, body: { ...saved({ any: [] }), ...(body as object) } }),
      [`PUT /api/filters/${idOf(1)}`]: ({ body }) => ({ ...saved({ any: [] }), ...(body as object) }),
      'POST /api/filters/trials': () => streamed([doneLine()]),
      'POST /api/filters/bubbles': () => bubble('*Rent*'),
      ...more,
    },
  })
  const written = () => staged.asked.find(ask => ask.method !== 'GET' && !/trials|bubbles/.test(ask.path))?.body
  return { ...staged, staged, written }
}

const bubble = (body: string, more = {}) => ({
  shown: { header: null, body, footer: null, buttons: [], file: null },
  ...{ hidden: null, isExample: false, collected: null, ...more },
})

const name = () => page.getByRole('textbox', { name: 'Name' })
const row = (n: number) => page.getByRole('group', { name: `Condition ${n}` })
const words = (n: number) => row(n).getByRole('textbox')
const save = () => page.getByRole('button', { name: /Save (filter|changes)/ }).first()
const field = (n: number) => row(n).getByRole('combobox', { name: 'What to look at' })

test('a word that was typed and not confirmed is saved', async () => {
  const { written, address } = await open('/filters/new')
  await name().fill('Invoices')
  await words(1).fill('invoice')
  await save().click()
  await expect.poll(written).toEqual({
    name: 'Invoices',
    paused: false,
    condition: { any: [says('invoice')] },
    actions: [{ kind: 'forward', destinationIds: [] }],
    sureOfMany: false,
  })
  await expect.poll(address).toBe('/filters')
})

test('the message that the draft would send is drawn beside how much it shows, with what is held back', async () => {
  const draw: Answer = ({ body }) => {
    const { actions, messageIds, name: called } = body as { actions: { show?: string }[]; messageIds: string[]; name: string }
    const isHeld = actions[0]?.show === 'headers'
    const hidden = isHeld ? { show: 'headers', files: 2, places: 0 } : null
    return bubble(`*${called}*${isHeld ? '' : '\n> the text'}`, { hidden, isExample: messageIds.length === 0 })
  }
  const { staged } = await open('/filters/new', [], { 'POST /api/filters/bubbles': draw })
  const message = () => page.getByRole('region', { name: 'The message, as it will stand there' })
  await expect.element(message().getByText(/so this is an example/)).toBeVisible()
  await name().fill('Rent')
  await expect.poll(() => document.querySelector('.bubble b')?.textContent).toBe('Rent')
  await expect.poll(() => document.querySelector('.bubble blockquote')?.textContent).toBe('the text')
  await page.getByRole('radio', { name: 'Only who wrote, and the subject' }).click()
  await expect.element(message().getByRole('note')).toMatchTextContent(/the text stays in your mailbox\. 2 files stay in your mailbox/)
  expect(document.querySelector('.bubble blockquote')).toBeNull()
  expect(staged.asked.filter(ask => ask.path === '/api/filters/bubbles').length).toBeLessThan(6)
})

test('what is not finished is marked in words, and the focus goes to the first', async () => {
  const { written } = await open('/filters/new')
  await name().fill('Invoices')
  await words(1).fill('invoice')
  await page.getByRole('button', { name: 'Condition' }).click()
  await page.getByRole('button', { name: 'Condition' }).click()
  await save().click()
  await expect.element(words(2)).toHaveFocus()
  await expect.element(words(2)).toHaveAttribute('aria-invalid', 'true')
  await expect.element(row(2)).toMatchTextContent(/Type at least one word to look for\./)
  await expect.element(page.getByRole('alert')).toMatchTextContent(/Finish the marked conditions/)
  expect(
    row(1)
      .getByText(/Type at least one word/)
      .query(),
  ).toBeNull()
  await userEvent.keyboard('paid{Enter}')
  await expect.element(row(2)).not.toMatchTextContent(/Type at least one word/)
  await save().click()
  await expect.element(words(3)).toHaveFocus()
  expect(written()).toBeUndefined()
})

test('a filter without a name has the focus in its name, again with each try', async () => {
  await open('/filters/new')
  await words(1).fill('x')
  await save().click()
  await expect.element(name()).toHaveFocus()
  await expect.element(page.getByText('Give the filter a name.')).toBeVisible()
  await save().click()
  await expect.element(name()).toHaveFocus()
})

test('the keyboard alone writes a filter with an exception', async () => {
  const { written } = await open('/filters/new')
  await expect.element(name()).toBeVisible()
  name().element().focus()
  await userEvent.keyboard('Bank')
  // How many must hold, the grip, what to look at, how to compare, the words.
  for (let i = 0; i < 5; i++) await userEvent.tab()
  await userEvent.keyboard('code, pin{Enter}')
  await expect.element(row(1).getByText('pin')).toBeVisible()
  page.getByRole('button', { name: 'But not when…' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('group', { name: 'but not when' }).getByRole('combobox').first()).toHaveFocus()
  await userEvent.tab()
  await userEvent.tab()
  await userEvent.keyboard('news{Enter}{Enter}')
  const codes: Condition = { field: 'subject', operator: 'contains', values: ['code', 'pin'] }
  await expect.poll(written).toMatchObject({ name: 'Bank', condition: { all: [{ any: [codes] }, { none: [says('news')] }] } })
})

test('a saved filter opens with its exception apart, and removing that leaves the rest as it was', async () => {
  const { written } = await open(`/filters/${idOf(1)}`, [saved({ all: [{ any: [says('a'), says('b')] }, { none: [says('c')] }] })])
  await page.getByRole('group', { name: 'but not when' }).getByRole('button', { name: 'Remove this condition' }).click()
  await expect.element(page.getByRole('button', { name: 'But not when…' })).toHaveFocus()
  await save().click()
  await expect.poll(written).toMatchObject({ name: 'Home', condition: { any: [says('a'), says('b')] } })
})

test('after a condition is removed the focus is on the one that took its place', async () => {
  await open(`/filters/${idOf(1)}`, [saved({ any: [says('a'), says('b')] })])
  await row(1).getByRole('button', { name: 'Remove this condition' }).click()
  await expect.element(row(1).getByText('b')).toBeVisible()
  await expect.element(field(1)).toHaveFocus()
})

test('a refusal of the server is shown, and what was typed stays', async () => {
  const refusal = { status: 422, body: { code: 'too_many', message: 'You have 100 filters, which is the most.' } }
  await open('/filters/new', [], { 'POST /api/filters': () => refusal })
  await name().fill('One more')
  await words(1).fill('x')
  await save().click()
  await expect.element(page.getByRole('alert')).toMatchTextContent(/which is the most/)
  await expect.element(name()).toHaveValue('One more')
})

test('a filter made from a mail begins with its sender', async () => {
  await open({ pathname: '/filters/new', state: { from: 'anna@example.com' } })
  await expect.element(field(1)).toHaveTextContent('From')
  await expect.element(row(1).getByText('anna@example.com')).toBeVisible()
})

test('a size may be empty while a new one is typed', async () => {
  const { written } = await open(`/filters/${idOf(1)}`, [saved({ any: [{ field: 'size', operator: 'over', bytes: 2_000_000 }] })])
  const size = row(1).getByRole('spinbutton')
  await size.fill('')
  await expect.element(size).toHaveValue(null)
  await size.fill('500')
  await expect.element(row(1).getByRole('combobox', { name: 'Unit of the size' })).toHaveValue('MB')
  await save().click()
  await expect.poll(written).toMatchObject({ condition: { any: [{ field: 'size', operator: 'over', bytes: 500_000_000 }] } })
})

test('filters that cannot be read are no unknown filter', async () => {
  await open(`/filters/${idOf(1)}`, [], { 'GET /api/filters': () => ({ status: 500, body: { code: 'x', message: 'Try later.' } }) })
  await expect.element(page.getByRole('alert')).toMatchTextContent(/Your filters could not be read\. Try later\./)
})

test('leaving an unsaved filter asks first, and editing can go on', async () => {
  const { go, address } = await open('/filters/new')
  await name().fill('Bank')
  go('/email-accounts')
  const asks = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await expect.element(asks.getByRole('button', { name: 'Keep editing' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(asks).not.toBeInTheDocument()
  expect(address()).toBe('/filters/new')
  await expect.element(name()).toHaveValue('Bank')
  await page.getByRole('link', { name: 'Discard' }).click()
  await expect.element(asks.getByRole('button', { name: 'Keep editing' })).toHaveFocus()
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await expect.poll(address).toBe('/filters')
})

test('a filter in which nothing changed is left at once', async () => {
  const { go, address } = await open('/filters/new')
  await name().fill('Bank')
  await name().fill('')
  go('/email-accounts')
  await expect.poll(address).toBe('/email-accounts')
})

test('a changed filter that is deleted asks nothing: undoing it is offered', async () => {
  const { address } = await open(`/filters/${idOf(1)}`, [saved({ any: [says('a')] })], { [`DELETE /api/filters/${idOf(1)}`]: () => ({}) })
  await name().fill('Other')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Delete filter' }).click()
  await expect.poll(address).toBe('/filters')
})

test('a field is found by what a person would call it, with the keyboard alone', async () => {
  const { written } = await open('/filters/new')
  await name().fill('At night')
  field(1).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('combobox', { name: /Search/ })).toHaveFocus()
  await userEvent.keyboard('night{Enter}')
  await expect.element(field(1)).toHaveTextContent('Time of day')
  await save().click()
  await expect.poll(written).toMatchObject({ condition: { any: [{ field: 'hour', operator: 'between', from: '08:00', to: '18:00' }] } })
})

test('a condition moves by Alt and the arrow keys, and what was done can be undone and done again', async () => {
  const { written } = await open(`/filters/${idOf(1)}`, [saved({ any: [says('a'), says('b')] })])
  const compares = row(1).getByRole('combobox', { name: 'How to compare' })
  await expect.element(compares).toBeVisible()
  compares.element().focus()
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
  await expect.element(row(2).getByText('a', { exact: true })).toBeVisible()
  await expect.element(field(2)).toHaveFocus()
  await expect.element(page.getByText('Moved to place 2 of 2.')).toBeInTheDocument()
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.element(row(1).getByText('a', { exact: true })).toBeVisible()
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
  await expect.element(row(2).getByText('a', { exact: true })).toBeVisible()
  await userEvent.keyboard('{Control>}s{/Control}')
  await expect.poll(written).toMatchObject({ condition: { any: [says('b'), says('a')] } })
})

test('a condition is dragged by its grip before another one', async () => {
  const { written } = await open(`/filters/${idOf(1)}`, [saved({ any: [says('a'), says('b'), says('c')] })])
  const grip = row(3).getByRole('button', { name: /^Move this condition/ })
  await userEvent.dragAndDrop(grip, row(1), { targetPosition: { x: 40, y: 4 } })
  await expect.element(row(1).getByText('c', { exact: true })).toBeVisible()
  await save().click()
  await expect.poll(written).toMatchObject({ condition: { any: [says('c'), says('a'), says('b')] } })
})

const typed = () => page.getByRole('textbox', { name: 'The same filter, typed' })

test('a valid query changes the builder at once, and the builder rewrites the query', async () => {
  await open(`/filters/${idOf(1)}`, [saved({ any: [says('a')] })])
  await expect.element(typed()).toHaveValue('subject:a')
  await typed().fill('from:bank.example -subject:news')
  await expect.element(field(1).first()).toHaveTextContent('From')
  await expect.element(page.getByRole('group', { name: 'but not when' }).getByText('news')).toBeVisible()
  await page.getByRole('group', { name: 'but not when' }).getByRole('button', { name: 'Remove this condition' }).click()
  await expect.element(typed()).toHaveValue('from:bank.example')
})

test('an invalid query keeps the last valid tree and says what is wrong where', async () => {
  await open(`/filters/${idOf(1)}`, [saved({ any: [says('a')] })])
  await typed().fill('subject:a (from:b')
  await expect.element(page.getByRole('alert')).toMatchTextContent(/Place 11: This is not closed/)
  await expect.element(typed()).toHaveAttribute('aria-invalid', 'true')
  await expect.element(row(1).getByText('a', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Show it' }).click()
  await expect.element(typed()).toHaveFocus()
  await typed().fill('subject:a (from:b)')
  await expect.element(page.getByText('In step')).toBeVisible()
  await expect.element(field(2)).toHaveTextContent('From')
})

test('what is typed is completed with the arrow keys', async () => {
  await open('/filters/new')
  await typed().fill('fro')
  await expect.element(page.getByRole('option', { name: /^from:/ })).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(typed()).toHaveValue('from:')
})

test('a filter that forwards many a day is saved once the person is sure', async () => {
  const many = { status: 409, body: { code: 'filter_forwards_many', message: 'Many.', details: { perDay: 83.4 } } }
  let asked = 0
  const { staged } = await open('/filters/new', [], {
    'POST /api/filters': ({ body }) => (asked++ === 0 ? many : { status: 201, body: { ...saved({ any: [] }), ...(body as object) } }),
  })
  await name().fill('All')
  await words(1).fill('a')
  await save().click()
  await expect.element(page.getByRole('alertdialog', { name: 'This forwards about 83 mails a day' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Keep editing' })).toHaveFocus()
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => staged.address()).toBe('/filters')
  expect(staged.asked.filter(ask => ask.path === '/api/filters' && ask.method === 'POST').map(ask => ask.body)).toMatchObject([
    { sureOfMany: false },
    { sureOfMany: true },
  ])
})

test('the same filter is shown in Sieve to copy, with what Sieve cannot express', async () => {
  await open(`/filters/${idOf(1)}`, [saved({ any: [says('a')] })])
  await page.getByRole('button', { name: 'Sieve' }).click()
  await expect.element(page.getByRole('region', { name: /in Sieve/ })).toMatchTextContent(/header :contains "subject" "a"/)
  await expect.element(page.getByText(/One thing is not quite the same in Sieve/)).toBeVisible()
})

test('a near miss is taken in with one click, and undo takes that back', async () => {
  const pdf = { field: 'attachment_name' as const, operator: 'ends' as const, values: ['.pdf'] }
  const parts = [found('a', 'a bill'), { test: pdf, held: false, seen: 'bill.docx', hits: [] }]
  const { change: _, ...mail } = sample(3, 'a bill', 'same', { group: 'all', held: false, parts })
  await open(`/filters/${idOf(1)}`, [saved({ all: [says('a'), pdf] })], {
    'POST /api/filters/trials': () => streamed([{ kind: 'near', near: { ...mail, failing: pdf } }, doneLine()]),
  })
  await page.getByRole('tab', { name: /Near misses/ }).click()
  await expect.element(page.getByText(/It was “bill\.docx”\./)).toBeVisible()
  await page.getByRole('button', { name: 'Include “a bill”' }).click()
  await expect.element(row(2).getByTitle('.docx')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(row(2).getByTitle('.docx')).not.toBeInTheDocument()
})

test.each<[string, Answer, RegExp]>([
  ['no mail', () => streamed([doneLine({ of: 0, matched: 0, gained: 0, lost: 0, since: null })]), /No mail to try on yet/],
  ['mail of which only the header is kept', () => streamed([doneLine({ unknown: 3 })]), /3 mails could not be tried/],
  ['refused', () => streamed([{ kind: 'refused', code: 'x', message: 'Too many at once.' }]), /The trial was refused\. Too many at once\./],
  ['broken off', () => ({ status: 503, body: { code: 'x', message: 'Later.' } }), /The trial did not run\. Later\./],
])('the trial says when there is %s', async (_, answer, text) => {
  await open(`/filters/${idOf(1)}`, [saved({ any: [says('a')] })], { 'POST /api/filters/trials': answer })
  await expect.element(page.getByText(text).first()).toBeVisible()
})
