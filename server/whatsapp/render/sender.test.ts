// Tests the sender's badge on the phone: warnings first, and no fake signs.
import { expect, test } from 'vitest'
import { plainView } from '../../../core/filters/testing/plain-message.fixture.ts'
import { ReasonKind } from '../../../core/message/sender-check/badge.ts'
import type { MailView } from '../../../core/message/view.ts'
import { loadWords } from '../../foundation/words.ts'
import { redactedView } from '../redacted.ts'
import { renderMail } from './mail.ts'
import { withBadge } from './sender.ts'

const words = loadWords('en')
const first = { kind: 'first_time', seen: 'a@bank.example', real: '' } as const
const lookalike = { kind: 'lookalike', seen: 'paypa1.com', real: 'paypal.com' } as const
const rendered = (sender: MailView['sender'], change: Partial<MailView> = {}) => renderMail(words, plainView({ sender, ...change }), 'All')
const visible = (text: string) => text.replaceAll('\u2060', '')

test('a warning is one line above everything, even above a code', () => {
  const card: MailView['card'] = { kind: 'code', code: '482913', shown: '482913', service: 'Bank', expiresMinutes: null }
  for (const change of [{}, { card }]) {
    const [line = '', ...rest] = rendered({ badge: 'warning', reasons: [lookalike, first] }, change).split('\n')
    expect(visible(line)).toBe('⚠ paypa1.com looks like paypal.com, but it’s a different domain.')
    expect(visible(rest.join('\n'))).not.toContain('paypa1')
    // No phone recognizes a link to tap.
    expect(line).not.toMatch(/paypa1\.com|paypal\.com/)
  }
})

test('every warning has its line; a verified sender has a sign, the others have nothing', () => {
  for (const kind of ReasonKind.options.filter(one => one !== 'first_time'))
    expect(rendered({ badge: 'warning', reasons: [{ kind, seen: 'SEEN', real: 'REAL' }] })).toMatch(/^⚠ .*SEEN/)
  expect(rendered({ badge: 'verified', reasons: [first] })).toContain('From: Anna Boss <anna@example.com> ✓\n')
  expect(rendered({ badge: 'none', reasons: [first] })).toBe(rendered(undefined))
})

test('a name cannot contain a sign of its own', () => {
  const from = [{ name: '✅ PayPal ✔️ ⚠', address: 'x@elsewhere.example' }]
  expect(rendered(undefined, { from })).toMatch(/From: PayPal +<x@elsewhere\.example>\n/)
  expect(withBadge(words, 'Shop ✓', 'warning')).toBe('⚠ Shop')
  expect(withBadge(words, ' ✓ ', 'verified')).toBe('')
})

test('long and odd text from a stranger stays one short line', () => {
  const seen = `${'a*_~`\n'.repeat(60)}.example`
  const [line = ''] = rendered({ badge: 'warning', reasons: [{ kind: 'name_address', seen, real: 'ſ'.repeat(254) }] }).split('\n')
  expect(visible(line).length).toBeLessThan(260)
})

test('redacted text is redacted in the reason too', () => {
  const sender = {
    badge: 'warning' as const,
    reasons: [{ kind: 'name_address' as const, seen: 'DE89 3704 0044 0532 0130 00', real: 'x@y.example' }],
  }
  const seen = redactedView(plainView({ sender }), { what: ['ibans'], patterns: [] })
  expect(seen.sender?.reasons[0]?.seen).not.toContain('0532')
  expect(seen.sender?.reasons[0]?.real).toBe('x@y.example')
})
