// The editor of a filter: nothing typed is lost, what is missing is marked, and the keyboard is enough.
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { SavedFilter } from '../../core/api/filters.ts'
import type { Condition } from '../../core/filters/tree.ts'
import { FilterEditor } from './FilterEditor.tsx'
import { at, idOf } from './made-up.ts'
import { type Answer, stageScreen } from './stage-screen.tsx'

afterEach(() => vi.unstubAllGlobals())

const saved = (condition: Condition): SavedFilter => ({
  id: idOf(1),
  name: 'Home',
  paused: false,
  condition,
  actions: [{ kind: 'forward', destinationIds: [] }],
  position: 1,
  createdAt: at('08:00:00'),
  updatedAt: at('08:00:00'),
})

async function open(start: string | { pathname: string; state: unknown }, filters: SavedFilter[] = [], more: Record<string, Answer> = {}) {
  const staged = await stageScreen({
    rooms: ['filters', 'sentence'],
    at: start,
    routes: { '/filters/new': <FilterEditor />, '/filters/:id': <FilterEditor />, '/filters': <p>the list</p>, '*': <p>elsewhere</p> },
    answers: {
      'GET /api/filters': () => ({ items: filters, next: null }),
      'POST /api/filters': ({ body }) => ({ status: 201, body: { ...saved({ any: [] }), ...(body as object) } }),
      [`PUT /api/filters/${idOf(1)}`]: ({ body }) => ({ ...saved({ any: [] }), ...(body as object) }),
      ...more,
    },
  })
  const written = () => staged.asked.find(ask => ask.method !== 'GET')?.body
  return { ...staged, written }
}

const name = () => page.getByRole('textbox', { name: 'Name' })
const row = (n: number) => page.getByRole('group', { name: `Condition ${n}` })
const words = (n: number) => row(n).getByRole('textbox')
const save = () => page.getByRole('button', { name: 'Save filter' }).first()
const says = (value: string): Condition => ({ field: 'subject', operator: 'contains', values: [value] })

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
  })
  await expect.poll(address).toBe('/filters')
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
  await userEvent.tab()
  await userEvent.tab()
  await userEvent.tab()
  await userEvent.tab()
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
  await expect.element(row(1).getByRole('combobox', { name: 'What to look at' })).toHaveFocus()
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
  await expect.element(row(1).getByRole('combobox', { name: 'What to look at' })).toHaveValue('from')
  await expect.element(row(1).getByText('anna@example.com')).toBeVisible()
})

test('a size may be emptied while it is typed anew', async () => {
  const { written } = await open(`/filters/${idOf(1)}`, [saved({ any: [{ field: 'size', operator: 'over', bytes: 2_000_000 }] })])
  const size = row(1).getByRole('spinbutton')
  await size.fill('')
  await expect.element(size).toHaveValue(null)
  await size.fill('500')
  await save().click()
  await expect.poll(written).toMatchObject({ condition: { any: [{ field: 'size', operator: 'over', bytes: 500_000 }] } })
})

test('filters that cannot be read are no unknown filter', async () => {
  await open(`/filters/${idOf(1)}`, [], { 'GET /api/filters': () => ({ status: 500, body: { code: 'x', message: 'Try later.' } }) })
  await expect.element(page.getByRole('alert')).toMatchTextContent(/Your filters could not be read\. Try later\./)
})

test('whoever leaves an unsaved filter is asked first, and may keep editing', async () => {
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

test('a changed filter that is deleted asks no second time', async () => {
  const { address } = await open(`/filters/${idOf(1)}`, [saved({ any: [says('a')] })], { [`DELETE /api/filters/${idOf(1)}`]: () => ({}) })
  await name().fill('Other')
  await page.getByRole('button', { name: 'Delete filter' }).click()
  await expect.element(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await expect.poll(address).toBe('/filters')
})
