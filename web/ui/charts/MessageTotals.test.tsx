// Tests what the email totals show and how they are read aloud.
import { expect, test } from 'vitest'
import { stage } from '../../stage.fixture.tsx'
import { MessageTotals } from './MessageTotals.tsx'

const none = { arrived: 0, forwarded: 0, underWay: 0, held: 0, failed: 0, notMatched: 0, suppressed: 0 }
const links = { arrived: '/a', forwarded: '/f', underWay: '/u', held: '/h', failed: '/x', notMatched: '/n', suppressed: '/s' }

test('the sum is read aloud as one sentence that leaves out empty parts', async () => {
  const screen = await stage(<MessageTotals figures={{ ...none, arrived: 1204, forwarded: 37, notMatched: 1160, held: 7 }} links={links} />)
  await expect
    .element(screen.getByRole('group', { name: '1,204 arrived equals 37 forwarded plus 7 on hold plus 1,160 not matched' }))
    .toBeVisible()
  expect(screen.getByText('failed').query()).toBeNull()
  expect(screen.getByText('in progress').query()).toBeNull()
})

test('each figure links to its list', async () => {
  const screen = await stage(<MessageTotals figures={{ ...none, arrived: 3, failed: 2, suppressed: 1 }} links={links} />)
  await expect.element(screen.getByRole('link', { name: '2 failed' })).toHaveAttribute('href', '/x')
  await expect.element(screen.getByRole('link', { name: '1 suppressed' })).toHaveAttribute('href', '/s')
})

test('the failed figure says how many failures were reported by email', async () => {
  const screen = await stage(<MessageTotals figures={{ ...none, arrived: 3, forwarded: 1, failed: 2, byEmail: 1 }} links={links} />)
  await expect.element(screen.getByRole('link', { name: '2 failed (1 emailed to you)' })).toHaveAttribute('href', '/x')
})

test('without any email there is no equation', async () => {
  const screen = await stage(<MessageTotals figures={none} links={links} />)
  await expect.element(screen.getByRole('group', { name: '0 arrived' })).toBeVisible()
  expect(document.body.textContent).not.toContain('=')
})
