// Tests auth emails as text and as HTML.
import { expect, test } from 'vitest'
import { loadWords } from '../../foundation/words.ts'
import { renderAuthEmail } from './content.ts'

const link = 'https://mailferry.example/auth/v1/verify?token=abc&type=signup'

test('text and HTML contain the same link, code and expiry', () => {
  const { subject, text, html } = renderAuthEmail('signUp', { link, code: '123456', minutes: 60 })
  expect(subject).toBe('Confirm your email address')
  for (const fragment of ['123456', 'It works once and expires in 60 minutes.', 'ignore this email']) {
    expect(text).toContain(fragment)
    expect(html).toContain(fragment)
  }
  expect(text).toContain(link)
  expect(html).toContain('href="https://mailferry.example/auth/v1/verify?token=abc&#38;type=signup"')
})

test('an email with only a code has no link', () => {
  const { html, text } = renderAuthEmail('reauthenticate', { link: null, code: '123456', minutes: 60 })
  expect(html).not.toContain('href')
  expect(text).not.toContain('http')
})

test('user input is escaped', () => {
  const { html } = renderAuthEmail('changeNew', {
    link,
    code: null,
    minutes: null,
    values: { from: 'a@example.com', to: '"<img src=x>"@example.com' },
  })
  expect(html).not.toContain('<img')
  expect(html.slice(html.indexOf('<body'))).not.toContain('{')
})

test('a notification offers unsubscribing in its text and headers; a requested email does not', () => {
  const unsubscribe = 'https://mailferry.example/unsubscribe/t'
  const facts: [string, string][] = [['Device', '<b>Safari</b>']]
  const notification = renderAuthEmail('newDevice', { link, code: null, minutes: null, facts, unsubscribe: unsubscribe })
  expect(notification.headers).toEqual({ 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' })
  expect(notification.text).toContain(unsubscribe)
  expect(notification.text).toContain('Device: <b>Safari</b>')
  expect(notification.html).toContain(`href="${unsubscribe}"`)
  expect(notification.html).not.toContain('<b>')
  expect(renderAuthEmail('recovery', { link, code: '123456', minutes: 60 })).not.toHaveProperty('headers')
})

test('no email loads remote content', () => {
  const { html } = renderAuthEmail('recovery', { link, code: '123456', minutes: 60 })
  expect(html).not.toMatch(/<img|<link|<script|url\(/)
})

test('an Arabic email is set right to left, and its code left to right', () => {
  const { html } = renderAuthEmail('recovery', { link, code: '123456', minutes: 60 }, loadWords('ar'))
  expect(html).toContain('<html lang="ar" dir="rtl">')
  expect(html).toMatch(/dir="ltr"[^>]*>123456</)
})
