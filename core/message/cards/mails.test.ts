// Tests that cards are read from the structure of emails in many languages, and that their counter-examples have none.
import { expect, test } from 'vitest'
import { plainView } from '../../filters/testing/plain-message.fixture.ts'
import { textToBlocks } from '../blocks/from-text.ts'
import { findCard } from './find.ts'
import { alertMails, billMails, type CardMail, codeMails, parcelMails } from './mails.fixture.ts'

function readCard([sender, subject, text]: CardMail) {
  const isMachine = sender === 'machine'
  const view = plainView({
    from: [isMachine ? { name: 'Shop', address: 'no-reply@shop.example' } : { name: 'Ann', address: 'ann@a.example' }],
    subject,
    date: '2026-03-04T09:00:00.000Z',
    headers: isMachine ? [{ name: 'Auto-Submitted', value: 'auto-generated' }] : [],
    body: text,
  })
  return findCard(view, textToBlocks(text, view))
}

test.each([...codeMails, ...billMails, ...parcelMails, ...alertMails].map(mail => ({ subject: mail[1], mail })))(
  'the card of “$subject”',
  ({ mail }) => {
    const [, , , expected] = mail
    if (expected === null) expect(readCard(mail)).toBeNull()
    else expect(readCard(mail)).toMatchObject(expected)
  },
)
