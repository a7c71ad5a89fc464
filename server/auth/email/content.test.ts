// What the emails of the auth module say, as text and as HTML.
import { expect, test } from 'vitest'
import { renderAuthEmail } from './content.ts'

const link = 'https://mailferry.example/auth/v1/verify?token=abc&type=signup'

test('text and HTML carry the same link, code and life', () => {
  const { subject, text, html } = renderAuthEmail('signUp', { link, code: '123456', minutes: 60 })
  expect(subject).toBe('Confirm your e-mail address')
  for (const part of ['123456', 'It works once, for 60 minutes.', 'If it was not you']) {
    expect(text).toContain(part)
    expect(html).toContain(part)
  }
  expect(text).toContain(link)
  expect(html).toContain('href="https://mailferry.example/auth/v1/verify?token=abc&#38;type=signup"')
})

test('a mail with a code alone has no link', () => {
  const { html, text } = renderAuthEmail('reauthenticate', { link: null, code: '123456', minutes: 60 })
  expect(html).not.toContain('href')
  expect(text).not.toContain('http')
})

test('what a stranger typed stays text', () => {
  const { html } = renderAuthEmail('changeNew', {
    link,
    code: null,
    minutes: null,
    values: { from: 'a@example.com', to: '"<img src=x>"@example.com' },
  })
  expect(html).not.toContain('<img')
  expect(html.slice(html.indexOf('<body'))).not.toContain('{')
})

test('a notice says how to stop it in its text and for mail programs; what was asked for does not', () => {
  const stop = 'https://mailferry.example/unsubscribe/t'
  const facts: [string, string][] = [['Device', '<b>Safari</b>']]
  const notice = renderAuthEmail('newDevice', { link, code: null, minutes: null, facts, stop })
  expect(notice.headers).toEqual({ 'List-Unsubscribe': `<${stop}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' })
  expect(notice.text).toContain(stop)
  expect(notice.text).toContain('Device: <b>Safari</b>')
  expect(notice.html).toContain(`href="${stop}"`)
  expect(notice.html).not.toContain('<b>')
  expect(renderAuthEmail('recovery', { link, code: '123456', minutes: 60 })).not.toHaveProperty('headers')
})

test('no mail loads anything from elsewhere', () => {
  const { html } = renderAuthEmail('recovery', { link, code: '123456', minutes: 60 })
  expect(html).not.toMatch(/<img|<link|<script|url\(/)
})

test('a letter in Arabic is set from the right, and its code from the left', () => {
  const { html } = renderAuthEmail('recovery', { link, code: '123456', minutes: 60 }, 'ar')
  expect(html).toContain('<html lang="ar" dir="rtl">')
  expect(html).toMatch(/dir="ltr"[^>]*>123456</)
})
