// Tests the filter editor: no input is lost, missing parts are marked, and the keyboard suffices.
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { FilterLine } from '../../../core/api/filters.ts'
import type { Condition } from '../../../core/filters/tree.ts'
import { doneLine, filterLine, foundInSubject, streamed, subjectContains, trialSample } from '../queries/filters.fixture.ts'
import { testId } from '../queries/messages.fixture.ts'
import { type FakeResponse, stageScreen } from '../stage-screen.fixture.tsx'
import { FilterEditor } from './FilterEditor.tsx'

afterEach(() => vi.unstubAllGlobals())

const saved = (condition: Condition): FilterLine => filterLine(1, 'Home', condition)

async function open(
  start: string | { pathname: string; state: unknown },
  filters: FilterLine[] = [],
  more: Record<string, FakeResponse> = {},
) {
  await page.viewport(1280, 900)
  const staged = await stageScreen({
    catalogs: ['filterlist', 'editor', 'builder', 'hours', 'sentence', 'oncall'],
    at: start,
    routes: { '/filters/new': <FilterEditor />, '/filters/:id': <FilterEditor />, '/filters': <p>the list</p>, '*': <p>elsewhere</p> },
    responses: {
      'GET /api/filters': () => ({ items: filters, next: null }),
      'POST /api/filters': ({ body }) => ({ status: 201, body: { ...saved({ any: [] }), ...(body as object) } }),
      [`PUT /api/filters/${testId(1)}`]: ({ body }) => ({ ...saved({ any: [] }), ...(body as object) }),
      'POST /api/filters/trials': () => streamed([doneLine()]),
      'POST /api/filters/previews': () => previewResponse('*Rent*'),
      ...more,
    },
  })
  const savedBody = () => staged.requests.find(request => request.method !== 'GET' && !/trials|previews/.test(request.path))?.body
  return { ...staged, staged, savedBody }
}

const previewResponse = (body: string, more = {}) => ({
  preview: { header: null, body, footer: null, buttons: [], file: null },
  ...{ hidden: null, isExample: false, collected: null, ...more },
})

const name = () => page.getByRole('textbox', { name: 'Name' })
const row = (n: number) => page.getByRole('group', { name: `Condition ${n}` })
const wordsInput = (n: number) => row(n).getByRole('textbox')
const save = () => page.getByRole('button', { name: /Save (filter|changes)/ }).first()
const fieldPicker = (n: number) => row(n).getByRole('combobox', { name: 'Field' })

test('a typed word is saved even if it was not confirmed with Enter', async () => {
  const { savedBody, address } = await open('/filters/new')
  await name().fill('Invoices')
  await wordsInput(1).fill('invoice')
  await save().click()
  await expect.poll(savedBody).toEqual({
    name: 'Invoices',
    paused: false,
    condition: { any: [subjectContains('invoice')] },
    actions: [{ kind: 'forward', destinationIds: [] }],
    sureOfMany: false,
  })
  await expect.poll(address).toBe('/filters')
})

test('the message that the draft would send is previewed next to its privacy level, with what is hidden', async () => {
  const previewFor: FakeResponse = ({ body }) => {
    const { actions, messageIds, name: filterName } = body as { actions: { show?: string }[]; messageIds: string[]; name: string }
    const showsHeaders = actions[0]?.show === 'headers'
    const hidden = showsHeaders ? { show: 'headers', files: 2, redactions: 0 } : null
    return previewResponse(`*${filterName}*${showsHeaders ? '' : '\n> the text'}`, { hidden, isExample: messageIds.length === 0 })
  }
  const { staged } = await open('/filters/new', [], { 'POST /api/filters/previews': previewFor })
  const message = () => page.getByRole('region', { name: 'Preview' })
  await expect.element(message().getByText(/here’s an example/)).toBeVisible()
  await name().fill('Rent')
  await expect.poll(() => document.querySelector('.bubble b')?.textContent).toBe('Rent')
  await expect.poll(() => document.querySelector('.bubble blockquote')?.textContent).toBe('the text')
  await page.getByRole('radio', { name: 'Sender and subject only' }).click()
  await expect.element(message().getByRole('note')).toMatchTextContent(/only the sender and subject\. 2 files stay in your mailbox/)
  expect(document.querySelector('.bubble blockquote')).toBeNull()
  expect(staged.requests.filter(request => request.path === '/api/filters/previews').length).toBeLessThan(6)
})

test('unfinished conditions are marked with a text, and the first gets the focus', async () => {
  const { savedBody } = await open('/filters/new')
  await name().fill('Invoices')
  await wordsInput(1).fill('invoice')
  await page.getByRole('button', { name: 'Condition' }).click()
  await page.getByRole('button', { name: 'Condition' }).click()
  await save().click()
  await expect.element(wordsInput(2)).toHaveFocus()
  await expect.element(wordsInput(2)).toHaveAttribute('aria-invalid', 'true')
  await expect.element(row(2)).toMatchTextContent(/Enter at least one word to match\./)
  await expect.element(page.getByRole('alert')).toMatchTextContent(/Complete the marked conditions/)
  expect(
    row(1)
      .getByText(/Enter at least one word/)
      .query(),
  ).toBeNull()
  await userEvent.keyboard('paid{Enter}')
  await expect.element(row(2)).not.toMatchTextContent(/Enter at least one word/)
  await save().click()
  await expect.element(wordsInput(3)).toHaveFocus()
  expect(savedBody()).toBeUndefined()
})

test('saving a filter without a name focuses the name, every time', async () => {
  await open('/filters/new')
  await wordsInput(1).fill('x')
  await save().click()
  await expect.element(name()).toHaveFocus()
  await expect.element(page.getByText('Enter a name for the filter.')).toBeVisible()
  await save().click()
  await expect.element(name()).toHaveFocus()
})

test('a filter with an exception can be written with the keyboard alone', async () => {
  const { savedBody } = await open('/filters/new')
  await expect.element(name()).toBeVisible()
  name().element().focus()
  await userEvent.keyboard('Bank')
  // Group kind, drag handle, field, operator, words.
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
  await expect.poll(savedBody).toMatchObject({ name: 'Bank', condition: { all: [{ any: [codes] }, { none: [subjectContains('news')] }] } })
})

test('a saved filter shows its exception separately, and removing it leaves the rest unchanged', async () => {
  const { savedBody } = await open(`/filters/${testId(1)}`, [
    saved({ all: [{ any: [subjectContains('a'), subjectContains('b')] }, { none: [subjectContains('c')] }] }),
  ])
  await page.getByRole('group', { name: 'but not when' }).getByRole('button', { name: 'Remove condition' }).click()
  await expect.element(page.getByRole('button', { name: 'But not when…' })).toHaveFocus()
  await save().click()
  await expect.poll(savedBody).toMatchObject({ name: 'Home', condition: { any: [subjectContains('a'), subjectContains('b')] } })
})

test('after a condition is removed, the one that moves up gets the focus', async () => {
  await open(`/filters/${testId(1)}`, [saved({ any: [subjectContains('a'), subjectContains('b')] })])
  await row(1).getByRole('button', { name: 'Remove condition' }).click()
  await expect.element(row(1).getByText('b')).toBeVisible()
  await expect.element(fieldPicker(1)).toHaveFocus()
})

test('an error from the server is shown, and the input stays', async () => {
  const refusal = { status: 422, body: { code: 'too_many', message: 'You have 100 filters, which is the most.' } }
  await open('/filters/new', [], { 'POST /api/filters': () => refusal })
  await name().fill('One more')
  await wordsInput(1).fill('x')
  await save().click()
  await expect.element(page.getByRole('alert')).toMatchTextContent(/which is the most/)
  await expect.element(name()).toHaveValue('One more')
})

test('a filter that was saved elsewhere meanwhile shows the difference, and offers both', async () => {
  const mine = saved({ any: [subjectContains('rent')] })
  const theirs = { ...mine, name: 'Home two', version: mine.version + 1, condition: { any: [subjectContains('rent', 'lease')] } }
  const versions: unknown[] = []
  const { address } = await open(`/filters/${testId(1)}`, [mine], {
    [`PUT /api/filters/${testId(1)}`]: ({ body }) => {
      const { version } = body as { version: number }
      versions.push(version)
      const refused = { status: 409, body: { code: 'changed_elsewhere', message: 'changed', details: { current: theirs } } }
      return version === theirs.version ? { ...theirs, ...(body as object), version: version + 1 } : refused
    },
  })
  await name().fill('Home one')
  await save().click()
  const dialog = page.getByRole('dialog', { name: 'This filter was changed elsewhere' })
  await expect.element(dialog.getByText('Home two')).toBeVisible()
  await expect.element(dialog.getByText('Home one')).toBeVisible()
  await expect.element(dialog.getByText(/lease/)).toBeVisible()
  dialog
    .getByRole('button', { name: 'Save my version' })
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await expect.poll(address).toBe('/filters')
  expect(versions).toEqual([mine.version, theirs.version])
})

test('the version that was saved elsewhere can be taken instead', async () => {
  const mine = saved({ any: [subjectContains('rent')] })
  const theirs = { ...mine, name: 'Home two', version: mine.version + 1 }
  await open(`/filters/${testId(1)}`, [mine], {
    [`PUT /api/filters/${testId(1)}`]: () => ({
      status: 409,
      body: { code: 'changed_elsewhere', message: 'no', details: { current: theirs } },
    }),
  })
  await name().fill('Home one')
  await save().click()
  const use = page.getByRole('button', { name: 'Use the other version' })
  await expect.element(use).toBeVisible()
  use.element().dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await expect.element(name()).toHaveValue('Home two')
})

test('a filter made from an email starts with its sender', async () => {
  await open({ pathname: '/filters/new', state: { from: 'anna@example.com' } })
  await expect.element(fieldPicker(1)).toHaveTextContent('From')
  await expect.element(row(1).getByText('anna@example.com')).toBeVisible()
})

test('a size may be empty while typing', async () => {
  const { savedBody } = await open(`/filters/${testId(1)}`, [saved({ any: [{ field: 'size', operator: 'over', bytes: 2_000_000 }] })])
  const size = row(1).getByRole('spinbutton')
  await size.fill('')
  await expect.element(size).toHaveValue(null)
  await size.fill('500')
  await expect.element(row(1).getByRole('combobox', { name: 'Unit' })).toHaveValue('MB')
  await save().click()
  await expect.poll(savedBody).toMatchObject({ condition: { any: [{ field: 'size', operator: 'over', bytes: 500_000_000 }] } })
})

test('filters that cannot be loaded are not reported as an unknown filter', async () => {
  await open(`/filters/${testId(1)}`, [], { 'GET /api/filters': () => ({ status: 500, body: { code: 'x', message: 'Try later.' } }) })
  await expect.element(page.getByRole('alert')).toMatchTextContent(/We couldn’t load your filters\. Try later\./)
})

test('leaving an unsaved filter asks first, and editing can continue', async () => {
  const { go, address } = await open('/filters/new')
  await name().fill('Bank')
  go('/email-accounts')
  const dialog = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await expect.element(dialog.getByRole('button', { name: 'Keep editing' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  expect(address()).toBe('/filters/new')
  await expect.element(name()).toHaveValue('Bank')
  await page.getByRole('link', { name: 'Discard' }).click()
  await expect.element(dialog.getByRole('button', { name: 'Keep editing' })).toHaveFocus()
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await expect.poll(address).toBe('/filters')
})

test('an unchanged filter can be left without a question', async () => {
  const { go, address } = await open('/filters/new')
  await name().fill('Bank')
  await name().fill('')
  go('/email-accounts')
  await expect.poll(address).toBe('/email-accounts')
})

test('deleting a changed filter asks nothing, since it can be undone', async () => {
  const { address } = await open(`/filters/${testId(1)}`, [saved({ any: [subjectContains('a')] })], {
    [`DELETE /api/filters/${testId(1)}`]: () => ({}),
  })
  await name().fill('Other')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Delete filter' }).click()
  await expect.poll(address).toBe('/filters')
})

test('a field is found by an everyday word, with the keyboard alone', async () => {
  const { savedBody } = await open('/filters/new')
  await name().fill('At night')
  fieldPicker(1).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('combobox', { name: /Search/ })).toHaveFocus()
  await userEvent.keyboard('night{Enter}')
  await expect.element(fieldPicker(1)).toHaveTextContent('Time of day')
  await save().click()
  await expect.poll(savedBody).toMatchObject({ condition: { any: [{ field: 'hour', operator: 'between', from: '08:00', to: '18:00' }] } })
})

test('a condition moves with Alt and the arrow keys, and the move can be undone and redone', async () => {
  const { savedBody } = await open(`/filters/${testId(1)}`, [saved({ any: [subjectContains('a'), subjectContains('b')] })])
  const operator = row(1).getByRole('combobox', { name: 'Comparison' })
  await expect.element(operator).toBeVisible()
  operator.element().focus()
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
  await expect.element(row(2).getByText('a', { exact: true })).toBeVisible()
  await expect.element(fieldPicker(2)).toHaveFocus()
  await expect.element(page.getByText('Moved to position 2 of 2.')).toBeInTheDocument()
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.element(row(1).getByText('a', { exact: true })).toBeVisible()
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
  await expect.element(row(2).getByText('a', { exact: true })).toBeVisible()
  await userEvent.keyboard('{Control>}s{/Control}')
  await expect.poll(savedBody).toMatchObject({ condition: { any: [subjectContains('b'), subjectContains('a')] } })
})

test('a condition can be dragged above another by its handle', async () => {
  const { savedBody } = await open(`/filters/${testId(1)}`, [
    saved({ any: [subjectContains('a'), subjectContains('b'), subjectContains('c')] }),
  ])
  const handle = row(3).getByRole('button', { name: /^Move this condition/ })
  await userEvent.dragAndDrop(handle, row(1), { targetPosition: { x: 40, y: 4 } })
  await expect.element(row(1).getByText('c', { exact: true })).toBeVisible()
  await save().click()
  await expect.poll(savedBody).toMatchObject({ condition: { any: [subjectContains('c'), subjectContains('a'), subjectContains('b')] } })
})

const queryInput = () => page.getByRole('textbox', { name: 'The same filter, typed' })

test('a valid query changes the builder at once, and the builder rewrites the query', async () => {
  await open(`/filters/${testId(1)}`, [saved({ any: [subjectContains('a')] })])
  await expect.element(queryInput()).toHaveValue('subject:a')
  await queryInput().fill('from:bank.example -subject:news')
  await expect.element(fieldPicker(1).first()).toHaveTextContent('From')
  await expect.element(page.getByRole('group', { name: 'but not when' }).getByText('news')).toBeVisible()
  await page.getByRole('group', { name: 'but not when' }).getByRole('button', { name: 'Remove condition' }).click()
  await expect.element(queryInput()).toHaveValue('from:bank.example')
})

test('an invalid query keeps the last valid tree, and says what is wrong and where', async () => {
  await open(`/filters/${testId(1)}`, [saved({ any: [subjectContains('a')] })])
  await queryInput().fill('subject:a (from:b')
  await expect.element(page.getByRole('alert')).toMatchTextContent(/Place 11: This isn’t closed/)
  await expect.element(queryInput()).toHaveAttribute('aria-invalid', 'true')
  await expect.element(row(1).getByText('a', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Show it' }).click()
  await expect.element(queryInput()).toHaveFocus()
  await queryInput().fill('subject:a (from:b)')
  await expect.element(page.getByText('In sync')).toBeVisible()
  await expect.element(fieldPicker(2)).toHaveTextContent('From')
})

test('typing is completed with the arrow keys', async () => {
  await open('/filters/new')
  await queryInput().fill('fro')
  await expect.element(page.getByRole('option', { name: /^from:/ })).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(queryInput()).toHaveValue('from:')
})

test('a filter that forwards many emails a day is saved only after confirmation', async () => {
  const confirmation = { status: 409, body: { code: 'filter_forwards_many', message: 'Many.', details: { perDay: 83.4 } } }
  let requests = 0
  const { staged } = await open('/filters/new', [], {
    'POST /api/filters': ({ body }) =>
      requests++ === 0 ? confirmation : { status: 201, body: { ...saved({ any: [] }), ...(body as object) } },
  })
  await name().fill('All')
  await wordsInput(1).fill('a')
  await save().click()
  await expect.element(page.getByRole('alertdialog', { name: 'This forwards about 83 emails a day' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Keep editing' })).toHaveFocus()
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => staged.address()).toBe('/filters')
  expect(
    staged.requests.filter(request => request.path === '/api/filters' && request.method === 'POST').map(request => request.body),
  ).toMatchObject([{ sureOfMany: false }, { sureOfMany: true }])
})

test('the filter is shown as a Sieve script to copy, with what Sieve cannot express', async () => {
  await open(`/filters/${testId(1)}`, [saved({ any: [subjectContains('a')] })])
  await page.getByRole('button', { name: 'Sieve' }).click()
  await expect.element(page.getByRole('region', { name: /in Sieve/ })).toMatchTextContent(/header :contains "subject" "a"/)
  await expect.element(page.getByText(/One difference in Sieve/)).toBeVisible()
})

test('a near miss is included with one click, and undo reverts that', async () => {
  const pdf = { field: 'attachment_name' as const, operator: 'ends' as const, values: ['.pdf'] }
  const parts = [foundInSubject('a', 'a bill'), { test: pdf, held: false, seen: 'bill.docx', hits: [] }]
  const { change: _, ...email } = trialSample(3, 'a bill', 'same', { group: 'all', held: false, parts })
  await open(`/filters/${testId(1)}`, [saved({ all: [subjectContains('a'), pdf] })], {
    'POST /api/filters/trials': () => streamed([{ kind: 'near', near: { ...email, failing: pdf } }, doneLine()]),
  })
  await page.getByRole('tab', { name: /Near misses/ }).click()
  await expect.element(page.getByText(/It was “bill\.docx”\./)).toBeVisible()
  await page.getByRole('button', { name: 'Include “a bill”' }).click()
  await expect.element(row(2).getByTitle('.docx')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(row(2).getByTitle('.docx')).not.toBeInTheDocument()
})

test.each<[string, FakeResponse, RegExp]>([
  ['no email', () => streamed([doneLine({ of: 0, matched: 0, gained: 0, lost: 0, since: null })]), /No email to try yet/],
  ['email of which only the headers are stored', () => streamed([doneLine({ unknown: 3 })]), /We couldn’t try 3 emails/],
  ['refused', () => streamed([{ kind: 'refused', code: 'x', message: 'Too many at once.' }]), /The trial didn’t run\. Too many at once\./],
  ['broken off', () => ({ status: 503, body: { code: 'x', message: 'Later.' } }), /The trial failed\. Later\./],
])('the trial says when there is %s', async (_, answer, text) => {
  await open(`/filters/${testId(1)}`, [saved({ any: [subjectContains('a')] })], { 'POST /api/filters/trials': answer })
  await expect.element(page.getByText(text).first()).toBeVisible()
})
