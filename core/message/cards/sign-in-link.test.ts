// Tests that only an email with one link that signs its reader in has the card for it.
import { expect, test } from 'vitest'
import { plainView } from '../../filters/testing/plain-message.fixture.ts'
import { textToBlocks } from '../blocks/from-text.ts'
import { findCard } from './find.ts'

const machine = [{ name: 'Auto-Submitted', value: 'auto-generated' }]
const link = 'https://app.fernleaf.example/magic/Zk3v9QpT7bL2xW8n'

function card(subject: string, text: string, address = 'no-reply@mail.fernleaf.example', headers = machine) {
  const view = plainView({ from: [{ name: 'Fernleaf', address }], subject, body: text, headers })
  return findCard(view, textToBlocks(text, view))
}

test.each([
  ['Sign in to Fernleaf', `Tap to continue:\n\n${link}\n\nIt works for 15 minutes.`, 15],
  ['Inicia sesión en Fernleaf', `Toca para entrar:\n\n${link}\n\nCaduca en 10 minutos.`, 10],
  ['تسجيل الدخول إلى Fernleaf', `افتح الرابط:\n\n${link}\n\nصالح لمدة 10 دقائق.`, 10],
])('%s has a card', (subject, text, expiresMinutes) => {
  expect(card(subject, text)).toEqual({ kind: 'sign_in_link', service: 'Fernleaf', expiresMinutes })
})

test.each([
  [
    'a code is worth more than the link beside it',
    'Sign in to Fernleaf',
    `Your code is 604118\n\n${link}\n\nIt works for 15 minutes.`,
    'code',
  ],
  ['no time', 'Sign in to Fernleaf', `Tap to continue:\n\n${link}`],
  ['days', 'Verify your address', `Tap to continue:\n\n${link}\n\nIt works for 48 hours.`],
  ['two links', 'Sign in to Fernleaf', `${link}\n\n${link}x2\n\nIt works for 15 minutes.`],
  ['a link of somebody else', 'Sign in to Fernleaf', 'https://evil.example/magic/Zk3v9QpT7bL2xW8n\n\nIt works for 15 minutes.'],
  ['a page to sign in at', 'Sign in to see your bill', 'https://app.fernleaf.example/login\n\nIt works for 15 minutes.'],
  ['a new password', 'Verify it is you', 'https://app.fernleaf.example/reset/Zk3v9QpT7bL2xW8n\n\nIt works for 15 minutes.'],
  ['another subject', 'Your weekly numbers', `${link}\n\nIt takes 15 minutes.`],
])('no such card: %s', (_, subject, text, kind: string | null = null) => {
  expect(card(subject, text)?.kind ?? null).toBe(kind)
})

test('what a person writes has no such card', () => {
  expect(card('Sign in to Fernleaf', `${link}\n\nIt works for 15 minutes.`, 'ann@fernleaf.example', [])).toBeNull()
})
