// Tests editing an amount: its currency, and a range that cannot begin above its end.
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { doneLine, filterLine, streamed } from '../../queries/filters.fixture.ts'
import { testId } from '../../queries/messages.fixture.ts'
import { stageScreen } from '../../stage-screen.fixture.tsx'
import { FilterEditor } from '../FilterEditor.tsx'

afterEach(() => vi.unstubAllGlobals())

test('an amount takes a currency, becomes a range, and cannot begin above its end', async () => {
  await page.viewport(1280, 900)
  const bills = filterLine(1, 'Bills', { any: [{ field: 'amount', operator: 'over', amount: 100 }] })
  const preview = { header: null, body: '*Bill*', footer: null, buttons: [], file: null }
  const { requests } = await stageScreen({
    catalogs: ['filterlist', 'editor', 'builder', 'hours', 'sentence', 'oncall'],
    at: `/filters/${testId(1)}`,
    routes: { '/filters/:id': <FilterEditor />, '*': <p>elsewhere</p> },
    responses: {
      'GET /api/filters': () => ({ items: [bills], next: null }),
      'POST /api/filters/trials': () => streamed([doneLine()]),
      'POST /api/filters/previews': () => ({ preview, hidden: null, isExample: false, collected: null }),
      [`PUT /api/filters/${testId(1)}`]: ({ body }) => ({ ...bills, ...(body as object) }),
    },
  })
  const savedBody = () => requests.find(request => request.method === 'PUT')?.body
  const row = page.getByRole('group', { name: 'Condition 1' })
  const number = (name: string) => row.getByRole('spinbutton', { name })
  const save = page.getByRole('button', { name: 'Save changes' }).first()
  await number('Amount').fill('500.5')
  await row.getByRole('combobox', { name: 'Currency' }).selectOptions('EUR Euro')
  await row.getByRole('combobox', { name: 'Comparison' }).selectOptions('is between')
  await number('To').fill('20')
  await save.click()
  await expect.element(row).toMatchTextContent(/Enter the smaller amount first\./)
  expect(savedBody()).toBeUndefined()
  await number('To').fill('750')
  await save.click()
  await expect
    .poll(savedBody)
    .toMatchObject({ condition: { any: [{ field: 'amount', operator: 'between', from: 500.5, to: 750, currency: 'EUR' }] } })
})
