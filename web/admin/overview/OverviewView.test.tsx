// Tests that the overview names the state of each part with its fix, and that each figure leads to its list.
import { expect, test } from 'vitest'
import { stage } from '../../stage.fixture.tsx'
import { OverviewView } from './OverviewView.tsx'
import { overview } from './overview.fixture.ts'

const show = (maySeeRows = true) =>
  stage(<OverviewView overview={overview} alerts={null} maySeeRows={maySeeRows} />, ['adminoverview', 'adminui'])

test('what is wrong comes first, each with what to do and where; each part shows its state', async () => {
  const screen = await show()
  const troubles = screen.getByRole('list', { name: 'What’s wrong' })
  await expect
    .element(troubles.getByRole('listitem').filter({ hasText: 'Delivery' }))
    .toMatchTextContent(/Nobody sends them.*Start a host.*Failing/)
  const disk = troubles.getByRole('listitem').filter({ hasText: 'Disk' })
  await expect.element(disk.getByRole('link')).toHaveAttribute('href', '/admin/diagnostics')
  const parts = screen.getByRole('list', { name: 'Parts' })
  await expect.element(parts.getByRole('listitem').filter({ hasText: 'Delivery' })).toMatchTextContent(/Failing/)
  await expect.element(screen.getByRole('listitem').filter({ hasText: 'Database' })).toMatchTextContent(/OK/)
})

test('figures lead to their lists; more than is counted is shown with a plus', async () => {
  const screen = await show()
  await expect.element(screen.getByRole('row', { name: /On hold/ })).toMatchTextContent(/50,000\+/)
  const link = (name: string | RegExp) => screen.getByRole('link', { name })
  await expect.element(link('There is no such number.')).toHaveAttribute('href', '/admin?list=deliveries&state=failed&reason=number_wrong')
  await expect.element(link('wrong password')).toHaveAttribute('href', '/admin?list=mailboxes&state=needs_you&reason=wrong_password')
  // The number beside each leads to the same list.
  await expect
    .element(screen.getByRole('link', { name: '5', exact: true }))
    .toHaveAttribute('href', '/admin?list=deliveries&state=failed&reason=number_wrong')
  await expect
    .element(screen.getByRole('link', { name: '7', exact: true }))
    .toHaveAttribute('href', '/admin?list=mailboxes&state=needs_you&reason=wrong_password')
  await expect.element(link('50,000+')).toHaveAttribute('href', '/admin?list=deliveries&state=held')
  await expect.element(link('€27.00')).toHaveAttribute('href', '/admin/subscriptions')
  await expect.element(link('1,204 per minute')).toHaveAttribute('href', '/admin/analytics')
  await expect.element(screen.getByRole('img', { name: /1207 in total/ })).toBeVisible()
})

test('a silent host says since when, and who may not see rows gets no links to them', async () => {
  const screen = await show(false)
  await expect.element(screen.getByRole('row', { name: /mail-2/ })).toMatchTextContent(/No report since/)
  await expect.element(screen.getByRole('row', { name: /web-1 \(this one\)/ })).toMatchTextContent(/CPU 7%, 200 MB.*80% used/)
  expect(screen.getByRole('link', { name: 'wrong password' }).query()).toBeNull()
  expect(screen.getByRole('list', { name: 'What’s wrong' }).getByRole('link').elements()).toEqual([])
})
