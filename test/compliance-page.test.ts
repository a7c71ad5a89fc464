// Checks that the example on /solutions/compliance shows exactly what the product sends to a phone in each of the three modes.
import { expect, test } from 'vitest'
import { plainView } from '../core/filters/testing/plain-message.fixture.ts'
import english from '../core/words/en/sitecompliance.json' with { type: 'json' }
import { loadWords } from '../server/foundation/words.ts'
import { redactedView } from '../server/whatsapp/redacted.ts'
import { renderMail } from '../server/whatsapp/render/mail.ts'

const words = loadWords('en')
const mail = plainView({
  subject: 'Refund to your account',
  from: [{ name: 'Duka Online', address: 'help@duka.example' }],
  body: 'Hello Maya, 84.50 went to DE89 3704 0044 0532 0130 00. Your card 4111 1111 1111 1111 was not charged.',
  attachments: [{ name: 'refund-5512.pdf', type: 'application/pdf', sizeBytes: 118_000 }],
})

test('its sender and subject alone, what is blacked out, and the file that stays', () => {
  const heldBack = words.of('whatsapp')('files.held_back', { count: 1, size: '118 kB' })
  const blackedOut = redactedView(mail, { what: ['cards', 'ibans', 'codes'], patterns: [] })
  expect([english['less1.chat'], english['less2.chat'], english['less3.chat']]).toEqual([
    renderMail(words, mail, 'Money', true, { extent: 'headers' }),
    renderMail(words, blackedOut, 'Money'),
    renderMail(words, mail, 'Money', true, { filesText: heldBack }),
  ])
})
