// Who is known: counted in few writes, bounded, and not to be talked into by those who imitate.
import { expect, test } from 'vitest'
import type { SenderBadge } from './badge.ts'
import { countSenders, type KnownSenders, mostKnown, nobody } from './known.ts'

const plain: SenderBadge = { badge: 'none', reasons: [] }
const because = (kind: SenderBadge['reasons'][number]['kind']): SenderBadge => ({
  badge: 'warning',
  reasons: [{ kind, seen: '', real: '' }],
})
const note = (known: KnownSenders, address: string, sender = plain, day = 1, name = '') =>
  countSenders(known, [{ from: { name, address }, sender }], day)

test('mails are counted by domain and by name with its address', () => {
  const twice = note(note(nobody, 'anna@mail.shop.com', plain, 1, 'Anna Boss'), 'ben@shop.com', plain, 2, 'Ben Hill')
  expect(twice.domains).toEqual([{ domain: 'shop.com', mails: 2, day: 2 }])
  expect(twice.names.map(({ key, address }) => [key, address])).toEqual([
    ['ben hlll', 'ben@shop.com'],
    ['anna boss', 'anna@mail.shop.com'],
  ])
})

test('what imitates is not counted; a known name at a new address is, as it may be theirs', () => {
  expect(note(nobody, 'a@sh0p.com', because('lookalike'))).toBe(nobody)
  expect(note(nobody, 'a@shop.com', because('checks_failed'))).toBe(nobody)
  expect(note(nobody, 'a@shop.com', because('name_known')).domains).toHaveLength(1)
})

test('a sender who wrote twenty times costs one write a week', () => {
  let known = nobody
  for (let i = 0; i < 20; i++) known = note(known, 'a@shop.com', plain, 10)
  expect(note(known, 'a@shop.com', plain, 10)).toBe(known)
  expect(note(known, 'a@shop.com', plain, 16)).toBe(known)
  expect(note(known, 'a@shop.com', plain, 17).domains).toEqual([{ domain: 'shop.com', mails: 20, day: 17 }])
})

test('a flood of strangers drives out nobody who wrote often', () => {
  let known = note(note(nobody, 'a@shop.com'), 'a@shop.com')
  for (let i = 0; i < 3 * mostKnown; i++) known = note(known, `a@stranger${i}.com`, plain, 2, `Stranger Number${i}`)
  expect([known.domains.length, known.names.length]).toEqual([mostKnown, mostKnown])
  expect(known.domains[0]?.domain).toBe('shop.com')
})
