// Tests that an email's text is shown shortened first, and longer on request.
import { expect, test } from 'vitest'
import { stage } from '../../../stage.fixture.tsx'
import { detail, line } from '../../queries/messages.fixture.ts'
import { cut, WhatArrived } from './WhatArrived.tsx'

test.each([
  ['short', 20, 'short'],
  ['one two three', 9, 'one two…'],
  ['onelongwordwithoutend', 8, 'onelongw…'],
  ['abcdefg🚢', 8, 'abcdefg…'],
])('%j cut at %i reads %j', (text, most, expected) => {
  expect(cut(text, most)).toBe(expected)
})

test('a long mail is shown in part, then in most, and the rest is named', async () => {
  const body = `Hello.\r\n\r\n\r\n\r\n${'word '.repeat(400)}`
  const screen = await stage(<WhatArrived message={detail(line(1, 'read'), { body })} />, ['forwarded'])
  const shown = () => screen.container.textContent.length
  expect(shown()).toBeLessThan(600)
  await screen.getByRole('button', { name: 'Show more of the text' }).click()
  expect(shown()).toBeGreaterThan(1100)
  expect(shown()).toBeLessThan(1500)
  await expect.element(screen.getByText('The mail goes on. All of it is in your mailbox.')).toBeVisible()
})

test('attachments are named with their size, and a mail without text says so', async () => {
  const attachments = [{ name: 'receipt.pdf', type: 'application/pdf', sizeBytes: 84_000 }]
  const screen = await stage(<WhatArrived message={detail(line(1, 'read'), { body: ' \r\n', attachments })} />, ['forwarded'])
  await expect.element(screen.getByText('Attached: receipt.pdf, 84 kB')).toBeVisible()
  await expect.element(screen.getByText('This mail has no text.')).toBeVisible()
})

test('of a mail whose text is not here the panel says why, and not that it has none', async () => {
  const lack = 'The text of this mail was not fetched, because no filter asked for it. All of it is in your mailbox.'
  const screen = await stage(<WhatArrived message={detail(line(1, null), { body: '', missing: lack })} />, ['forwarded'])
  await expect.element(screen.getByText(lack)).toBeVisible()
  expect(screen.container.textContent).not.toContain('This mail has no text.')
})

test('a mail lies as its own letters do, whatever the language of the page', async () => {
  const screen = await stage(
    <div dir="rtl">
      <WhatArrived message={detail(line(1, 'read', { subject: 'Lunch.' }), { body: 'Dear parents.' })} />
    </div>,
    ['forwarded'],
  )
  for (const text of ['Lunch.', 'Dear parents.']) expect(getComputedStyle(screen.getByText(text).element()).direction).toBe('ltr')
})
