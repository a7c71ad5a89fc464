// Tests that only pages are taken for links.
import { expect, test } from 'vitest'
import { linkOf } from './refs.ts'

test('the browser is sent to pages alone, whatever an answer says', () => {
  expect(linkOf('https://checkout.stripe.com/c/pay/1')).toBe('https://checkout.stripe.com/c/pay/1')
  expect(linkOf('http://127.0.0.1:4242/i/1')).toBe('http://127.0.0.1:4242/i/1')
  for (const url of ['javascript:alert(1)', ' https://evil.example', 'data:text/html,x', '//evil.example', '/plans', '', null, undefined])
    expect(linkOf(url)).toBeNull()
})
