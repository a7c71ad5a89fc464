// Tests Gmail's forwarding confirmation: parsed in any language, and trusted only from Google.
import { expect, test } from 'vitest'
import { plainView } from '../filters/testing/plain-message.fixture.ts'
import type { MailView } from '../message/view.ts'
import { findConfirmation } from './confirmation.ts'
import { decideSuppression } from './suppression.ts'

const ours = 'u-abc@in.example.com'
const approve = 'https://mail-settings.google.com/mail/vf-%5BANGjdJ8abc%5D-XyZ0_1'
const cancel = 'https://mail-settings.google.com/mail/uf-%5BANGjdJ8abc%5D-XyZ0_1'
const text = (code: string) =>
  `anna@gmail.com has requested to automatically forward mail to your email address ${ours}.\n${code}\nTo allow it, please click the link below to confirm the request:\n\n${approve}\n\nIf you accidentally clicked the link, click this link to cancel this verification:\n${cancel}\n\nTo learn more, please visit: http://support.google.com/mail/bin/answer.py?answer=184973.\n`

const asked = (change: Partial<MailView> = {}): MailView =>
  plainView({
    from: [{ name: 'Gmail Team', address: 'forwarding-noreply@google.com' }],
    to: [{ name: '', address: ours }],
    subject: '(#123456789) Gmail Forwarding Confirmation - Receive Mail from anna@gmail.com',
    body: text('Confirmation code: 123456789'),
    ...change,
  })
const google = ['google.com']

test('its code, link and account are parsed', () => {
  expect(findConfirmation(asked(), google)).toEqual({ from: 'anna@gmail.com', code: '123456789', url: approve })
})

test.each<[string, Partial<MailView>, { code: string | null; url: string | null }]>([
  ['the code only in the text', { subject: '(Gmail) Forwarding Confirmation' }, { code: '123456789', url: approve }],
  ['no code', { subject: 'Gmail Forwarding Confirmation', body: text('') }, { code: null, url: approve }],
  [
    'a code at the end of the subject and no link',
    { subject: 'Confirmación de reenvío de Gmail (#8358133012)', body: 'Hola.' },
    { code: '8358133012', url: null },
  ],
  [
    'the older host, in brackets, with a full stop',
    { body: `Onaylayın (https://mail.google.com/mail/vf-abc-1).`, subject: '' },
    { code: null, url: 'https://mail.google.com/mail/vf-abc-1' },
  ],
  ['two numbers that could be the code', { subject: '', body: `${approve} 123456789 or 987654321` }, { code: null, url: approve }],
  [
    'numbers in addresses and links',
    { subject: '', body: `anna1234567@gmail.com: ${approve} http://support.google.com/?answer=184973` },
    { code: null, url: approve },
  ],
])('%s', (_name, change, wanted) => {
  expect(findConfirmation(asked(change), google)).toMatchObject(wanted)
})

test('a Turkish one, its account first or last in the sentence', () => {
  const body = `${ours} adresine yönlendirilmesini anna@gmail.com istedi.\n${approve}`
  expect(findConfirmation(asked({ body, subject: 'Gmail Yönlendirme Onayı' }), google)).toEqual({
    from: 'anna@gmail.com',
    code: null,
    url: approve,
  })
})

test.each<[string, Partial<MailView>, string[]]>([
  ['an email that Google did not sign', {}, []],
  ['an email that somebody else signed', {}, ['example.com', 'google.com.example.com']],
  ['another Google sender', { from: [{ name: '', address: 'no-reply@google.com' }] }, google],
  [
    'two senders, one of them right',
    {
      from: [
        { name: '', address: 'forwarding-noreply@google.com' },
        { name: '', address: 'a@example.com' },
      ],
    },
    google,
  ],
  ['an email that can only cancel', { subject: 'Canceled', body: cancel }, google],
  [
    'a link that only looks similar',
    { subject: '', body: 'https://mail-settings.google.com.example.com/mail/vf-1 http://mail.google.com/mail/vf-1' },
    google,
  ],
])('%s is not a confirmation request', (_name, change, signedBy) => {
  expect(findConfirmation(asked(change), signedBy)).toBeNull()
})

test('filters are skipped for it and for our own emails that came back to one of our addresses, but not in a user’s mailbox', () => {
  const own = asked({ from: [{ name: '', address: 'hello@example.com' }], headers: [{ name: 'x-mailferry-loop', value: '1' }] })
  expect(decideSuppression(asked(), { kind: 'address', signedBy: google })).toMatchObject({ reason: 'confirmation' })
  expect(decideSuppression(own, { kind: 'address' })).toEqual({ reason: 'own_mail' })
  expect(decideSuppression(own, { kind: 'imap' })).toBeNull()
  expect(decideSuppression(asked(), { kind: 'imap', signedBy: google })).toBeNull()
  expect(decideSuppression(asked(), { kind: 'address' })).toBeNull()
})
