// Tests how the sender of an email is identified, including senders who disguise themselves.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matches } from '../match.ts'
import { listed, mailFrom, readingOf } from '../testing/messages-from.fixture.ts'
import { anyView } from '../testing/random-messages.fixture.ts'
import { Test } from '../tree.ts'
import { identifySender, type PhoneFilterKind } from './sender.ts'

const said = (view: ReturnType<typeof mailFrom>, wish: PhoneFilterKind) => {
  const meant = identifySender(view, wish)
  return typeof meant === 'string' ? meant : `${meant.test.field} ${meant.test.operator} ${meant.who}`
}
const both = (view: ReturnType<typeof mailFrom>) => [said(view, 'always'), said(view, 'never')]

test('a person is identified by address, no matter what their display name says', () => {
  expect(both(mailFrom([{ name: '*Boss* <boss@bank.example>', address: 'Evil@Shop.example' }]))).toEqual([
    'from is evil@shop.example',
    'from is evil@shop.example',
  ])
})

test('a mailing list is identified by its id; suppressing it requires the sender’s own list or its signature', () => {
  const ours = mailFrom([{ address: 'notifications@forge.example' }], listed('boats <boats.maya.forge.example>'))
  expect(both(ours)).toEqual(['list is boats.maya.forge.example', 'list is boats.maya.forge.example'])
  const theirs = mailFrom([{ address: 'bob@elsewhere.example' }], listed('<sailing.lists.example>'))
  expect(both(theirs)).toEqual(['list is sailing.lists.example', 'from is bob@elsewhere.example'])
  expect(said({ ...theirs, signedBy: ['lists.example'] }, 'never')).toBe('list is sailing.lists.example')
  expect(said({ ...theirs, signedBy: ['elsewhere.example'] }, 'never')).toBe('from is bob@elsewhere.example')
})

test.each(['', 'Our news', '<a b.example>', '<lists.example*>', `<${'a.'.repeat(200)}example>`, '<a..example>', 'x'.repeat(10_000)])(
  'what is called %j is no list',
  id => {
    expect(said(mailFrom([{ address: 'bob@elsewhere.example' }], listed(id)), 'always')).toBe('from is bob@elsewhere.example')
  },
)

test('two List-Ids count as none', () => {
  const view = mailFrom([{ address: 'bob@a.example' }])
  const headers = [...listed('<one.a.example>').headers, ...listed('<two.a.example>').headers]
  expect(said({ ...view, headers }, 'always')).toBe('from is bob@a.example')
})

test('for a no-reply address, always covers the domain, but never only that address', () => {
  expect(both(mailFrom([{ address: 'no-reply@mail.bank.example' }]))).toEqual([
    'sender_domain is mail.bank.example',
    'from is no-reply@mail.bank.example',
  ])
  expect(said(mailFrom([{ address: 'noreply@gmail.com' }]), 'always')).toBe('from is noreply@gmail.com')
  expect(said(mailFrom([{ address: 'no-reply@localhost' }]), 'always')).toBe('from is no-reply@localhost')
})

test('changing address tags are one sender, and an asterisk in the address matches nobody else', () => {
  expect(both(mailFrom([{ address: 'news+8f3a@shop.example' }]))).toEqual([
    'from wildcard news+*@shop.example',
    'from wildcard news+*@shop.example',
  ])
  expect(said(mailFrom([{ address: '*+a@shop.example' }]), 'never')).toBe('from is *+a@shop.example')
  expect(said(mailFrom([{ address: 'a+*@shop.example' }]), 'never')).toBe('from wildcard a+*@shop.example')
})

test('no sender, several senders or an invalid address gives no filter', () => {
  expect(both(mailFrom([]))).toEqual(['no_sender', 'no_sender'])
  expect(both(mailFrom([{ address: 'boss@bank.example' }, { address: 'evil@shop.example' }]))).toEqual([
    'several_senders',
    'several_senders',
  ])
  expect(said(mailFrom([{ address: 'A@a.example' }, { address: 'a@A.example' }]), 'never')).toBe('from is a@a.example')
  for (const address of [
    '',
    '@',
    'a',
    'a@',
    '@a.example',
    'a b@c.example',
    'a\n@c.example',
    'a\u202e@c.example',
    'a\u200b@c.example',
    'a@c..example',
    'a@[127.0.0.1]',
    '"a"@c.example',
    `${'a'.repeat(10_000)}@c.example`,
    `a@${'c.'.repeat(5_000)}example`,
    `a@${'c'.repeat(64)}.example`,
  ])
    expect([address.slice(0, 30), said(mailFrom([{ address }]), 'always')]).toEqual([address.slice(0, 30), 'no_sender'])
})

test('suppressing a look-alike does not suppress the address it imitates', () => {
  const meant = identifySender(mailFrom([{ address: 'news@shоp.example' }]), 'never')
  if (typeof meant === 'string') throw new Error(meant)
  expect(matches(meant.test, readingOf(mailFrom([{ address: 'news@shоp.example' }])))).toBe(true)
  expect(matches(meant.test, readingOf(mailFrom([{ address: 'news@shop.example' }])))).toBe(false)
})

test('for any email, the filter is valid, matches it and names its sender on one line', () => {
  const address = fc.oneof(
    fc.constantFrom('a+1@b.example', 'no-reply@b.example', 'x@y.example', 'ünï@bücher.example', 'a@xn--bcher-kva.example'),
    fc.string({ unit: 'binary', maxLength: 12 }).map(local => `${local}@b.example`),
  )
  const view = fc
    .tuple(anyView, fc.array(address, { maxLength: 2 }))
    .map(([any, from]) => ({ ...any, from: mailFrom(from.map(a => ({ address: a }))).from }))
  fc.assert(
    fc.property(view, fc.constantFrom<PhoneFilterKind>('always', 'never'), (mail, wish) => {
      const meant = identifySender(mail, wish)
      if (typeof meant === 'string') return
      expect(Test.safeParse(meant.test).success).toBe(true)
      expect(meant.who).toMatch(/^[^\s\p{C}]{1,254}$/u)
      expect(matches(meant.test, readingOf(mail))).toBe(true)
    }),
    { numRuns: 300 },
  )
})
