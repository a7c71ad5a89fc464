// Tests that trackers are stripped from links, and that other links stay unchanged.
import { expect, test } from 'vitest'
import { isBoilerplateLink, stripLinkTrackers } from './links.ts'

test.each([
  ['https://shop.example/a?id=7&utm_source=mail&utm_medium=x#top', 'https://shop.example/a?id=7#top'],
  ['https://shop.example/a?utm_campaign=x', 'https://shop.example/a'],
  ['https://click.shop.example/ls/click?upn=abc&url=https%3A%2F%2Fshop.example%2Fb%3Fc%3D1', 'https://shop.example/b?c=1'],
  ['https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fshop.example%2F&data=1', 'https://shop.example/'],
  ['https://www.google.com/url?q=https://shop.example/x&sa=D', 'https://shop.example/x'],
  ['https://x.r.eu.awstrack.me/L0/https:%2F%2Fshop.example%2Fy/1/0100-000000/abc=3', 'https://shop.example/y'],
  ['https://urldefense.com/v3/__https://shop.example/z__;!!abc', 'https://shop.example/z'],
])('%s leads to %s', (url, href) => {
  expect(stripLinkTrackers(url)).toEqual({ href, isOpaque: false })
})

test.each([
  'https://app.example/reset?token=eyJ0IjoiOTkxIn0.c2ln&next=%2Fhome',
  'https://app.example/login?next=https%3A%2F%2Fapp.example%2Fhome',
  'https://app.example/a_(b)?x=1&&y',
])('%s stays unchanged', href => {
  expect(stripLinkTrackers(href)).toEqual({ href, isOpaque: false })
})

test('a tracker that hides the target is detected', () => {
  expect(stripLinkTrackers('https://u1.ct.mail.example/ls/click?upn=u001.abc')).toEqual({
    href: 'https://u1.ct.mail.example/ls/click?upn=u001.abc',
    isOpaque: true,
  })
})

test.each(['mailto:a@b.example', 'javascript:alert(1)', 'tel:+1555', '#top', '/relative', 'https://', 'data:text/html,x', ''])(
  '%j is no page',
  url => {
    expect(stripLinkTrackers(url)).toBeNull()
  },
)

test('boilerplate links are recognized in many languages', () => {
  for (const words of [
    'Unsubscribe',
    'Newsletter abbestellen',
    'Darte de baja',
    'Se désabonner',
    'View in browser',
    '配信停止はこちら',
    'إلغاء الاشتراك',
  ])
    expect(isBoilerplateLink(words), words).toBe(true)
  for (const words of ['Confirm your address', 'Rechnung ansehen', 'Pay now']) expect(isBoilerplateLink(words), words).toBe(false)
})
