// Tests named lists: bulk paste, duplicates, and the warning before a list in use is deleted.
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { filterLine, subjectContains } from '../../queries/filters.fixture.ts'
import { testId } from '../../queries/messages.fixture.ts'
import { stageScreen } from '../../stage-screen.fixture.tsx'
import { parseEntries } from './ListEditor.tsx'
import { NamedLists } from './NamedLists.tsx'

afterEach(() => vi.unstubAllGlobals())

test('pasted entries are split into lines, without duplicates', () => {
  expect(parseEntries(' a@example.com,\nB\n\nb\n@example.org;c')).toEqual({
    entries: ['a@example.com', 'b', '@example.org', 'c'],
    duplicates: 1,
    tooLong: null,
  })
  expect(parseEntries('x'.repeat(321)).tooLong).toHaveLength(321)
})

const open = () =>
  stageScreen({
    catalogs: ['filterways'],
    at: '/filters/lists',
    routes: { '/filters/lists': <NamedLists />, '*': <p>elsewhere</p> },
    responses: {
      'GET /api/filters': () => ({ items: [filterLine(1, 'Bank', subjectContains('a'))], next: null }),
      'GET /api/filters/lists': () => ({ items: [{ name: 'Family', entries: ['a@example.com'], usedBy: [testId(1)] }], next: null }),
      'PUT /api/filters/lists/Work': ({ body }) => ({ name: 'Work', usedBy: [], ...(body as object) }),
    },
  })

test('a new list needs a unique name and an entry', async () => {
  const { requests } = await open()
  await page.getByRole('button', { name: 'New list' }).click()
  const name = page.getByRole('textbox', { name: 'List name' })
  await name.fill('family')
  const save = page.getByRole('button', { name: 'Save list' })
  const press = async () => {
    save.element().focus()
    await userEvent.keyboard('{Enter}')
  }
  await press()
  await expect.element(page.getByText('You already have a list with that name.')).toBeVisible()
  await expect.element(page.getByText('Enter at least one entry.')).toBeVisible()
  await name.fill('Work')
  await page.getByRole('textbox', { name: 'Entries, one per line' }).fill('anna@example.com\n@example.org')
  await press()
  await expect
    .poll(() => requests.find(request => request.method === 'PUT')?.body)
    .toEqual({ entries: ['anna@example.com', '@example.org'] })
})

test('deleting a list names the filters that use it', async () => {
  await open()
  await expect.element(page.getByRole('link', { name: 'Bank' })).toHaveAttribute('href', `/filters/${testId(1)}`)
  await page.getByRole('button', { name: 'Delete Family' }).click()
  await expect.element(page.getByText('These filters still use it: Bank. Change them first.')).toBeVisible()
})
