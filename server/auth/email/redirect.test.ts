// Tests which URLs a link may redirect to.
import { expect, test } from 'vitest'
import { allowedRedirect, withFragment, withQuery } from './redirect.ts'

const site = 'https://mailferry.example'
const allow = ['https://*.preview.example/app/*', 'https://other.example/**', 'https://bare.example', 'app.mailferry://callback']

test.each([
  ['https://mailferry.example/reset-password', true],
  ['https://mailferry.example:8443/x', false],
  ['http://mailferry.example/x', false],
  ['https://mailferry.example.evil.example/x', false],
  ['https://mailferry.example@evil.example/x', false],
  ['https://a.preview.example/app/one', true],
  ['https://a.b.preview.example/app/one', false],
  ['https://a.preview.example/app/one/two', false],
  ['https://evil.example/.preview.example/app/one', false],
  ['https://evil%2Eexample\\.preview.example/app/one', false],
  ['https://evil%2Eexample?.preview.example/app/one', false],
  ['https://evil。example\\.preview.example/app/one', false],
  ['https://other.example/any/where#else', true],
  ['https://bare.example', true],
  ['https://bare.example/', true],
  ['https://bare.example/x', false],
  ['app.mailferry://callback', true],
  ['javascript:alert(1)', false],
  ['//evil.example', false],
  ['https://2130706433/x', false],
  ['https://203.0.113.7/x', false],
  ['nonsense', false],
])('%s is allowed: %s', (requested, allowed) => {
  expect(allowedRedirect(site, allow, [requested])).toBe(allowed ? requested : site)
})

test('on localhost any port is allowed', () => {
  expect(allowedRedirect('http://localhost:8080', [], ['http://localhost:5173/x'])).toBe('http://localhost:5173/x')
})

test('a disallowed URL falls back to the referring page, then to our own site', () => {
  expect(allowedRedirect(site, [], ['https://evil.example', `${site}/login`])).toBe(`${site}/login`)
  expect(allowedRedirect(site, [], ['https://evil.example', null])).toBe(site)
})

test('result fields are added to the query or replace the fragment', () => {
  expect(withQuery(`${site}/a?x=1`, { code: 'c' })).toBe(`${site}/a?x=1&code=c`)
  expect(withFragment(`${site}/a?x=1#old`, { type: 'recovery' })).toBe(`${site}/a?x=1#type=recovery&sb=`)
})
