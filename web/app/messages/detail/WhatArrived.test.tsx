// Tests that an email's text is shown shortened first, and longer on request.
import { expect, test } from 'vitest'
import { stage } from '../../../stage.fixture.tsx'
import { messageDetail, messageLine } from '../../queries/messages.fixture.ts'
import { truncate, WhatArrived } from './WhatArrived.tsx'

test.each([
  ['short', 20, 'short'],
  ['one two three', 9, 'one two…'],
  ['onelongwordwithoutend', 8, 'onelongw…'],
  ['abcdefg🚢', 8, 'abcdefg…'],
])('%j truncated at %i is %j', (text, maxLength, expected) => {
  expect(truncate(text, maxLength)).toBe(expected)
})

test('a long email is shown in part, then mostly, with a note about the rest', async () => {
  const body = `Hello.\r\n\r\n\r\n\r\n${'word '.repeat(400)}`
  const screen = await stage(<WhatArrived message={messageDetail(messageLine(1, 'read'), { body })} />, ['forwarded'])
  const visibleLength = () => screen.container.textContent.length
  expect(visibleLength()).toBeLessThan(600)
  await screen.getByRole('button', { name: 'Show more' }).click()
  expect(visibleLength()).toBeGreaterThan(1100)
  expect(visibleLength()).toBeLessThan(1500)
  await expect.element(screen.getByText('The email continues. The rest is in your mailbox.')).toBeVisible()
})

test('attachments are listed with their size, and an email without text says so', async () => {
  const attachments = [{ name: 'receipt.pdf', type: 'application/pdf', sizeBytes: 84_000 }]
  const screen = await stage(<WhatArrived message={messageDetail(messageLine(1, 'read'), { body: ' \r\n', attachments })} />, ['forwarded'])
  await expect.element(screen.getByText('Attached: receipt.pdf, 84 kB')).toBeVisible()
  await expect.element(screen.getByText('This email has no text.')).toBeVisible()
})

test('the panel says why an email’s text is missing, instead of claiming it has none', async () => {
  const missing = 'No filter needed the text of this email, so we didn’t download it. The rest is in your mailbox.'
  const screen = await stage(<WhatArrived message={messageDetail(messageLine(1, null), { body: '', missing })} />, ['forwarded'])
  await expect.element(screen.getByText(missing)).toBeVisible()
  expect(screen.container.textContent).not.toContain('This email has no text.')
})

test('an email keeps its own text direction, regardless of the page language', async () => {
  const screen = await stage(
    <div dir="rtl">
      <WhatArrived message={messageDetail(messageLine(1, 'read', { subject: 'Lunch.' }), { body: 'Dear parents.' })} />
    </div>,
    ['forwarded'],
  )
  for (const text of ['Lunch.', 'Dear parents.']) expect(getComputedStyle(screen.getByText(text).element()).direction).toBe('ltr')
})
