// Tests that known senders are counted with few writes, within limits, and that imitators cannot become known.
import { expect, test } from 'vitest'
import type { SenderBadge } from './badge.ts'
import { countSenders, type KnownSenders, maxKnownSenders, noKnownSenders } from './known-senders.ts'

const plain: SenderBadge = { badge: 'none', reasons: [] }
const because = (kind: SenderBadge['reasons'][number]['kind']): SenderBadge => ({
  badge: 'warning',
  reasons: [{ kind, seen: '', real: '' }],
})
const note = (known: KnownSenders, address: string, sender = plain, day = 1, name = '') =>
  countSenders(known, [{ from: { name, address }, sender }], day)

test('emails are counted by domain and by name with address', () => {
  const twice = note(note(noKnownSenders, 'anna@mail.shop.com', plain, 1, 'Anna Boss'), 'ben@shop.com', plain, 2, 'Ben Hill')
  expect(twice.domains).toEqual([{ domain: 'shop.com', emails: 2, day: 2 }])
  expect(twice.names.map(({ key, address }) => [key, address])).toEqual([
    ['ben hlll', 'ben@shop.com'],
    ['anna boss', 'anna@mail.shop.com'],
  ])
})

test('imitators are not counted, but a known name at a new address is', () => {
  expect(note(noKnownSenders, 'a@sh0p.com', because('lookalike'))).toBe(noKnownSenders)
  expect(note(noKnownSenders, 'a@shop.com', because('checks_failed'))).toBe(noKnownSenders)
  expect(note(noKnownSenders, 'a@shop.com', because('name_known')).domains).toHaveLength(1)
})

test('a sender with twenty emails costs one write a week', () => {
  let known = noKnownSenders
  for (let i = 0; i < 20; i++) known = note(known, 'a@shop.com', plain, 10)
  expect(note(known, 'a@shop.com', plain, 10)).toBe(known)
  expect(note(known, 'a@shop.com', plain, 16)).toBe(known)
  expect(note(known, 'a@shop.com', plain, 17).domains).toEqual([{ domain: 'shop.com', emails: 20, day: 17 }])
})

test('a flood of strangers does not displace frequent senders', () => {
  let known = note(note(noKnownSenders, 'a@shop.com'), 'a@shop.com')
  for (let i = 0; i < 3 * maxKnownSenders; i++) known = note(known, `a@stranger${i}.com`, plain, 2, `Stranger Number${i}`)
  expect([known.domains.length, known.names.length]).toEqual([maxKnownSenders, maxKnownSenders])
  expect(known.domains[0]?.domain).toBe('shop.com')
})
