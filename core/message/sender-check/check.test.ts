// Tests a sender's badge: verified, warnings with reasons, and none for ordinary senders.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainView } from '../../filters/testing/plain-message.fixture.ts'
import { anyView } from '../../filters/testing/random-messages.fixture.ts'
import type { MailView } from '../view.ts'
import { firstWarning } from './badge.ts'
import { assessSender } from './check.ts'
import { buildContacts } from './contacts.ts'
import { countSenders, type KnownSenders, noKnownSenders } from './known-senders.ts'
import { toNameKey } from './name-key.ts'

const pass = { spf: 'pass', dkim: 'pass', dmarc: 'pass' } as const
const often = { emails: 5, day: 20_000 }
const known: KnownSenders = {
  domains: ['northgale.com', 'tide-well.co.uk', 'gmail.com'].map(domain => ({ domain, ...often })),
  names: [
    { key: toNameKey('Anna Boss') ?? '', address: 'anna@northgale.com', ...often },
    { key: toNameKey('Ben Clark') ?? '', address: 'ben.clark@gmail.com', ...often },
  ],
}
const contacts = buildContacts([known], ['me@own-house.com'])
const from = (address: string, name = '', change: Partial<MailView> = {}) => plainView({ from: [{ name, address }], ...change })
const found = (view: MailView, isFirst: boolean | null = false) => assessSender(view, contacts, isFirst)
const listReasons = (view: MailView) => found(view).reasons.map(({ kind, real }) => `${kind} ${real}`)

test.each<[string, Partial<MailView>, string]>([
  ['DMARC passes', { auth: pass }, 'verified'],
  ['a signature of the domain holds', { auth: { spf: 'none', dkim: 'pass', dmarc: 'none' }, signedBy: ['mail.northgale.com'] }, 'verified'],
  ['a signature of another holds', { auth: { spf: 'pass', dkim: 'pass', dmarc: 'none' }, signedBy: ['sender.net'] }, 'none'],
  ['nobody checked', { auth: null, signedBy: ['northgale.com'] }, 'none'],
  ['DMARC fails', { auth: { spf: 'pass', dkim: 'pass', dmarc: 'fail' }, signedBy: ['northgale.com'] }, 'warning'],
  ['SPF and the signature fail', { auth: { spf: 'fail', dkim: 'fail', dmarc: 'none' } }, 'warning'],
  ['SPF alone fails', { auth: { spf: 'fail', dkim: 'none', dmarc: 'none' } }, 'none'],
  ['there are two senders', { auth: pass, from: ['a@northgale.com', 'b@x.com'].map(address => ({ name: '', address })) }, 'none'],
])('where %s', (_, change, badge) => {
  expect(found(from('a@northgale.com', '', change)).badge).toBe(badge)
})

test.each([
  ['x@n0rthgale.com', 'northgale.com'],
  ['x@northga1e.com', 'northgale.com'],
  ['x@northgaie.com', 'northgale.com'],
  ['x@nortgale.com', 'northgale.com'],
  ['x@northgael.com', 'northgale.com'],
  ['x@xn--nrthgale-nbh.com', 'northgale.com'],
  ['x@nоrthgale.com', 'northgale.com'],
  ['x@northgale-support.net', 'northgale.com'],
  ['x@secure-northgale.com', 'northgale.com'],
  ['x@northgalelogin.com', 'northgale.com'],
  ['x@northgale.xyz', 'northgale.com'],
  ['x@northgale.co', 'northgale.com'],
  ['x@northgale.com.sign-in.net', 'northgale.com'],
  ['x@tidewell.co.uk', 'tide-well.co.uk'],
  ['x@own-h0use.com', 'own-house.com'],
  ['x@paypa1.com', 'paypal.com'],
  ['x@rnicrosoft.com', 'microsoft.com'],
  ['x@apple-support.com', 'apple.com'],
  ['x@dhl-tracking.info', 'dhl.com'],
])('%s looks like %s, even if its authentication passes', (address, real) => {
  const { badge, reasons } = found(from(address, '', { auth: pass }))
  expect([badge, reasons[0]?.kind, reasons[0]?.real]).toEqual(['warning', 'lookalike', real])
})

test.each([
  'x@northgale.com',
  'x@mail.northgale.com',
  'x@northgale.de',
  'x@apple-tree.org',
  'x@northern.com',
  'x@chase.com',
  'x@paypal.de',
  'x@amazon.co.jp',
  'x@münchen.de',
  'x@пример.рф',
  'x@xn--mnchen-3ya.de',
  'x@localhost',
  'x@[192.0.2.1]',
])('%s looks like nobody else', address => {
  expect(listReasons(from(address, '', { auth: pass }))).toEqual([])
})

test('mixed alphabets in a name cause a warning even if they imitate nobody', () => {
  expect(listReasons(from('x@bоgus.com'))).toEqual(['mixed_letters '])
  expect(listReasons(from('x@сосоа.com'))).toEqual(['mixed_letters '])
})

const list = { headers: [{ name: 'List-Unsubscribe', value: '<https://list.example>' }], auth: pass }
test.each<[string, MailView, string[]]>([
  ['another address', from('x@elsewhere.net', 'service@bank.com'), ['name_address x@elsewhere.net']],
  ['its own domain', from('x@bank.com', 'service@bank.com'), []],
  [
    'the one who is answered',
    from('group@lists.net', 'ann@bank.com via group', { replyTo: [{ name: '', address: 'ann@bank.com' }], ...list }),
    [],
  ],
  ['a known name', from('anna@elsewhere.net', 'Boss, Anna'), ['name_known anna@elsewhere.net']],
  ['a known name in other letters', from('anna@elsewhere.net', 'Аnnа Bоss'), ['name_known anna@elsewhere.net']],
  ['a colleague of that name', from('a.boss@northgale.com', 'Anna Boss'), []],
  ['a known name at a free provider', from('benclark9@gmail.com', 'Ben Clark'), ['name_known benclark9@gmail.com']],
  ['the same with a tag', from('benclark+x@gmail.com', 'Ben Clark'), []],
  ['a service for a person', from('notifications@forge.net', 'Anna Boss', list), []],
  ['a brand', from('x@elsewhere.net', 'PayPal Support'), ['name_brand x@elsewhere.net']],
  ['a brand itself', from('x@e.paypal.com', 'PayPal'), []],
  ['a person called like a brand', from('x@elsewhere.net', 'Apple Miller'), []],
])('a name that contains %s', (_, view, reasons) => {
  expect(listReasons(view)).toEqual(reasons)
})

const to = (address: string, change: Partial<MailView> = {}, sender = 'a@company.com') =>
  from(sender, '', { replyTo: [{ name: '', address }], ...change })
test.each<[string, MailView, string[]]>([
  ['home', to('b@mail.company.com'), []],
  ['to a free provider', to('a@yahoo.com'), ['reply_free company.com']],
  ['to a domain like its own', to('a@cornpany.com', { auth: pass }), ['reply_lookalike company.com']],
  ['elsewhere', to('a@other-place.net'), ['reply_elsewhere company.com']],
  ['elsewhere, from a proven sender', to('a@other-place.net', { auth: pass }), []],
  ['elsewhere, by a list', to('a@other-place.net', list), []],
  ['to a customer, from a form on the own site', to('a@yahoo.com', {}, 'web@own-house.com'), []],
  ['from a free provider to work', to('a@other-place.net', {}, 'a@gmail.com'), []],
])('replies that go %s', (_, view, reasons) => {
  expect(listReasons(view)).toEqual(reasons)
})

test('the first email of a sender is noted without a warning', () => {
  expect(found(from('a@northgale.com', '', { auth: pass }), true)).toEqual({
    badge: 'verified',
    reasons: [{ kind: 'first_time', seen: 'a@northgale.com', real: '' }],
  })
  expect(firstWarning(found(from('a@northgale.com'), true))).toBeNull()
})

test('a frequent sender who writes as usual never causes a warning, whoever else wrote', () => {
  const domain = fc.stringMatching(/^[a-z][a-z0-9]{2,11}(-[a-z]{2,6})?$/).map(label => `${label}.com`)
  const sender = fc.record({ name: fc.string({ maxLength: 20 }), address: domain.map(at => `someone@${at}`) })
  fc.assert(
    fc.property(fc.array(sender, { minLength: 1, maxLength: 20 }), senders => {
      let learned = noKnownSenders
      for (const one of senders)
        for (let i = 0; i < 3; i++) {
          const view = plainView({ from: [{ ...one, name: one.name.replace('@', '') }] })
          const { badge, reasons } = assessSender(view, buildContacts([learned], []), false)
          const mayBe = { badge: badge === 'warning' ? ('none' as const) : badge, reasons }
          learned = countSenders(learned, [{ from: view.from[0], sender: mayBe }], 1)
        }
      const all = buildContacts([learned], [])
      return senders.every(
        one => !['lookalike', 'mixed_letters'].includes(assessSender(plainView({ from: [one] }), all, false).reasons[0]?.kind ?? ''),
      )
    }),
    { numRuns: 50 },
  )
})

test('the similarity of two domains is symmetric', () => {
  const label = fc.stringMatching(/^[a-z]{6,14}$/)
  fc.assert(
    fc.property(label, fc.nat(13), fc.constantFrom('swap', 'drop', 'double'), (word, at, how) => {
      const i = at % (word.length - 1)
      const other =
        how === 'swap'
          ? word.slice(0, i) + word[i + 1] + word[i] + word.slice(i + 2)
          : how === 'drop'
            ? word.slice(0, i) + word.slice(i + 1)
            : word.slice(0, i) + word[i] + word.slice(i)
      fc.pre(other !== word && other.length >= 6)
      const seenBy = (mine: string, theirs: string) =>
        assessSender(from(`x@${theirs}.com`), buildContacts([{ domains: [{ domain: `${mine}.com`, ...often }], names: [] }], []), false)
          .badge
      return seenBy(word, other) === 'warning' && seenBy(other, word) === 'warning'
    }),
    { numRuns: 200 },
  )
})

test('every email gets a badge, deterministic and short', () => {
  const hostile = fc.string({ unit: 'binary', maxLength: 30 }).map(text => text.repeat(200))
  const person = fc.record({
    name: hostile,
    address: fc.oneof(
      hostile,
      hostile.map(text => `x@${text}.com`),
    ),
  })
  fc.assert(
    fc.property(
      fc.oneof(
        anyView,
        fc.record({ from: fc.array(person, { maxLength: 3 }), replyTo: fc.array(person, { maxLength: 9 }) }).map(plainView),
      ),
      view => {
        const { badge, reasons } = found(view)
        expect(found(view)).toEqual({ badge, reasons })
        expect((badge === 'warning') === reasons.some(({ kind }) => kind !== 'first_time')).toBe(true)
        for (const { seen, real } of reasons) expect(Math.max(seen.length, real.length)).toBeLessThanOrEqual(254)
      },
    ),
    { numRuns: 200 },
  )
})
