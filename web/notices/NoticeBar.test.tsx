// Tests that notices appear above the page, and go when the server has none any more.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openNoticeBar } from './NoticeBar.tsx'

test('each notice is a line above the page, in the order of the server, and all of them can go', async () => {
  const root = document.createElement('div')
  root.textContent = 'The page'
  document.body.append(root)
  const show = openNoticeBar(root)
  const notice = { level: 'warn' as const, audience: 'all' as const }
  show([
    { ...notice, id: '1', text: 'Maintenance until 14:00.' },
    { ...notice, id: '2', level: 'info', text: 'New plans.' },
  ])
  const bar = page.getByRole('status')
  await expect.element(bar).toHaveTextContent('Maintenance until 14:00.New plans.')
  expect(bar.element().compareDocumentPosition(root) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  show([])
  await expect.element(bar).toHaveTextContent('')
  root.remove()
})
